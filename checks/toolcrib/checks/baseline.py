"""The findings that a project had when it adopted toolcrib, and why they may stay for now.

Room: checks, middle. In and out: the text of `toolcrib-baseline.json`. Pure: nothing here opens a file or asks for the
date. An entry holds a fingerprint without line numbers, so moving lines does not bring its finding back.
Not here: which finding an entry hides (`_check`); reading and writing the file (`run`, the command line).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Any

from toolcrib.checks.findings import Finding, Report, RuleCode, lies_in
from toolcrib.checks.ignores import is_reason
from toolcrib.manifest import Location, ToolcribError

VERSION = 1
FILE_NAME = "toolcrib-baseline.json"
_SCHEMA = "baseline.schema.json"
_MAX_BYTES = 20_000_000


class BaselineError(ToolcribError):
    """The baseline cannot be used."""

    code = "baseline"


class BaselineProblems(ExceptionGroup[ToolcribError]):
    """Everything that is wrong with a baseline."""

    def derive(self, excs: Sequence[ToolcribError], /) -> BaselineProblems:  # type: ignore[override]  # narrower on purpose
        return BaselineProblems(self.message, list(excs))


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineEntry:
    """One finding that may stay, until a day if there is one. `subject` is for people; only `fingerprint` counts."""

    fingerprint: str
    code: RuleCode
    path: str
    subject: str
    reason: str
    until: date = date.max
    line: int = 1  # where it stands in the file


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """The entries of one file, ordered as they stand there; `path` is relative, "" when there is no baseline."""

    path: str = ""
    entries: tuple[BaselineEntry, ...] = ()

    def at(self, entry: BaselineEntry) -> Location:
        return Location(self.path, entry.line)


@cache
def json_schema() -> Mapping[str, Any]:  # a JSON Schema is a JSON value
    """The schema that the file is held to, as shipped."""
    text = resources.files("toolcrib.checks").joinpath(_SCHEMA).read_text(encoding="utf-8")
    return dict(json.loads(text))


def read_baseline(text: str, path: str) -> Baseline:
    """The baseline in `text`; raises `BaselineProblems` with everything that is wrong with it."""
    import jsonschema  # takes as long as all the rest; most runs have no baseline

    if len(text) > _MAX_BYTES:
        raise _problems(path, [(f"the file has {len(text)} characters; {_MAX_BYTES} are allowed", 1)])
    try:
        document = json.loads(text, object_pairs_hook=_without_duplicates)
    except json.JSONDecodeError as error:
        raise _problems(path, [(f"not JSON: {error.msg}", error.lineno)]) from error
    except _DuplicateKeyError as error:
        raise _problems(path, [(str(error), 1)]) from error
    except RecursionError as error:
        raise _problems(path, [("nested too deeply", 1)]) from error
    validator = jsonschema.Draft7Validator(json_schema())
    wrong = sorted(validator.iter_errors(document), key=lambda error: [str(part) for part in error.absolute_path])
    if wrong:
        raise _problems(path, [(_in_words(error.absolute_path, error.message), 1) for error in wrong[:50]])
    lines = _lines_of(text)
    entries: list[BaselineEntry] = []
    problems: list[tuple[str, int]] = []
    seen: set[str] = set()
    for entry in document["entries"]:
        line = lines.get(entry["fingerprint"], 1)
        try:
            until = date.fromisoformat(entry["until"]) if "until" in entry else date.max
        except ValueError:
            problems.append((f"`{entry['until']}` is no date: write it like 2027-06-30", line))
            continue
        if entry["fingerprint"] in seen:
            problems.append((f"the entry for `{entry['subject']}` stands here twice", line))
        if not is_reason(entry["reason"]):
            problems.append((f"the entry for `{entry['subject']}` gives no reason", line))
        seen.add(entry["fingerprint"])
        entries.append(
            BaselineEntry(
                fingerprint=entry["fingerprint"],
                code=RuleCode(entry["code"]),
                path=entry["path"],
                subject=entry["subject"],
                reason=entry["reason"],
                until=until,
                line=line,
            )
        )
    if problems:
        raise _problems(path, problems)
    return Baseline(path=path, entries=tuple(entries))


def not_looked_at(previous: Baseline, report: Report, silenced: Collection[RuleCode] = ()) -> tuple[BaselineEntry, ...]:
    """The entries that a narrowed run says nothing about: of other paths, of rules that did not run or were `silenced`
    for it. Whether a finding still needs them, only a whole run can tell.
    """
    return tuple(
        entry
        for entry in previous.entries
        if entry.code not in report.rules_run
        or entry.code in silenced
        or (report.only and not any(lies_in(entry.path, place) for place in report.only))
    )


def write_baseline(
    findings: Iterable[Finding],
    *,
    reason: str,
    previous: Baseline = Baseline(),
    kept: Iterable[BaselineEntry] = (),
) -> str:
    """The text of a baseline that hides `findings`, each with `reason` unless `previous` already gives one.

    The caller leaves out what cannot be silenced (`RuleMeta.settled_by`). Entries of `previous` that no finding needs
    any more are gone, but for those in `kept`: the new file hides exactly what is there now.
    """
    known = {entry.fingerprint: entry for entry in previous.entries}
    entries = {entry.fingerprint: entry for entry in kept}
    for finding in findings:
        old = known.get(finding.fingerprint)
        entries[finding.fingerprint] = BaselineEntry(
            fingerprint=finding.fingerprint,
            code=finding.code,
            path=finding.at.path,
            subject=finding.subject,
            reason=old.reason if old else reason,
            until=old.until if old else date.max,
        )
    ordered = sorted(entries.values(), key=lambda e: (e.path, e.code, e.subject, e.fingerprint))
    return json.dumps({"version": VERSION, "entries": [_document(entry) for entry in ordered]}, indent=2) + "\n"


def _document(entry: BaselineEntry) -> dict[str, str]:
    document = {
        "fingerprint": entry.fingerprint,
        "code": entry.code,
        "path": entry.path,
        "subject": entry.subject,
        "reason": entry.reason,
    }
    return document if entry.until == date.max else {**document, "until": entry.until.isoformat()}


class _DuplicateKeyError(ValueError):
    pass


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    seen: dict[str, object] = {}
    for key, value in pairs:
        if key in seen:
            raise _DuplicateKeyError(f"the key `{key}` stands here twice")
        seen[key] = value
    return seen


def _lines_of(text: str) -> dict[str, int]:
    """The line of each fingerprint: in the file that `write_baseline` makes, every entry has its own lines."""
    lines: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        key, _, value = line.strip().partition(":")
        if key == '"fingerprint"':
            lines.setdefault(value.strip(' ",'), number)
    return lines


def _in_words(path: Iterable[str | int], message: str) -> str:
    keys = " › ".join(str(part) for part in path)
    return f"{keys}: {message}" if keys else message


def _problems(path: str, problems: Sequence[tuple[str, int]]) -> BaselineProblems:
    hint = "Correct it, or move it away and write it anew: toolcrib check --write-baseline"
    errors: list[ToolcribError] = [BaselineError(text, at=Location(path, line), hint=hint) for text, line in problems]
    return BaselineProblems(f"{path} cannot be used", errors)
