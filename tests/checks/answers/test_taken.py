"""Files that changed in nothing that a run takes from them: the answer holds, and it is the one of a whole run."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.checks.answers.conftest import MORE as BESIDE
from tests.checks.answers.conftest import SERVER

from toolcrib.checks import _stamps, answers
from toolcrib.checks._kept import FOLDER, read_bytes, unpack
from toolcrib.checks._lending import Account, Contents, lend
from toolcrib.checks.surface import __file__ as surface_file
from toolcrib.checks.surface import _identifiers, _module, _program, _taken, read_surface
from toolcrib.checks.surface.dialects import _unread

SURFACE = ("surface", "--format", "json")
CHECK = ("check", "--format", "json")
AREA = '''\
from lib.sizes import SIZES


def area(width, height):
    """How much it is."""
    return width * height * SIZES["one"]
'''
USES = """\
from app.server import mcp

box = mcp
"""
MORE = {
    "lib/area.py": AREA,
    "lib/sizes.py": 'SIZES = {"one": 1}\n',
    "lib/__init__.py": "",
    "app/uses.py": USES,
    "app/quiet.py": "from app.uses import box\n\nlimit = 3\n",
}


@pytest.fixture
def wide(project: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The project with files beside it that name no framework, and files that use its server.

    Of one day and one toolcrib: who edits it, or works past midnight, while the tests run is told so by other tests.
    """
    monkeypatch.setattr(_stamps, "SLACK", 0)
    monkeypatch.setattr(answers, "own_stamp", lambda: "one")
    monkeypatch.setattr(answers, "_today", lambda: b"2026-01-01")
    for name, text in MORE.items():
        project.write(name, text)
    project.git("add", "-A")
    for words in (SURFACE, CHECK):
        assert project.run(*words)[0] in (0, 1)
        assert project.kept(*words) is not None
    return project


def more(name: str, text: str) -> Callable[[Any], None]:
    """Text at the end of a file."""
    return lambda project: project.write(name, (project.root / name).read_text() + text)


def other(name: str, old: str, new: str) -> Callable[[Any], None]:
    return lambda project: project.replace(name, old, new)


def together(*edits: Callable[[Any], None]) -> Callable[[Any], None]:
    def edit(project: Any) -> None:
        for one in edits:
            one(project)

    return edit


def not_utf8(project: Any) -> None:
    (project.root / "lib/area.py").write_bytes(AREA.encode() + b"# \xff\n")


THE_SAME = {
    "another body where no framework is named": other("lib/area.py", "return width", "area = 1\n    return 2 * width"),
    "a function more there": more("lib/area.py", "\n\ndef volume(width):\n    return area(width, width) * width\n"),
    "a comment there": other("lib/area.py", "def area", "# Rather simple: (width, 'height')\ndef area"),
    "no Python any more, which nobody reads": more("lib/sizes.py", "def (\n"),
    "a comment at the end of a server": more("app/server.py", "\n# Looked at: nothing to do before 2027.\n"),
    "one that is indented": more("app/server.py", "    # 12\n\n\n"),
    "a comment at the end of a file that is looked at": more("app/quiet.py", "# kept short\n"),
    "at the end of an empty one": more("app/__init__.py", "# nothing\n"),
    "several": together(
        more("lib/sizes.py", "MORE = 1\n"), more("app/server.py", "# 1\n"), more("app/quiet.py", "# 2\n")
    ),
}
NOT_THE_SAME = {
    "an import more": other("lib/area.py", "from lib", "from app import server\nfrom lib"),
    "a framework": other("lib/area.py", "from lib", "from mcp.server.fastmcp import FastMCP\nfrom lib"),
    "an import by a name": more(
        "lib/area.py", '\nfrom importlib import import_module\nx = import_module("app.server")\n'
    ),
    "a word of another package's tool": more("lib/area.py", "\n@area.tool\ndef found(): ...\n"),
    "the same in a comment": more("lib/area.py", "# see @area.tool()\n"),
    "a word of a framework that is told by its import": more("lib/area.py", "# as browser_use does\n"),
    "an ignore comment": more("lib/area.py", "# toolcrib: ignore[TC101] nobody is offered it\n"),
    "a framework that nobody reads": other("lib/area.py", "from lib", "from griptape import tool_of\nfrom lib"),
    "no UTF-8": not_utf8,
    "a tool more": more("app/server.py", "\n\n@mcp.tool()\ndef second() -> None: ...\n"),
    "another name": other("app/server.py", "def list_invoices", "def last_invoices"),
    "another line": other("app/server.py", "mcp =", "\nmcp ="),
    "a comment within": other("app/server.py", "mcp =", "# 12\nmcp ="),
    "an ignore comment at a server": other(
        "app/server.py", "mcp.tool()(extra)", "mcp.tool()(extra)  # toolcrib: ignore"
    ),
    "one at its end": more("app/server.py", "# toolcrib: ignore[TC101] it stays\n"),
    "a word that leads to a tool, in a comment": more("app/quiet.py", "# add_tool\n"),
    "a name that carries a server, in a comment": more("app/quiet.py", "# box\n"),
    "an import in a comment": more("app/quiet.py", "# then: import app.server\n"),
    "a text at the end": more("app/quiet.py", '"""text\n# 1\n"""\n'),
    "a line that goes on": more("app/quiet.py", "limit = \\\n# 1\n"),
    "a carriage return": more("app/quiet.py", "# 1\r\n"),
    "an encoding": more("app/__init__.py", "# coding: latin-1\n"),
    "a tool of a file that is taken from": other("app/more.py", "one thing more", "two things more"),
    "one that does and one that does not": together(more("lib/sizes.py", "X = 1\n"), more("app/more.py", "Y = 1\n")),
    "a file that goes": together(more("lib/sizes.py", "X = 1\n"), lambda p: (p.root / "app/quiet.py").unlink()),
    "a file that comes": together(more("lib/sizes.py", "X = 1\n"), lambda p: p.write("app/new.py")),
    "the configuration as well": together(
        more("lib/sizes.py", "X = 1\n"), more("toolcrib.toml", 'exclude = ["lib"]\n')
    ),
}


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("what", THE_SAME)
def test_the_answer_holds(wide: Any, what: str, again: bool) -> None:
    """Also that of a check, which looks for what the tools write: once more, when that is known of an earlier run."""
    if again:
        for words in (SURFACE, CHECK):
            (wide.root / FOLDER / "answers" / answers.asked_by(words)).unlink()
            wide.run(*words)
    THE_SAME[what](wide)
    for words in (SURFACE, CHECK):
        kept = wide.kept(*words)
        assert kept is not None
        assert kept == wide.fresh(*words)
    assert wide.agrees(SURFACE, CHECK)


@pytest.mark.parametrize("what", NOT_THE_SAME)
def test_the_work_is_done_anew(wide: Any, what: str) -> None:
    NOT_THE_SAME[what](wide)
    assert wide.kept(*SURFACE) is None
    assert wide.kept(*CHECK) is None
    assert wide.agrees(SURFACE, CHECK)


WRITES = {
    "a caller of what registers": more("lib/area.py", "\n\nregister(1, 2)\n"),
    "a word of a handler of all calls": more("lib/area.py", "# call_tool\n"),
    "the function that writes": other("lib/area.py", "return width", "open('x', 'w').write(width)\n    return width"),
    "a class below": more("lib/sizes.py", "\n\nclass Deeper(Deep): ...\n"),
}


@pytest.mark.parametrize("what", WRITES)
def test_what_a_tool_writes_is_looked_for_anew(wide: Any, what: str) -> None:
    wide.write(
        "app/server.py",
        "from mcp.server.fastmcp import FastMCP\nfrom lib.area import area\n\nmcp = FastMCP('x')\n\n\n"
        "class Deep:\n    def go(self, x):\n        ...\n\n\n"
        "def register(server, size):\n    @server.tool()\n    def list_invoices(customer: str, d: Deep) -> list[str]:\n"
        '        """List the invoices of a customer."""\n        d.go(1)\n'
        "        return area(size.go(), customer)\n\n\n"
        "register(mcp, object())\n",
    )
    assert wide.run(*CHECK)[0] in (0, 1)
    more("lib/sizes.py", "# 1\n")(wide)
    assert wide.kept(*CHECK) is not None
    WRITES[what](wide)
    assert wide.kept(*CHECK) is None
    assert wide.agrees(CHECK, SURFACE)


def test_the_next_run_finds_nothing_changed(wide: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        more("lib/area.py", f"# {number}\n")(wide)
        assert wide.kept(*SURFACE) is not None
        with monkeypatch.context() as patch:
            patch.setattr(answers, "_gives_the_same", lambda *_: pytest.fail("it was looked at again"))
            assert wide.kept(*SURFACE) is not None
    other("lib/area.py", "from lib", "from app import server\nfrom lib")(wide)
    assert wide.kept(*SURFACE) is None


def test_too_many_changes_are_not_looked_at(wide: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    more("lib/area.py", "# 1\n")(wide)
    more("lib/sizes.py", "# 1\n")(wide)
    monkeypatch.setattr(answers, "MOST_CHANGED", 1)
    assert wide.kept(*SURFACE) is None
    monkeypatch.setattr(answers, "MOST_CHANGED", 2)
    assert wide.kept(*SURFACE) is not None


@pytest.mark.parametrize("damage", ["gone", "of another answer", "changed", "a link"])
def test_what_was_taken_is_believed_only_as_it_was_written(wide: Any, damage: str) -> None:
    taken = wide.root / FOLDER / "taken" / answers.asked_by(SURFACE)
    before = taken.read_bytes()
    if damage == "gone":
        taken.unlink()
    elif damage == "changed":
        taken.write_bytes(before.replace(b"lib/area.py", b"lib/aria.py"))
    elif damage == "a link":
        (wide.root / FOLDER / "taken").rename(wide.root / "elsewhere")
        (wide.root / FOLDER / "taken").symlink_to(wide.root / "elsewhere")
    else:
        more("app/server.py", "# toolcrib: none\n")(wide)
        wide.run(*SURFACE)
        taken.write_bytes(before)
    more("lib/area.py", "# 1\n")(wide)
    assert wide.kept(*SURFACE) is None
    assert wide.agrees(SURFACE)


def test_a_file_that_is_also_read_otherwise_was_taken_whole(wide: Any) -> None:
    """The catalogue of features is read from a source file: what the surface took from it is not all."""
    wide.write("app/server.py", "x = 1\n")
    wide.replace("manifest/tools.yaml", "tools:\n", "tools: {}\nrenamed: {}\nignored: 1\n")
    wide.write("manifest/tools.yaml", "agents: {}\ncapabilities: {}\ntools: {}\n")
    wide.run(*CHECK)
    assert wide.kept(*CHECK) is not None
    more("lib/area.py", "# 1\n")(wide)
    assert wide.kept(*CHECK) is not None
    more("app/permissions.py", "# 1\n")(wide)
    assert wide.kept(*CHECK) is None
    assert wide.agrees(CHECK)


SNIPPETS = (
    "# 1\n", "# nothing to do\n", "# box\n", "# tool\n", "\n\n", "x = 1\n", "import app.server\n",
    "from lib import area\n",
    "# toolcrib: ignore[TC101] why not\n", "def list_more(a: str) -> str:\n    return a\n", "mcp.tool()(area)\n",
    "from app.uses import box\n", "@box.tool()\ndef more_of() -> None: ...\n", "# import app.server\n",
    "'''\n# x\n'''\n",
    "class A: ...\n", "getattr(x, y)\n", "# getattr, box\n", "box.add_tool(x)\n", "# ;import app.more\n",
    "(\n", ")\n", "\\\n",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_any_edit(wide: Any, seed: int) -> None:
    """At random places of random files: what is given again is what a run says that knows nothing."""
    chance = random.Random(seed)
    names = [*MORE, "app/server.py", "app/more.py", "app/__init__.py"]
    held = 0
    for turn in range(24):
        if turn % 4 == 0:  # what is broken stays so otherwise
            for name, text in {**MORE, "app/server.py": SERVER, "app/more.py": BESIDE, "app/__init__.py": ""}.items():
                wide.write(name, text)
            wide.run(*SURFACE)
            wide.run(*CHECK)
        for name in chance.sample(names, chance.choice((1, 1, 2))):
            lines = (wide.root / name).read_text().splitlines(keepends=True)
            at = chance.choice((len(lines), len(lines), chance.randint(0, len(lines))))
            if lines and chance.random() < 0.3:
                del lines[min(at, len(lines) - 1)]
            else:
                lines.insert(at, chance.choice(SNIPPETS))
            wide.write(name, "".join(lines))
        for words in (SURFACE, CHECK):
            kept, fresh = wide.kept(*words), wide.fresh(*words)
            assert kept in (None, fresh)
            held += kept is not None
            if kept is None:
                assert wide.run(*words) == fresh
    assert held


# Every place in the surface, and where writes are looked for, that looks at the bytes of a file.
# What a new one takes has to be among what `_taken` compares, before it is added here.
LOOKS = {
    "_IN_OTHER_WORDS.search(module.data)", "_RENAMED.findall(self._program.modules[path].data)",
    "data = files[path].data", "importer.data.splitlines", "self.data = data", "readable(self.data)", "Seen(self.data)",
    "_says(self.data, word)",
    "look(self.data)", "self.program.read(self.path, self.data, self.program.trees.take(self.path))",
    "b'class' in self.data", "len(self.data)", "_DEFINED.findall(self.data)", "b'**' in m.data",
    "imports_provider(m.data)", "data = seen.data", "_taken.head(module.data, common, number)", "len(m.data)",
    "imports_provider(site.module.data)", "b'strands' in module.data",
    "_carriers: m.seen.by_name", "_carriers: module.seen.by_name", "_carriers: module.seen.quoted",
    "_identifiers: module.seen.text", "_module: module.seen.text", "_module: self.seen = Seen(self.data)",
    "_module: self.seen.names_any", "_program: self.modules[name].seen.by_name",
    "_program: {path: module.seen for path, module in self.modules.items()}",
    "_surface: {path: module.seen for path, module in program.modules.items()}",
    "_telling: _taken.looked(module.seen, common, number, quiet=quiet)",
    "says(m.data, word)", "b'class ' in m.data", "says(m.data, name.encode())", "b'call_tool' in m.data",
}  # fmt: skip
OF_VALUES = {
    "receiver.framework.data.update(made.data)", "'tool' in right.data", "'high' in server.data", "'tool' in obj.data",
    "Obj(self, agent.kind, agent.site, {**agent.attrs, 'tools': tools or Items('list', [])}, agent.data)",
    "Obj(self, 'agent', agent.site, {**agent.attrs, 'tools': value}, agent.data)", "data=obj.data",
}  # fmt: skip


def looks() -> Iterator[str]:
    above_all = Path(surface_file or "").parent
    for file in (*above_all.rglob("*.py"), *(above_all.parent / "writes").rglob("*.py")):
        tree = ast.parse(file.read_text())
        above = {inner: outer for outer in ast.walk(tree) for inner in ast.iter_child_nodes(outer)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in ("data", "seen"):
                around = above[node]
                table = isinstance(around, ast.Subscript) and around.value is node
                if not table and not (
                    isinstance(around, ast.Attribute) and around.attr in ("get", "setdefault", "pop", "update")
                ):
                    where = f"{file.stem}: " if node.attr == "seen" else ""
                    yield where + ast.unparse(around)


def test_every_place_that_looks_at_bytes_is_known() -> None:
    assert set(looks()) - OF_VALUES == LOOKS


def test_the_patterns_are_those_of_the_surface() -> None:
    assert _taken.STRAY.pattern == _module._STRAY.pattern
    assert set(_unread.FRAMEWORKS) == _taken.UNREAD


def test_who_takes_a_file_in_the_plain_way_or_does_not_say_what_took_all() -> None:
    account = Account("root")
    files = Contents({"a": b"1", "b": b"2", "c": b"3"}, account)
    loan, further = lend(files), lend(files.only(["a", "b"]))
    for name in "abc":
        loan.say(name, b"little")
    assert set(account.taken()) == {"c"}
    further.say("a", b"less")
    further.say("a", b"again")
    assert account.taken() == {"a": [b"little", b"less"], "c": [b"little"]}
    assert "a" in files
    assert files["a"] == b"1"
    assert set(account.taken()) == {"c"}
    assert dict(files) == {"a": b"1", "b": b"2", "c": b"3"}
    assert not account.taken()


def test_the_words_that_imports_are_asked_for_are_heard(wide: Any) -> None:
    taken = read_bytes(wide.root / FOLDER / "taken" / answers.asked_by(SURFACE))
    assert taken is not None
    needles = unpack(unpack(unpack(taken)[3])[0])[0].split(b"\0")
    assert b"box" in needles
    assert b"add_tool" in needles


def test_whoever_looks_through_files_for_words_is_heard() -> None:
    program = _program.Program({"a.py": b"one = 1\n"})
    module = program.modules["a.py"]
    identifiers = _identifiers.Identifiers([module])
    _taken.listen()
    try:
        assert identifiers.holders({b"one", b"other.two"}) == [module]
        assert not _module.may_say(module, {b"three"})
        assert _taken.heard() == {b"one", b"other", b"two", b"three"}
    finally:
        _taken.no_longer()
    identifiers.holders({b"four"})
    assert not _taken.heard()


def test_the_surface_is_the_same_for_whoever_asks() -> None:
    plain = {"server.py": b"from mcp.server.fastmcp import FastMCP\nm = FastMCP()\n@m.tool()\ndef f() -> None: ...\n"}
    assert read_surface(Contents(plain, Account(""))) == read_surface(plain)
