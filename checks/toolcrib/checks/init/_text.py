"""Write a draft as YAML: the text that a person will finish by hand.

Room: checks, middle. Pure: a drafted manifest in, the text of its two files out. `toolcrib.manifest.dump` cannot be
used here: it writes finished manifests, and a draft has open questions with a comment on each.
"""

from __future__ import annotations

import json
import re
import textwrap

from toolcrib.checks.init._types import DraftAgent, DraftCapability, DraftManifest, DraftRow, Open
from toolcrib.manifest import OPEN_QUESTION

WIDTH = 118
_PLAIN = re.compile(r"[A-Za-z_][\w./ -]*(?<! )\Z", re.ASCII)
# Words that one YAML version or another reads as something that is no text.
_SPECIAL = frozenset(("true", "false", "yes", "no", "on", "off", "y", "n", "null", "none", "nan", "inf"))

ASK_MUTATES = "true or false: does the call itself commit a change?"
ASK_CAPABILITY = "the area of the application it belongs to; name it under capabilities as well"
ASK_AGENTS = "who may hold it; name each under agents as well"
ASK_DESCRIPTION = "the code states none that can be read"
ASK_FEATURE = "the key of your permission model that opens it, or null when there is none (then it must be pinned)"
ASK_EMPTY = "what a published empty list of tools means: defaults or none"
ASK_PIN = "one sentence: why may an agent commit this write?"
ASK_UNGATED = "one sentence: why may every caller reach it?"

MANIFEST_HEAD = """\
# Every tool that an agent or a client can be given, one row a tool. `toolcrib check` holds the code to it.
"""
QUESTIONS_HEAD = """\
# A value of ??? waits for a person; `toolcrib check` refuses it until it is answered.
"""
PINS_HEAD = """\
# What a review fixed: the tools that commit writes and the capabilities open to every caller, a reason each.
# One more or one fewer than the manifest declares fails the check. Give this file to its reviewers in CODEOWNERS.
"""


def scalar(text: str) -> str:
    """One line of YAML that reads back as exactly this text."""
    if _PLAIN.match(text) and text.lower() not in _SPECIAL and len(text) < WIDTH:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    # YAML counts these as line ends or forbids them raw; JSON lets them stand.
    raw = r"[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]"
    return re.sub(raw, lambda match: f"\\u{ord(match.group()):04x}", quoted)


def text_value(text: str, indent: int) -> str:
    """A description or a reason after its `key: `, folded or as a block where that reads better."""
    pad = " " * indent
    if re.search(r"[^\n\x20-\x7e\xa1-\u2027\u2030-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010fffd]", text):
        return scalar(text)
    if "\n" in text:
        lines = text.split("\n")
        clean = all(line == line.rstrip() for line in lines) and not text.startswith((" ", "\n")) and text[-1:] != "\n"
        return "|-\n" + "\n".join(pad + line if line else "" for line in lines) if clean else scalar(text)
    one_line = _one_line(text)
    if indent + len(one_line) <= WIDTH:
        return one_line
    if text == " ".join(text.split(" ")) and "  " not in text and text == text.strip():
        folded = textwrap.wrap(
            text, WIDTH - indent, break_long_words=False, break_on_hyphens=False, drop_whitespace=True
        )
        return ">-\n" + "\n".join(pad + line for line in folded)
    return scalar(text)


def _one_line(text: str) -> str:
    """Plain when no character of the sentence means anything to YAML."""
    plain = re.match(r"[A-Za-z][^\n]*\Z", text) and ": " not in text and " #" not in text and text == text.strip()
    if plain and not text.endswith(":") and text.lower() not in _SPECIAL:
        return text
    return scalar(text)


def manifest_text(manifest: DraftManifest) -> str:
    parts = (
        MANIFEST_HEAD + (QUESTIONS_HEAD if manifest.questions else ""),
        _section("agents", [_agent(agent) for agent in manifest.agents], ASK_AGENTS_SECTION),
        _section("capabilities", [_capability(one) for one in manifest.capabilities], ASK_CAPABILITIES_SECTION),
        _section("tools", [row_text(row) for row in manifest.rows], ""),
    )
    return "\n".join(parts)


ASK_AGENTS_SECTION = """\
  # name each agent that may hold tools, for example:
  # chat: {empty_selection: defaults}
"""
ASK_CAPABILITIES_SECTION = """\
  # name each area of the application and the feature of your permission model that opens it, for example:
  # schedules: {feature: schedules}
"""
EXAMPLES = {"agents": ASK_AGENTS_SECTION, "capabilities": ASK_CAPABILITIES_SECTION}


def _section(name: str, entries: list[str], example: str) -> str:
    if entries:
        return f"{name}:\n" + "".join(entries)
    return f"{name}: {{}}\n" + example


def _agent(agent: DraftAgent) -> str:
    if isinstance(agent.empty_selection, Open):
        bound = f"    bound: {_bound(agent)}\n" if agent.bound else ""
        return f"  {scalar(agent.name)}:\n    empty_selection: {OPEN_QUESTION}  # {ASK_EMPTY}\n{bound}"
    bound = f", bound: {_bound(agent)}" if agent.bound else ""
    return f"  {scalar(agent.name)}: {{empty_selection: {agent.empty_selection}{bound}}}\n"


def _bound(agent: DraftAgent) -> str:
    return f"[{', '.join(scalar(name) for name in agent.bound)}]"


def _capability(one: DraftCapability) -> str:
    if isinstance(one.feature, Open):
        return f"  {scalar(one.name)}:\n    feature: {OPEN_QUESTION}  # {ASK_FEATURE}\n"
    feature = "null" if one.feature is None else scalar(one.feature)
    return f"  {scalar(one.name)}: {{feature: {feature}}}\n"


def row_text(row: DraftRow) -> str:
    """A row as it stands under `tools:`, its open questions with a comment each."""
    return (
        f"  {scalar(row.name)}:\n"
        f"    description: {_or_question(row.description, ASK_DESCRIPTION, indent=6)}\n"
        f"    capability: {_or_question(row.capability, ASK_CAPABILITY)}\n"
        f"    mutates: {_mutates(row)}\n"
        f"    agents: {_agents(row)}\n"
    )


def questions(row: DraftRow) -> dict[str, str]:
    """The fields of a row that are open, and what to answer in each."""
    asks = {
        "description": ASK_DESCRIPTION,
        "capability": ASK_CAPABILITY,
        "mutates": ASK_MUTATES + (f" ({row.hint})" if row.hint else ""),
        "agents": ASK_AGENTS,
    }
    return {field: asks[field] for field in row.questions if field in asks}


def _mutates(row: DraftRow) -> str:
    if isinstance(row.mutates, Open):
        return f"{OPEN_QUESTION}  # {questions(row)['mutates']}"
    return "true" if row.mutates else "false"


def _agents(row: DraftRow) -> str:
    # Quoted inside a list: there a bare ??? is YAML's mark of a complex key.
    if isinstance(row.agents, Open):
        return f'["{OPEN_QUESTION}"]  # {ASK_AGENTS}'
    return f"[{', '.join(scalar(agent) for agent in row.agents)}]"


def _or_question(value: str | Open, ask: str, *, indent: int = 0) -> str:
    if isinstance(value, Open):
        return f"{OPEN_QUESTION}  # {ask}"
    return text_value(value, indent) if indent else scalar(value)


def pins_text(manifest: DraftManifest) -> str:
    writers = [row for row in manifest.rows if row.mutates is True]
    ungated = [one for one in manifest.capabilities if one.feature is None]
    return (
        PINS_HEAD
        + "\n"
        + _section("mutating", [pin_text(row.name, row.reason, ASK_PIN) for row in writers], "")
        + "\n"
        + _section("ungated", [pin_text(one.name, one.reason, ASK_UNGATED) for one in ungated], "")
    )


def pin_text(name: str, reason: str | Open, ask: str) -> str:
    return f"  {scalar(name)}: {_or_question(reason, ask, indent=4)}\n"
