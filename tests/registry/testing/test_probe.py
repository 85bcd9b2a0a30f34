"""The conformance kit as functions: it finds every planted fault, and passes what is correct."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolcrib.registry import Registry, UnknownAgent, UnknownTool
from toolcrib.registry.testing import PROBES, Caller, Failure, Ids, Refused, Stage, probe, shown

dispatchers: Any = importlib.import_module("toolcrib_testing_dispatchers")  # conftest.py brings it
REGISTRY: Registry = dispatchers.REGISTRY


@pytest.mark.parametrize("make", dispatchers.CORRECT, ids=lambda make: make.__name__)
def test_what_is_correct_passes(make: Any) -> None:
    assert probe(make, REGISTRY) == ()


@pytest.mark.parametrize("make", dispatchers.FAULTS, ids=lambda make: make.__name__)
def test_each_planted_fault_is_found(make: Any) -> None:
    found = probe(make, REGISTRY)
    assert " ".join(sorted({one.probe for one in found})) == dispatchers.FAULTS[make]
    for one in found:
        assert all((one.agent, one.asked, one.expected, one.seen))


def test_every_sample_is_listed() -> None:
    made = {
        one for one in vars(dispatchers).values() if isinstance(one, type) and issubclass(one, dispatchers.OnSession)
    }
    assert made == {*dispatchers.CORRECT, *dispatchers.FAULTS}


@pytest.mark.parametrize("name", PROBES)
def test_every_probe_is_needed(name: str) -> None:
    """There is a fault that this probe finds."""
    assert any(probe(make, REGISTRY, probes=[name]) for make in dispatchers.FAULTS)


def test_a_failure_says_what_was_asked_expected_and_seen() -> None:
    found = probe(dispatchers.ModelSetsThePin, REGISTRY, agents=["builder"])
    assert shown(found[:1]) == (
        "[foreign-id] agent `builder`: call `list_schedules`, when everything is allowed and `workspace_id` names "
        "another tenant\n"
        "    expected: `workspace_id` is `toolcrib-tenant`, which the session sets\n"
        "    seen:     it was `toolcrib-other-tenant`"
    )
    assert hash(found[0]) == hash(found[0])


def test_much_of_one_kind_is_counted() -> None:
    found = probe(dispatchers.FilterAtOfferOnly, REGISTRY, agents=["chat"], probes=["offer"])
    assert len(found) == 11
    assert found[-1].asked == "more of the same"
    assert found[-1].seen.endswith(" more failures")


def test_a_dispatcher_is_tried_with_the_tools_that_it_serves() -> None:
    class Few(dispatchers.OnSession):  # type: ignore[misc, name-defined]  # the sample comes from a file
        def offer(self, caller: Caller) -> Any:
            return [name for name in super().offer(caller) if name in ("help", "run_app")]

        def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
            return super().call(caller, name, arguments) if name in ("help", "run_app") else None

    assert probe(Few, REGISTRY, tools=["help", "run_app"]) == ()
    missing = probe(Few, REGISTRY, tools=["help", "run_app", "ask_user"])
    assert {one.seen for one in missing if one.probe == "offer"} == {"left out: `ask_user`"}


def test_ids_of_a_store_are_used() -> None:
    seen: set[object] = set()

    class Noting(dispatchers.OnSession):  # type: ignore[misc, name-defined]  # the sample comes from a file
        def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
            seen.update(str(value) for value in arguments.values())
            return super().call(caller, name, arguments)

    ids = Ids(workspace=1, other_workspace=2, project=10, outside=11, foreign=20, objects={"schedule": (100, 200)})
    assert probe(Noting, REGISTRY, ids=ids, probes=["foreign"], agents=["chat"]) == ()
    assert {"10", "11", "20", "2", "{'items': [{'ids': [100]}]}", "{'items': [{'ids': [100, 200]}]}"} <= seen


def test_samples_are_called_with() -> None:
    class Strict(dispatchers.OnSession):  # type: ignore[misc, name-defined]  # the sample comes from a file
        def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
            if name == "help" and "about" not in arguments:
                return "the argument `about` is missing"
            return super().call(caller, name, arguments)

    found = probe(Strict, REGISTRY)
    assert found
    assert all("`samples`" in one.seen for one in found if one.asked != "more of the same")
    assert probe(Strict, REGISTRY, samples={"help": {"about": "roofs"}}) == ()


def unseen(make: Callable[[Stage], Any]) -> Callable[[Stage], Any]:
    """The same dispatcher, whose implementations are not counted: only its answers are to be had."""

    def made(stage: Stage) -> Any:
        dispatcher = make(stage)
        dispatcher.run = {name: lambda *given: "done" for name in dispatcher.run}
        stage._counted.clear()
        call = dispatcher.call

        def answered(caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
            answer = call(caller, name, arguments)
            refused = answer == "refused" or getattr(answer, "is_error", False)
            return Refused() if refused else answer

        dispatcher.call = answered
        return dispatcher

    return made


def test_where_nothing_is_counted_the_answers_are_judged() -> None:
    assert probe(unseen(dispatchers.OnSession), REGISTRY) == ()
    assert probe(unseen(dispatchers.ByHand), REGISTRY) == ()
    assert {one.probe for one in probe(unseen(dispatchers.CaseInsensitive), REGISTRY)} == {"near-miss"}
    assert probe(unseen(dispatchers.RefusedAfterItRan), REGISTRY) == ()  # this only a counter finds


def test_own_implementations_are_counted_under_their_signatures() -> None:
    class Own(dispatchers.ByHand):  # type: ignore[misc, name-defined]  # the sample comes from a file
        def __init__(self, stage: Stage) -> None:
            super().__init__(stage)

            def list_schedules(workspace_id: str, project_id: str = "") -> str:
                return workspace_id

            held = stage.watched("list_schedules", list_schedules)
            self.run["list_schedules"] = lambda arguments: held(**arguments)

    assert probe(Own, REGISTRY) == ()


def test_a_dispatcher_is_closed() -> None:
    closed: list[str] = []

    class Closing(dispatchers.OnSession):  # type: ignore[misc, name-defined]  # the sample comes from a file
        async def close(self) -> None:
            closed.append("closed")

    probe(Closing, REGISTRY, agents=["chat"], probes=["names", "offer"])
    assert closed == ["closed", "closed"]


@pytest.mark.parametrize("given", ["list_schedules", None, 7, [1], {"a": 1}.get])
def test_an_offer_of_no_names_is_an_error(given: object) -> None:
    class Odd(dispatchers.OnSession):  # type: ignore[misc, name-defined]  # the sample comes from a file
        def offer(self, caller: Caller) -> Any:
            return given

    with pytest.raises(TypeError, match="`offer` must give"):
        probe(Odd, REGISTRY)


def test_unknown_names_are_errors() -> None:
    with pytest.raises(UnknownAgent):
        probe(dispatchers.OnSession, REGISTRY, agents=["chatt"])
    with pytest.raises(UnknownTool):
        probe(dispatchers.OnSession, REGISTRY, tools=["halp"])
    with pytest.raises(ValueError, match="no probe `offers` exists"):
        probe(dispatchers.OnSession, REGISTRY, probes=["offers"])
    with pytest.raises(ValueError, match="not among the tools"):
        probe(dispatchers.OnSession, REGISTRY, samples={"halp": {}})


def test_a_manifest_will_do() -> None:
    assert probe(dispatchers.OnSession, dispatchers.MANIFEST, agents=["builder"]) == ()


def test_failures_are_values() -> None:
    one = Failure(probe="call", agent="chat", asked="a", expected="b", seen="c")
    assert one == Failure(probe="call", agent="chat", asked="a", expected="b", seen="c")
    with pytest.raises(AttributeError):
        one.seen = "d"  # type: ignore[misc]  # frozen


def test_the_kit_is_brought_in_by_name_only(tmp_path: Path) -> None:
    script = (
        "import sys, toolcrib.registry\n"
        "assert 'toolcrib.registry.testing' not in sys.modules\n"
        "import toolcrib.registry.testing\n"
        "print(sorted({'hypothesis', 'pytest', 'mcp', 'fastmcp', 'anyio'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "[]\n"
