"""`toolcrib explain CODE`: a rule's page; without a code, the list of rules.

Room: checks, edge.
"""

from __future__ import annotations

from argparse import Namespace

from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.rules import METAS, page
from toolcrib.manifest import ToolcribError, nearest


class UnknownRuleError(ToolcribError):
    """No rule is called that."""

    code = "unknown-rule"


def run(options: Namespace, terminal: Terminal) -> int:
    if options.rule is None:
        for meta in METAS.values():
            terminal.line(f"{terminal.paint(meta.code, 'bold')}  {meta.name.ljust(24)}  {meta.holds_when}")
        return 0
    text = page(find_rule(options.rule))
    if terminal.out.isatty() and terminal.color:
        from rich.console import Console  # only where a page is looked at
        from rich.markdown import Markdown

        Console(file=terminal.out, width=min(terminal.width, 100)).print(Markdown(text))
    else:
        terminal.write(text)
    return 0


def find_rule(wanted: str) -> str:
    """The code of a rule, from its code or its name in any case."""
    folded = wanted.strip().lower()
    for code, meta in METAS.items():
        if folded in (code.lower(), meta.name):
            return code
    names = [*METAS, *(meta.name for meta in METAS.values())]
    close = nearest(wanted.upper(), METAS) or nearest(folded, names)
    hint = f"Nearest: {', '.join(close)}." if close else f"Rules: {', '.join(METAS)}."
    raise UnknownRuleError(f"no rule is called `{wanted}`", hint=hint)
