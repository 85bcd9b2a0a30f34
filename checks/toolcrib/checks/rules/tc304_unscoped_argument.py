"""TC304 unscoped-argument: an argument names a tenant or an object, and the row's `scope` does not bind it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._scoped import kind_of
from toolcrib.checks.rules._words import first_line, likely
from toolcrib.checks.surface import Argument, Declaration
from toolcrib.manifest import ToolRow

META = RuleMeta(
    code=RuleCode("TC304"),
    name="unscoped-argument",
    holds_when="an argument that names a tenant or object is bound by `scope`",
    since="0.1.0",
    security_severity="7.0",
)


def applies(comparison: Comparison) -> bool:
    """Somebody scopes arguments here: a row does, or the configuration says which words name objects."""
    return bool(comparison.scoped) or any(row.scope for row in comparison.rows.values())


def check(comparison: Comparison) -> Iterator[Finding]:
    if not applies(comparison):
        return
    for name, row in comparison.rows.items():
        declarations = comparison.by_name.get(name, ())
        scoped = {plain_path(path) for path in row.scope}
        told: set[str] = set()
        for declaration in declarations:
            for argument in declaration.arguments.items:
                kind = kind_of(argument.name, comparison.scoped)
                if kind and argument.name not in told and not _is_bound(argument.name, scoped):
                    told.add(argument.name)
                    yield _unscoped(declaration, row, argument, kind, comparison)
        for path in row.scope:
            lacking = [declaration for declaration in declarations if _lacks(declaration, path)]
            if lacking and len(lacking) == len(declarations):
                yield _no_such_argument(lacking[0], path, comparison)


def plain_path(path: str) -> str:
    """A path without the marks of list elements: `rows[].user_id` and `rows.*.user_id` are `rows.user_id`."""
    return re.sub(r"\[[^\]]*\]|\.\*(?=\.|$)", "", path)


def _is_bound(path: str, scoped: set[str]) -> bool:
    """It or what it lies in."""
    parts = path.split(".")
    return any(".".join(parts[: end + 1]) in scoped for end in range(len(parts)))


def _lacks(declaration: Declaration, path: str) -> bool:
    """The tool certainly has no such argument, nor one that it could lie in."""
    top = plain_path(path).partition(".")[0]
    known = declaration.arguments
    return known.complete and all(argument.name.partition(".")[0] != top for argument in known.items)


def _unscoped(declaration: Declaration, row: ToolRow, argument: Argument, kind: str, comparison: Comparison) -> Finding:
    name = declaration.name
    keys = ("tools", name, "scope") if row.scope else ("tools", name)
    scoped = f"the scope of `{name}`" if row.scope else f"the row of `{name}` has no scope"
    held = {path: of for path, of in row.scope.items() if not _lacks(declaration, path)}
    scope = ", ".join(f"{path}: {of}" for path, of in {**held, argument.name: kind}.items())
    said = f"an {kind}" if kind[0] in "aeio" else f"a {kind}"
    return META.finding(
        f"the argument `{argument.name}` of `{name}` names {said} by its id, and the row does not scope it: the "
        "model chooses it, so a call may reach what is outside of the conversation",
        at=first_line(argument.at),
        subject=f"{name} {argument.name}",
        related=[Related(at=comparison.declared.at(*keys), text=scoped)],
        fix=f"scope: {{{scope}}} in its row, or # toolcrib: ignore[TC304] why nothing has to bind it",
        covers=(argument.at, declaration.at, declaration.site, *comparison.row_lines(name)),
    )


def _no_such_argument(declaration: Declaration, path: str, comparison: Comparison) -> Finding:
    name = declaration.name
    near, phrase = likely(plain_path(path), tuple(a.name for a in declaration.arguments.items))
    return META.finding(
        f"the row of `{name}` scopes `{path}`, and the tool has no such argument: nothing is bound by it"
        f"{f'; {phrase}' if near else ''}",
        at=comparison.declared.at("tools", name, "scope", path),
        subject=f"{name} {path}",
        related=[Related(at=first_line(declaration.at), text=f"`{name}` is declared here")],
        fix=f"write `{near}` in its place" if near else f"remove `{path}` from `scope`",
        covers=comparison.row_lines(name),
    )
