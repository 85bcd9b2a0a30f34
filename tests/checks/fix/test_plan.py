"""What a fix changes, what it leaves to a person, and that doing it twice changes nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import pytest

from toolcrib.checks import Side, check_all
from toolcrib.checks.fix import FixPlan, Wishes, diff, plan_fix
from toolcrib.checks.settings import Acknowledgement, Settings
from toolcrib.checks.surface import read_surface
from toolcrib.manifest import FileChange, Location, ManifestProblems, declare, load_text, read_sources

MANIFEST = """\
# kept: this comment
agents:
  clients: {empty_selection: none}
capabilities:
  billing: {feature: null}
tools:
  list_invoices:   # and this one
    description: List the invoices of a customer.
    capability: billing
    mutates: false
    agents: [clients]
  delete_invoice:
    description: Delete an invoice for good.
    capability: billing
    mutates: true
    agents: [clients]
"""
PINS = """\
mutating:
  delete_invoice: A person asks for each deletion.
ungated:
  billing: The server has no permission model of its own.
"""
SERVER = '''\
from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("billing")


@mcp.tool()
def list_invoices(customer: str) -> list[str]:
    """List the invoices of a customer.

    Args:
        customer: whose
    """
    return []


@mcp.tool(name="delete_invoice", description="Delete an invoice for good.")
def remove(number: str) -> None: ...
'''
SETTINGS, WISHES = Settings(), Wishes()
NEW = '\n\n@mcp.tool(annotations=ToolAnnotations({hint}))\ndef {name}() -> None:\n    """New."""\n'


@dataclass(frozen=True)
class Project:
    """A project in memory: its three files."""

    manifest: str = MANIFEST
    pins: str = PINS
    server: str = SERVER

    def plan(self, *, settings: Settings = SETTINGS, wishes: Wishes = WISHES) -> FixPlan:
        files = {"server.py": self.server.encode()}
        declared = load_text(self.manifest, pins=self.pins)
        side = Side(declared=declared, surface=read_surface(files))
        report = check_all((side,), settings)
        return plan_fix(
            (side,), files, report, read=read_surface, acknowledged=settings.acknowledgements, wishes=wishes
        )

    def after(self, plan: FixPlan) -> Project:
        texts = {change.path: change.after.decode() for change in plan.changes}
        return Project(
            texts.get("tools.yaml", self.manifest),
            texts.get("pins.yaml", self.pins),
            texts.get("server.py", self.server),
        )


def changed(plan: FixPlan) -> dict[str, list[str]]:
    """The added and removed lines of each file."""
    found: dict[str, list[str]] = {}
    for change in plan.changes:
        lines = diff([change]).splitlines()[2:]
        found[change.path] = [line for line in lines if line[:1] in "+-"]
    return found


def test_nothing_to_do_changes_nothing() -> None:
    assert Project().plan() == FixPlan()


CASES: Mapping[str, tuple[Project, dict[str, list[str]]]] = {
    "a docstring follows the row and keeps its sections": (
        Project(server=SERVER.replace("List the invoices of", "Shows invoices for")),
        {
            "server.py": [
                '-    """Shows invoices for a customer.',
                '+    """List the invoices of a customer.',
            ]
        },
    ),
    "an argument follows the row": (
        Project(server=SERVER.replace("for good.", "now.")),
        {
            "server.py": [
                '-@mcp.tool(name="delete_invoice", description="Delete an invoice now.")',
                '+@mcp.tool(name="delete_invoice", description="Delete an invoice for good.")',
            ]
        },
    ),
    "a row that is only spelled otherwise is renamed, and its pin with it": (
        Project(
            manifest=MANIFEST.replace("  delete_invoice:", "  deleteInvoice:"), pins=PINS.replace("delete_", "delete-")
        ),
        {
            "tools.yaml": ["-  deleteInvoice:", "+  delete_invoice:"],
            "pins.yaml": [
                "-  delete-invoice: A person asks for each deletion.",
                "+  delete_invoice: A person asks for each deletion.",
            ],
        },
    ),
    "a phantom row goes, and its pin with it": (
        Project(server=SERVER.partition('\n\n@mcp.tool(name="delete')[0] + "\n"),
        {
            "tools.yaml": [
                "-  delete_invoice:",
                "-    description: Delete an invoice for good.",
                "-    capability: billing",
                "-    mutates: true",
                "-    agents: [clients]",
            ],
            "pins.yaml": ["-mutating:", "-  delete_invoice: A person asks for each deletion.", "+mutating: {}"],
        },
    ),
    "a stale pin goes": (
        Project(pins=PINS.replace("ungated:", "  gone: It was needed for the import.\nungated:")),
        {"pins.yaml": ["-  gone: It was needed for the import."]},
    ),
    "a reader's row is drafted with what the code says": (
        Project(server=SERVER + NEW.format(hint="readOnlyHint=True", name="find")),
        {
            "tools.yaml": [
                "+  find:",
                "+    description: New.",
                "+    capability: billing",
                "+    mutates: false",
                "+    agents: [clients]",
            ]
        },
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_has_one_answer_is_changed_and_the_check_is_clean_then(name: str) -> None:
    project, expected = CASES[name]
    plan = project.plan()
    assert changed(plan) == expected
    assert plan.undecided == ()
    assert project.after(plan).plan() == FixPlan()


def test_from_code_takes_the_code_s_text_into_the_row() -> None:
    project = Project(server=SERVER.replace("List the invoices of", "Shows invoices for"))
    plan = project.plan(wishes=Wishes(from_code=True))
    assert changed(plan) == {
        "tools.yaml": [
            "-    description: List the invoices of a customer.",
            "+    description: Shows invoices for a customer.",
        ]
    }
    assert project.after(plan).plan() == FixPlan()


def test_a_writer_is_drafted_with_its_pin_and_both_wait_for_a_person() -> None:
    plan = Project(server=SERVER + NEW.format(hint="readOnlyHint=False", name="pay")).plan()
    assert plan.questions == 1
    text = Project().after(plan)
    assert "pay: " in text.pins
    with pytest.raises(ManifestProblems) as caught:
        load_text(text.manifest, pins=text.pins)
    assert [getattr(error, "code", "") for error in caught.value.exceptions] == ["open-question"]


def test_a_tool_whose_hints_say_nothing_is_drafted_with_a_question() -> None:
    plan = Project(server=SERVER + NEW.format(hint="", name="settle")).plan()
    assert "+    mutates: ???  # true or false: does the call itself commit a change?" in changed(plan)["tools.yaml"]


def test_an_unpinned_writer_gets_a_pin_without_a_reason() -> None:
    plan = Project(
        pins=PINS.replace("mutating:\n  delete_invoice: A person asks for each deletion.", "mutating: {}")
    ).plan()
    assert plan.questions == 1
    assert any("???" in line and "delete_invoice" in line for line in changed(plan)["pins.yaml"])


def test_a_pin_that_is_only_spelled_otherwise_keeps_its_reason() -> None:
    plan = Project(pins=PINS.replace("delete_invoice", "deleteInvoice").replace("  billing:", "  Billing:")).plan()
    after = Project().after(plan)
    assert "  delete_invoice: A person asks for each deletion.\n" in after.pins
    assert "  billing: The server has no permission model of its own.\n" in after.pins
    assert "eleteInvoice" not in after.pins
    assert "Billing" not in after.pins


RENAMED = MANIFEST.replace("  delete_invoice:", "  erase:")
RENAMED_PINS = PINS.replace("delete_invoice", "erase")
UNTIL = Wishes(until=date(2027, 6, 30))


def test_a_tool_with_the_description_of_a_phantom_row_is_renamed_with_all_that_was_decided() -> None:
    project = Project(manifest=RENAMED, pins=RENAMED_PINS)
    plan = project.plan(wishes=UNTIL)
    after = project.after(plan)
    assert plan.undecided == ()
    assert plan.questions == 0
    assert "erase: {to: delete_invoice, until: 2027-06-30}" in after.manifest
    assert after.pins == PINS
    assert after.plan() == FixPlan()


@pytest.mark.parametrize("code", ["TC101", "TC102"])
def test_half_of_a_rename_is_left_with_the_command_that_mends_both(code: str) -> None:
    plan = Project(manifest=RENAMED, pins=RENAMED_PINS).plan(wishes=Wishes(codes=frozenset({code})))
    assert plan.changes == ()
    assert [one.way_out.partition(" renames")[0] for one in plan.undecided] == ["toolcrib fix --select TC101,TC102"]


def test_two_rows_with_one_description_are_no_rename() -> None:
    twin = RENAMED + "  wipe:\n    description: Delete an invoice for good.\n    capability: billing\n"
    plan = Project(manifest=twin + "    mutates: true\n    agents: []\n", pins=RENAMED_PINS).plan(wishes=UNTIL)
    assert "+renamed:" not in changed(plan)["tools.yaml"]
    assert "+  delete_invoice:" in changed(plan)["tools.yaml"]


def test_a_row_with_the_function_s_name_looks_renamed_and_is_left_to_a_person() -> None:
    other = RENAMED.replace("  erase:", "  remove:").replace("Delete an invoice for good.", "Drop it.")
    plan = Project(manifest=other, pins=RENAMED_PINS.replace("erase", "remove")).plan(wishes=UNTIL)
    assert plan.changes == ()
    assert len(plan.undecided) == 1
    assert "has the function's name: it looks renamed" in plan.undecided[0].what
    assert "add `remove: {to: delete_invoice, until: <the last day>}` under renamed" in plan.undecided[0].way_out


def test_a_tool_that_goes_by_an_old_name_again_is_no_rename() -> None:
    back = RENAMED + "renamed:\n  delete_invoice: {to: erase, until: 2027-06-30}\n"
    plan = Project(manifest=back, pins=RENAMED_PINS).plan(wishes=UNTIL)
    assert "erase: {to: delete_invoice" not in str(plan.changes)


UNREADABLE = "\nfor fn in load():\n    mcp.add_tool(fn)\n"


def test_a_row_stays_while_a_registration_cannot_be_read() -> None:
    server = SERVER.partition('\n\n@mcp.tool(name="delete')[0] + UNREADABLE
    plan = Project(server=server).plan()
    assert plan.changes == ()
    assert {one.what[:5] for one in plan.undecided} == {"TC102", "TC104"}


def test_a_row_goes_when_the_unreadable_registration_is_acknowledged_with_its_names() -> None:
    server = SERVER.partition('\n\n@mcp.tool(name="delete')[0] + UNREADABLE
    anchor = read_surface({"server.py": server.encode()}).unresolved[0].anchor
    word = Acknowledgement(
        file="server.py",
        anchor=anchor,
        tools=("other",),
        reason="It is made at start.",
        dynamic=False,
        at=Location("c"),
    )
    plan = Project(server=server).plan(settings=Settings(acknowledgements=(word,)))
    assert "-  delete_invoice:" in changed(plan)["tools.yaml"]
    assert "+  other:" in changed(plan)["tools.yaml"]


def test_a_row_goes_when_a_helper_is_said_to_register_nothing_and_nothing_calls_it() -> None:
    server = SERVER.partition('\n\n@mcp.tool(name="delete')[0] + "\n\ndef helper(server):\n    server.tool()(print)\n"
    word = Acknowledgement(
        file="server.py",
        anchor="helper: server.tool()",
        tools=(),
        reason="It is there for other packages.",
        dynamic=False,
        at=Location("c"),
    )
    project = Project(server=server)
    assert project.plan().changes == ()
    plan = project.plan(settings=Settings(acknowledgements=(word,)))
    assert "-  delete_invoice:" in changed(plan)["tools.yaml"]
    assert plan.undecided == ()


def test_many_phantom_rows_at_once_look_like_source_that_was_not_read() -> None:
    rows = "".join(
        f"  t{n}:\n    description: Do {n}.\n    capability: billing\n    mutates: false\n    agents: []\n"
        for n in range(8)
    )
    plan = Project(manifest=MANIFEST + rows).plan()
    assert plan.changes == ()
    assert len(plan.undecided) == 8
    assert "toolcrib surface" in plan.undecided[0].way_out


def test_what_is_ignored_is_left_alone() -> None:
    server = SERVER.replace("List the invoices of", "Shows invoices for").replace(
        "def list_invoices(customer: str) -> list[str]:",
        "def list_invoices(customer: str) -> list[str]:  # toolcrib: ignore[TC105] the words are being tried out",
    )
    assert Project(server=server).plan() == FixPlan()


def test_only_the_selected_rules_are_mended() -> None:
    project = Project(
        server=SERVER.replace("for good.", "now."), pins=PINS.replace("ungated:", "  gone: For the import.\nungated:")
    )
    assert set(changed(project.plan(wishes=Wishes(codes=frozenset({"TC105"}))))) == {"server.py"}


def test_one_text_for_two_tools_with_two_rows_is_left_to_a_person() -> None:
    server = (
        SERVER.replace('description="Delete an invoice for good."', "description=TEXT")
        .replace('mcp = FastMCP("billing")', 'mcp = FastMCP("billing")\nTEXT = "Shared."')
        .replace("@mcp.tool()\n", "@mcp.tool(description=TEXT)\n")
    )
    plan = Project(server=server).plan()
    assert plan.changes == ()
    assert len(plan.undecided) == 2


def test_a_text_that_is_put_together_is_left_to_a_person() -> None:
    server = SERVER.replace('"Delete an invoice for good."', '"Delete " + "an invoice."')
    plan = Project(server=server).plan()
    assert plan.changes == ()
    assert len(plan.undecided) == 1
    assert "fix --from-code" in plan.undecided[0].way_out


def test_a_manifest_in_python_is_edited_by_hand(tmp_path: object) -> None:
    text = (
        "from toolcrib.manifest import Manifest\n"
        'TOOL_MANIFEST = Manifest(agents={"clients": {"empty_selection": "none"}}, tools={},\n'
        '    capabilities={"billing": {"feature": None}},\n'
        '    pins={"mutating": {}, "ungated": {"billing": "The server has no permission model."}})\n'
    )
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    (tmp_path / "tool_manifest.py").write_text(text)
    declared = declare(read_sources("tool_manifest.py", root=tmp_path))
    files = {"server.py": SERVER.encode()}
    side = Side(declared=declared, surface=read_surface(files))
    plan = plan_fix((side,), files, check_all((side,), Settings()), read=read_surface, wishes=Wishes())
    assert plan.changes == ()
    assert all("edited by hand" in one.what for one in plan.undecided)
    assert len(plan.undecided) == 2


def test_a_diff_is_what_git_applies() -> None:
    change = FileChange(path="a.py", before=b"one\ntwo\x0c\n", after=b"one\nthree")
    assert diff([change]) == (
        "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n one\n-two\x0c\n+three\n\\ No newline at end of file\n"
    )
    assert diff([FileChange(path="n", before=None, after=b"x\n")]).startswith("--- /dev/null\n+++ b/n\n")
    assert "\x1b[31m-two\\x0c\x1b[0m" in diff([change], color=True)
