"""What edits look like in a text: the difference that a reviewer sees, for the shapes that people write."""

from __future__ import annotations

import difflib
import os
from datetime import date
from pathlib import Path

import pytest

from toolcrib.manifest import (
    AddAgent,
    AddCapability,
    AddPin,
    AddRow,
    ArgumentRule,
    DraftRow,
    Edit,
    EditedSection,
    EditError,
    EmptySelection,
    ManifestProblems,
    PinKind,
    RemovePin,
    RemoveRow,
    RenameTool,
    RuntimeTools,
    ScopedArgument,
    SetField,
    Sources,
    ToolRow,
    apply_edits,
    edit_text,
    load_text,
)

ROW = ToolRow(description="Show: one.", capability="schedules", mutates=False, agents=("chat",))
TEXT = """\
# Head.

agents:
  chat: {empty_selection: defaults}   # a person

capabilities: {schedules: {feature: schedules}, admin: {feature: null}}

tools:
  # -- schedules --
  drop_schedule:
    description: >-
      Drop one schedule,
      for good.
    capability: schedules
    mutates: true      # writes
    agents:
    - chat   # asked for

  # Reads only.
  list_schedules: {description: 'List them.', capability: schedules, mutates: false, agents: [chat]}

  # toolcrib: ignore[TC102] soon
  show_all:
    description: |
      Show
        all.
    capability: "schedules"
    mutates: false
    agents: []
    scope:
      project_id: project
      id: schedule   # kind
# The end.
"""


def difference(text: str, *edits: Edit, kind: str = "manifest") -> str:
    after = edit_text(text, edits, kind="pins" if kind == "pins" else "manifest")
    lines = difflib.unified_diff(text.splitlines(), after.splitlines(), lineterm="", n=0)
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


PINNED = ScopedArgument(ArgumentRule.PINNED, "workspace")
CHECKED = ScopedArgument(ArgumentRule.CHECKED, "project")
DRAFT = DraftRow(description="d", capability="???", mutates="???", agents=("???",), notes={"mutates": "why?"})
EDITS: dict[str, Edit] = {
    "add a row where it belongs": AddRow("keep_schedule", ROW),
    "add a draft at the end": AddRow("zz", DRAFT),
    "describe a row in braces": SetField("list_schedules", "description", "List: all."),
    "describe a row whose text is folded": SetField("drop_schedule", "description", "Drop it. " * 14 + "End."),
    "describe a row whose text is literal": SetField("show_all", "description", "Show\nnone."),
    "describe a row with what a block cannot hold": SetField("show_all", "description", " a\u00a0b \n"),
    "move a row to another capability": SetField("show_all", "capability", "admin"),
    "make a writer a reader": SetField("drop_schedule", "mutates", False),
    "grant a row to one more agent": SetField("drop_schedule", "agents", ("chat", "bot")),
    "grant a row to nobody": SetField("drop_schedule", "agents", ()),
    "grant a row in braces in another order": SetField("list_schedules", "agents", ("bot", "chat")),
    "change a scope": SetField("show_all", "scope", {"id": "plan", "x": "y"}),
    "pin and check arguments": SetField("show_all", "scope", {"id": PINNED, "p_id": CHECKED, "items[].id": PINNED}),
    "pin an argument in braces": SetField("list_schedules", "scope", {"id": PINNED}),
    "limit what the model gets": SetField("list_schedules", "result_limit", 5000),
    "remove a scope": SetField("show_all", "scope", None),
    "add a scope": SetField("drop_schedule", "scope", {"id": "schedule"}),
    "add a scope in braces": SetField("list_schedules", "scope", {"id": "schedule"}),
    "change what an empty list means": SetField("chat", "empty_selection", "none", EditedSection.AGENTS),
    "ungate a capability": SetField("schedules", "feature", None, EditedSection.CAPABILITIES),
    "remove a row": RemoveRow("list_schedules"),
    "rename a row": RenameTool("list_schedules", "list all"),
    "rename a row and understand the old name": RenameTool("show_all", "yes", date(2027, 6, 30)),
    "add an agent": AddAgent("bot", EmptySelection.NONE, note="new"),
    "add an agent with runtime tools": AddAgent("bot", "???", RuntimeTools(source="a.py", tools=("x",))),
    "add an agent with the place that makes it": AddAgent("bot", EmptySelection.NONE, bound=("app/bot.py:bot",)),
    "add a capability in braces": AddCapability("new", "a:b"),
}


def test_the_difference_is_what_a_careful_person_would_have_typed() -> None:
    expected = Path(__file__).with_name("edits.expected.txt")
    found = "\n".join(f"## {name}\n{difference(TEXT, edit)}\n" for name, edit in EDITS.items())
    if os.environ.get("TOOLCRIB_ACCEPT"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


def test_a_removed_row_takes_its_own_comment_and_no_other() -> None:
    """A comment that ignores a rule must not come to speak of the next row."""
    after = edit_text(TEXT, [RemoveRow("show_all")])
    assert "ignore[TC102]" not in after
    assert "# The end." in after
    after = edit_text(TEXT, [RemoveRow("drop_schedule")])
    assert "# -- schedules --" in after
    assert "# Reads only." in after


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_line_ends_are_kept(newline: str, end: str) -> None:
    text = "tools: {}\nagents: {}\ncapabilities: {}".replace("\n", newline) + (newline if end else "")
    after = edit_text(text, [AddRow("a", ROW), AddCapability("c", None)])
    assert ("\r\n" in after) == (newline == "\r\n")
    assert after.count("\n") == after.count(newline)
    assert after.endswith("\n") == bool(end)
    assert after.startswith("tools:" + newline)


PINS = "# Why.\nmutating:\n  a: A person asked for it.  # by mail\nungated: {}\n"


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (AddPin(PinKind.MUTATING, "b", "It: is asked for."), '+  b: "It: is asked for."'),
        (AddPin(PinKind.UNGATED, "c", "It is asked for."), "-ungated: {}\n+ungated:\n+  c: It is asked for."),
        (RemovePin(PinKind.MUTATING, "a"), "-mutating:\n-  a: A person asked for it.  # by mail\n+mutating: {}"),
        (RenameTool("a", "z"), "-  a: A person asked for it.  # by mail\n+  z: A person asked for it.  # by mail"),
        (RenameTool("other", "z"), ""),
    ],
)
def test_pins_are_edited_in_their_file(edit: Edit, expected: str) -> None:
    assert difference(PINS, edit, kind="pins") == expected


def test_a_pin_whose_reason_is_open_is_answered_in_its_place() -> None:
    text = "mutating:\n  a: ???  # say why\n"
    after = edit_text(text, [AddPin(PinKind.MUTATING, "a", "A person asked for it.")], kind="pins")
    assert after == "mutating:\n  a: A person asked for it.  # say why\n"


def test_an_empty_text_becomes_a_manifest() -> None:
    after = edit_text("", [AddRow("a", ROW), AddCapability("schedules", None), AddAgent("chat", EmptySelection.NONE)])
    assert after == (
        "agents:\n  chat: {empty_selection: none}\n\n"
        "capabilities:\n  schedules: {feature: null}\n\n"
        'tools:\n  a:\n    description: "Show: one."\n'
        "    capability: schedules\n    mutates: false\n    agents: [chat]\n"
    )
    assert load_text(after).manifest.tools["a"] == ROW


def test_rows_join_a_sorted_section_in_order_and_another_at_its_end() -> None:
    def names(text: str, *new: str) -> list[str]:
        after = edit_text(text, [AddRow(name, ROW) for name in new])
        return [line.strip(" :") for line in after.splitlines() if line.startswith("  ") and line.endswith(":")]

    in_order = "tools:\n  b:\n    mutates: true\n  d:\n    mutates: true\n"
    assert names(in_order, "e", "c", "a") == ["a", "b", "c", "d", "e"]
    assert names(in_order.replace("b:", "x:"), "e", "c") == ["x", "d", "e", "c"]


def test_a_json_manifest_stays_json() -> None:
    text = '{\n  "agents": {},\n  "capabilities": {},\n  "tools": {\n    "a": {"mutates": true}\n  }\n}\n'
    after = edit_text(text, [SetField("a", "mutates", False), AddCapability("c", None)])
    assert after == text.replace("true", "false").replace('"capabilities": {}', '"capabilities": {c: {feature: null}}')


@pytest.mark.parametrize(
    ("text", "edit", "words"),
    [
        (TEXT, AddRow("show_all", ROW), "there is a row `show_all` under `tools` already"),
        (TEXT, RemoveRow("show_al"), "there is no `show_al` under `tools`"),
        (TEXT, SetField("shwo_all", "mutates", True), "Nearest: `show_all`"),
        (TEXT, RenameTool("drop_schedule", "show_all"), "there is a row `show_all`"),
        (TEXT, AddAgent("chat", EmptySelection.NONE), "there is an agent `chat`"),
        (TEXT, AddPin(PinKind.MUTATING, "a", "b"), "AddPin does not belong in the manifest file"),
        ("- a\n", AddRow("a", ROW), "is no mapping of sections"),
        ("tools: 3\n", AddRow("a", ROW), "`tools` is no mapping, so nothing can be added to it"),
        ("tools: {a: 3}\n", SetField("a", "mutates", True), "`tools.a` is no mapping, so `mutates` cannot be set"),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused_in_words(text: str, edit: Edit, words: str) -> None:
    with pytest.raises(EditError, match=words):
        edit_text(text, [edit])


def test_a_text_that_cannot_be_read_is_not_edited() -> None:
    with pytest.raises(ManifestProblems):
        edit_text("tools: [\n", [AddRow("a", ROW)])
    with pytest.raises(ManifestProblems):
        edit_text("tools: &a {}\n", [AddRow("a", ROW)])


# -- several files ---------------------------------------------------------------------------------------------------


def sources(**files: str) -> Sources:
    texts = {name.replace("_yaml", ".yaml").replace("_py", ".py"): text.encode() for name, text in files.items()}
    return Sources(path="manifest", pins_path="pins.yaml", files=texts)


PARTS = {
    "agents_yaml": "agents:\n  chat: {empty_selection: none}\ncapabilities:\n  a: {feature: a}\n  b: {feature: b}\n",
    "one_yaml": "tools:\n  x: {description: d, capability: a, mutates: true, agents: []}\n",
    "two_yaml": "tools:\n  v: {description: d, capability: b, mutates: true, agents: []}\n"
    "renamed:\n  w: {to: x, until: 2027-06-30}\n",
}


def changed(*edits: Edit, **files: str) -> dict[str, str]:
    return {change.path: change.after.decode() for change in apply_edits(sources(**(files or PARTS)), edits)}


def test_an_edit_finds_its_file() -> None:
    row = ToolRow(description="d", capability="b", mutates=False, agents=())
    assert set(changed(AddRow("z", row))) == {"two.yaml"}
    assert set(changed(AddRow("z", row, file="one.yaml"))) == {"one.yaml"}
    assert set(changed(SetField("x", "mutates", False), RemoveRow("v"))) == {"one.yaml", "two.yaml"}
    assert set(changed(AddAgent("bot", EmptySelection.NONE), AddCapability("c", None))) == {"agents.yaml"}
    assert set(changed(AddPin(PinKind.MUTATING, "x", "A person asked for it."))) == {"pins.yaml"}
    with pytest.raises(EditError, match=r"has a row already, in one\.yaml"):
        changed(AddRow("x", row))
    with pytest.raises(EditError, match="is no file of the manifest"):
        changed(AddRow("z", row, file="three.yaml"))
    with pytest.raises(EditError, match="Nearest"):
        changed(RemoveRow("xx"), **{**PARTS, "three_yaml": "tools: {xxx: {}}\n"})


def test_a_rename_reaches_every_file() -> None:
    files = {**PARTS, "pins_yaml": "mutating:\n  x: A person asked for it.\n"}
    after = changed(RenameTool("x", "new", date(2028, 1, 1)), **files)
    assert after["one.yaml"].startswith("tools:\n  new: {")
    assert "x: {to: new, until: 2028-01-01}" in after["one.yaml"]
    assert "w: {to: new, until: 2027-06-30}" in after["two.yaml"]
    assert after["pins.yaml"] == "mutating:\n  new: A person asked for it.\n"


def test_a_new_pins_file_is_a_change_from_nothing() -> None:
    (change,) = apply_edits(sources(**PARTS), [AddPin(PinKind.UNGATED, "a", "It is asked for.")])
    assert (change.path, change.before, change.after) == ("pins.yaml", None, b"ungated:\n  a: It is asked for.\n")


def test_what_does_not_change_is_no_change() -> None:
    assert changed(SetField("x", "mutates", True)) == {}


def test_a_broken_manifest_can_be_put_right() -> None:
    """An unknown name stops loading; the edit that corrects it must not need a manifest that loads."""
    files = {**PARTS, "one_yaml": PARTS["one_yaml"].replace("agents: []", "agents: [Chat]")}
    assert "agents: [chat]" in changed(SetField("x", "agents", ("chat",)), **files)["one.yaml"]


def test_pins_that_stand_in_python_are_edited_by_hand() -> None:
    """A pins file beside them would be a second exact set."""
    source = "from toolcrib.manifest import Manifest\nTOOL_MANIFEST = Manifest(agents={}, capabilities={}, tools={}"
    pin = AddPin(PinKind.MUTATING, "x", "A person asked for it.")
    with pytest.raises(EditError, match=r"the pins stand in m\.py"):
        apply_edits(load_text(f"{source}, pins={{}})", path="m.py"), [pin])
    (change,) = apply_edits(load_text(f"{source})", path="m.py"), [pin])
    assert change.path == "pins.yaml"


def test_a_python_manifest_is_edited_by_hand() -> None:
    with pytest.raises(EditError, match="is Python, which is edited by hand") as caught:
        apply_edits(sources(tool_manifest_py="x = 1\n"), [AddRow("a", ROW)])
    assert 'description: "Show: one."' in str(caught.value) or "Show: one." in str(caught.value)
