"""What the code of a tool writes: single tools, statements and names, and what holds for every input."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from toolcrib.checks.surface import Declaration, Surface, read_surface
from toolcrib.checks.writes import Found, Weight, Writes, said_by
from toolcrib.checks.writes._sql import Does, does, graphql

HERE = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class Row:
    """One entry of kinds.yaml."""

    id: str
    code: str
    finds: str
    also: Mapping[str, str] = field(default_factory=dict)

    def files(self) -> dict[str, bytes]:
        """The modules, with the function `tool` declared on a server."""
        declared = "from fastmcp import FastMCP\nmcp = FastMCP('x')\n" + self.code + "mcp.add_tool(tool)\n"
        return {"server.py": declared.encode(), **{name: text.encode() for name, text in self.also.items()}}


def rows() -> Iterator[Row]:
    for entry in YAML(typ="safe").load(HERE / "kinds.yaml"):
        yield Row(**entry)


def surest(found: Found) -> str:
    if not found.evidence:
        return "nothing"
    best = found.evidence[0]
    return f"{best.kind.value} {best.weight.name.lower()}"


def one(surface: Surface) -> Declaration:
    (tool,) = surface.tools
    return tool


@pytest.mark.parametrize("row", tuple(rows()), ids=lambda row: row.id)
def test_what_is_found_in_one_tool(row: Row) -> None:
    found = Writes(row.files()).of(one(read_surface(row.files())))
    assert found.body
    assert not found.stopped
    assert surest(found) == row.finds, [f"{e.text} {e.at}" for e in found.evidence]


class Kept(dict[str, str]):
    """A cache in memory."""

    def put(self, key: str, text: str) -> None:
        self[key] = text


def test_answers_that_were_kept_are_the_same_and_follow_nothing() -> None:
    row = next(row for row in rows() if row.id == "re-exported")
    files, cache = row.files(), Kept()
    tools = read_surface(files).tools
    first = Writes(files, cache).of_all(tools)
    again = Writes(files, cache)
    assert again.of_all(tools) == first
    assert "_search" not in vars(again)
    changed = {**files, "stores/_disk.py": b"def clean():\n    pass\n"}
    assert Writes(changed, cache).of_all(tools) == (Found(),)


def test_what_was_read_may_be_forgotten_and_the_answers_stay() -> None:
    row = next(row for row in rows() if row.id == "re-exported")
    files, cache = row.files(), Kept()
    (tool,) = read_surface(files).tools
    writes = Writes(files, cache)
    (first,) = writes.of_all([tool])
    assert "_search" in vars(writes)
    writes.forget()
    assert "_search" not in vars(writes)
    assert writes.of(tool) is first
    kept = Writes(files, cache)
    (again,) = kept.of_all([tool])
    assert kept.of(tool) is again  # what the cache said is no question any more
    assert "_search" not in vars(kept)


def test_a_cache_that_holds_nonsense_is_passed_over() -> None:
    row = next(row for row in rows() if row.id == "sql-update")
    files, cache = row.files(), Kept()
    tools = read_surface(files).tools
    first = Writes(files, cache).of_all(tools)
    for nonsense in ("", "[]", "[[1]]", "{}", '[[[["sql"]], "", true]]'):
        for key in cache:
            cache[key] = nonsense
        assert Writes(files, cache).of_all(tools) == first


def test_nothing_is_read_before_the_first_question() -> None:
    assert "_search" not in vars(Writes({"server.py": b"("}))


def test_a_tool_that_is_not_here_has_no_body() -> None:
    row = next(row for row in rows() if row.id == "sql-update")
    assert Writes({}).of(one(read_surface(row.files()))) == Found(body=False)


def test_the_shortest_way_is_shown() -> None:
    files = {
        "server.py": b"from fastmcp import FastMCP\n"
        b"import os\n"
        b"mcp = FastMCP('x')\n"
        b"def far():\n    near()\n"
        b"def near():\n    os.remove('x')\n"
        b"@mcp.tool\ndef tool():\n    far()\n    near()\n"
    }
    (piece,) = Writes(files).of(one(read_surface(files))).evidence
    assert [step.name for step in piece.path] == ["near"]
    assert (piece.at.line, piece.path[0].at.line, piece.weight) == (7, 11, Weight.CERTAIN)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SELECT 1", Does.READS),
        ("select * from t where note = 'DELETE FROM t' -- DROP TABLE t", Does.READS),
        ('SELECT "DELETE FROM t" FROM t FOR UPDATE', Does.READS),
        ("/* INSERT INTO t */ SHOW TABLES", Does.READS),
        ("EXPLAIN DELETE FROM t", Does.READS),
        ("EXPLAIN ANALYZE DELETE FROM t", Does.WRITES),
        ("SELECT a INTO b FROM t", Does.WRITES),
        ("SELECT 1; DELETE FROM t", Does.WRITES),
        ("WITH x AS (SELECT 1) SELECT * FROM x", Does.READS),
        ("WITH x AS (UPDATE t SET a = 1 RETURNING *) SELECT * FROM x", Does.WRITES),
        ("WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x", Does.WRITES),
        ("CREATE TEMP TABLE t (a int)", Does.READS),
        ("CREATE TABLE IF NOT EXISTS t (a int)", Does.PREPARES),
        ("CREATE OR REPLACE VIEW v AS SELECT 1", Does.WRITES),
        ("TRUNCATE t", Does.WRITES),
        ("EXEC sp_refresh", Does.UNKNOWN),
        ("DELETE FROM \0 WHERE id = \0", Does.WRITES),
        ("MATCH (n) RETURN n", Does.READS),
        ("MATCH (n) DETACH DELETE n", Does.WRITES),
        ("Update the record, please", None),
        ("Create a note", None),
        ("\0", None),
        ("", None),
    ],
)
def test_what_a_statement_does(text: str, expected: Does | None) -> None:
    assert does(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("query { a }", Does.READS),
        ("{ a }", Does.READS),
        ("# mutation { a }\nquery A($b: ID!) { a }", Does.READS),
        ("mutation A { a }", Does.WRITES),
        ("plain text", None),
    ],
)
def test_what_a_graphql_document_does(text: str, expected: Does | None) -> None:
    assert graphql(text) is expected


NAMES = YAML(typ="safe").load(HERE / "names.yaml")


@pytest.mark.parametrize("name", NAMES["writes"].split())
def test_a_name_that_says_that_it_writes(name: str) -> None:
    said = said_by(name)
    assert said is not None
    assert said.writes


@pytest.mark.parametrize("name", NAMES["does_not"].split())
def test_a_name_that_does_not_say_so(name: str) -> None:
    said = said_by(name)
    assert said is None or not said.writes


@given(st.text(max_size=200))
def test_any_text_may_be_asked(text: str) -> None:
    """Neither a statement nor a name can be so odd that the answer is an error."""
    assert does(text) in (None, *Does)
    assert graphql(text) in (None, *Does)
    said = said_by(text)
    assert said is None or said.verb in text.lower()


@given(st.sampled_from(["select 1", "with x as (select 1) select * from x"]), st.text("abc'\";- \n", max_size=40))
def test_a_comment_never_makes_a_statement_write(statement: str, words: str) -> None:
    comment = words.replace("\n", " ")
    assert does(f"-- DELETE FROM t {comment}\n{statement}") is Does.READS


SHAPES = [
    "import os\nclass A:\n    def __init__(self, b): self.b = b\n    def go(self): return self.b.go()\n",
    "def make(n): return A(make(n - 1)) if n else A(None)\n",
    "x = y\ny = x\n",
    "def loop(*a, **k): return loop(*a, **k)\n",
    "class B:\n    c = property(lambda self: C().b)\nclass C:\n    b = property(lambda self: B().c)\nu = B().c\n",
    "def deco(f):\n    def w(*a): return deco(w)(f)(*a)\n    return w\n",
    "t = {'a': lambda: t['a']()}\n",
    "from server import *\n",
    "def gen():\n    yield from gen()\n",
    "z = (lambda q: q(q))(lambda q: q(q))\n",
]


@given(
    st.lists(st.sampled_from(SHAPES), unique=True), st.sampled_from(["make(3).go()", "loop()", "x", "t['a']()", "z"])
)
def test_programs_that_lead_nowhere_are_followed_to_an_end(shapes: list[str], body: str) -> None:
    code = (
        "".join(shapes)
        + f"from fastmcp import FastMCP\nmcp = FastMCP('x')\n@mcp.tool\ndef tool():\n    return {body}\n"
    )
    files = {"server.py": code.encode()}
    found = Writes(files).of(one(read_surface(files)))
    assert found.body
    assert not found.sure()


def test_a_bound_that_is_hit_is_said() -> None:
    """What lies behind it is not seen, and nobody is to think that it was."""
    chain = (
        "".join(f"def f{n}():\n    f{n + 1}()\n" for n in range(40)) + "def f40():\n    __import__('os').remove('x')\n"
    )
    code = f"from fastmcp import FastMCP\nmcp = FastMCP('x')\n{chain}@mcp.tool\ndef tool():\n    f0()\n"
    files = {"server.py": code.encode()}
    writes = Writes(files)
    (found,) = writes.of_all(read_surface(files).tools)
    assert found.stopped == "it is more than 25 calls deep"
    assert [(name, why) for name, _, why in writes.unfinished()] == [("tool", found.stopped)]


def test_what_was_seen_before_a_bound_stays_seen() -> None:
    code = (
        "from fastmcp import FastMCP\nmcp = FastMCP('x')\n@mcp.tool\ndef tool(a):\n    open('kept.txt', 'w')\n"
        + "    other(other(other(a.b, a.c), a.d), [a.e, a.f])\n" * 6000
    )
    files = {"server.py": code.encode()}
    found = Writes(files).of(one(read_surface(files)))
    assert found.stopped == "more than 50,000 expressions lie behind it"
    assert [piece.at.line for piece in found.sure()] == [5]


def test_a_walk_through_what_another_library_gave_ends() -> None:
    """A function that calls itself with each part of its argument has as many calls as there are ways into it."""
    walk = (
        "def walk(node: Optional[Shape], depth: int = 0) -> dict[str, object]:\n"
        "    if node.kind == 'list':\n"
        "        return {'items': walk(getattr(node, 'member', None), depth + 1)}\n"
        "    elif node.kind == 'map':\n"
        "        return {'value': walk(getattr(node, 'value', None), depth + 1)}\n"
        "    return {'of': {name: walk(one, depth + 1) for name, one in node.members.items()}}\n"
    )
    code = (
        "import os, boto3\nfrom fastmcp import FastMCP\nfrom botocore.model import Shape\nfrom typing import Optional\n"
        f"mcp = FastMCP('x')\n{walk}"
        "def keep(path):\n    os.remove(path)\n"
        "@mcp.tool\ndef tool(path):\n"
        "    shape = boto3.client('s3').meta.service_model.operation_model('x').input_shape\n"
        "    keep(str(walk(shape)['of']) + path)\n"
    )
    files = {"server.py": code.encode()}
    found = Writes(files).of(one(read_surface(files)))
    assert found.stopped == ""
    assert [piece.at.line for piece in found.sure()] == [13]
