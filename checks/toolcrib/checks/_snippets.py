"""Lines for a person to paste into the configuration, spelled for the file that is in use.

Room: checks, middle. Pure. In pyproject.toml the keys stand under [tool.toolcrib], in toolcrib.toml at the top level.
Touch it when a message has to say what to write there. Not here: reading the configuration (`config`).
"""

from __future__ import annotations

PYPROJECT = "pyproject.toml"
OWN_CONFIG = "toolcrib.toml"


def header(table: str, config: str) -> str:
    """`[[tool.toolcrib.acknowledge]]`, or `[[acknowledge]]` in toolcrib.toml."""
    return f"[[{table}]]" if config == OWN_CONFIG else f"[[tool.toolcrib.{table}]]"


def where(config: str) -> str:
    """Where a key stands in that file."""
    return f"at the top of {OWN_CONFIG}" if config == OWN_CONFIG else f"under [tool.toolcrib] in {PYPROJECT}"


EXCLUDE = f'exclude = ["…"] under [tool.toolcrib] in {PYPROJECT}, or at the top of {OWN_CONFIG}'
"""The line that leaves a file out, for a message that cannot know which of the two is in use."""


def quoted(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'


def acknowledgement(file: str, anchor: str, *, dynamic: bool, maybe_nothing: bool, config: str) -> tuple[str, ...]:
    """The block that settles a registration that cannot be read; the names and the reason are left to a person.

    Whether a place that nothing here calls, or that was not followed, registers nothing is for them to say as well: a
    framework or another program may call it.
    """
    names = 'tools = ["???"]'
    return (
        header("acknowledge", config),
        f"file = {quoted(file)}",
        f"anchor = {quoted(anchor)}",
        "tools = []" if dynamic else f"{names}  # or [] where it registers nothing" if maybe_nothing else names,
        *(["dynamic = true"] if dynamic else []),
        'reason = "???"',
    )
