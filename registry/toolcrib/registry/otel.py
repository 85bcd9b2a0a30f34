"""Make OpenTelemetry spans of calls and events of decisions; never of arguments or results. Needs the extra `otel`.

Room: registry, edge: it talks to the tracer of the application. `spans(tracer)` is for `around`, `events` for `audit`.
Touch it when a record should be kept in another form. Not here: the names of attributes (`_otel_names`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from opentelemetry import trace

from toolcrib.registry import _otel_names as names
from toolcrib.registry._audit import AuditEvent

Attributes = dict[str, str | bool]


def attributes(event: AuditEvent) -> Attributes:
    """What a decision says, by the names of attributes."""
    return {
        names.OPERATION: names.EXECUTE_TOOL,
        names.TOOL: event.tool,
        names.TOOL_TYPE: names.FUNCTION,
        names.AGENT: event.agent,
        names.PHASE: event.phase.value,
        names.ALLOWED: event.allowed,
        names.REASON: event.reason.value,
        names.LAYER: event.layer.value,
        names.MANIFEST: event.manifest,
    }


def events(event: AuditEvent) -> None:
    """For `audit=`: every decision is an event of the span that the application has open; without one, of none."""
    trace.get_current_span().add_event(names.EVENT, attributes(event))


def spans(tracer: trace.Tracer | None = None) -> Callable[[AuditEvent], AbstractContextManager[trace.Span]]:
    """For `around=`: a span `execute_tool NAME` around each call, with the kind of an error that the tool raises."""
    chosen = tracer if tracer is not None else trace.get_tracer("toolcrib.registry")

    @contextmanager
    def around(event: AuditEvent) -> Iterator[trace.Span]:
        # What a tool raises may hold data of a caller: its kind is kept, and not its text.
        with chosen.start_as_current_span(
            names.SPAN.format(tool=event.tool),
            kind=trace.SpanKind.INTERNAL,
            attributes=attributes(event),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield span
            except BaseException as error:
                span.set_attribute(names.ERROR, type(error).__qualname__)
                span.set_status(trace.StatusCode.ERROR)
                raise

    return around
