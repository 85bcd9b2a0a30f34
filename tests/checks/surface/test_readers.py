"""Both front ends of `read` give the same facts: LibCST, the reference, and the standard library's."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcrib.checks.surface import SurfaceError, _facts_json
from toolcrib.checks.surface._read import Reader, read

CASES = Path(__file__).parent
ROOT = CASES.parents[2]
LIBRARY = Path(os.__file__).parent


def facts(data: bytes, *, reference: bool) -> tuple[str, Reader]:
    try:
        found = read("it.py", data, reference=reference)
    except SurfaceError as error:
        return f"{error}", "none"
    return _facts_json.dumps(found.body) or "", found.reader


def assert_equal(data: bytes, name: str = "") -> None:
    found, by = facts(data, reference=False)
    wanted, reference = facts(data, reference=True)
    assert found == wanted, name
    assert (by, reference) in (("ast", "libcst"), ("libcst", "libcst"), ("ast", "ast"), ("none", "none"))


@pytest.mark.parametrize(
    ("folder", "every"), [("tests/checks/surface", 4), ("tests/registry", 4), ("manifest", 4), ("checks", 8)]
)
def test_the_repository(folder: str, every: int) -> None:
    """A part of it: `tests/benchmarks/readers.py` compares whole trees."""
    paths = sorted((ROOT / folder).rglob("*.py"))[::every]
    assert paths
    for path in paths:
        assert_equal(path.read_bytes(), str(path))


@pytest.mark.parametrize("folder", ["json", "importlib", "collections"])
def test_the_standard_library(folder: str) -> None:
    paths = sorted((LIBRARY / folder).glob("*.py"))
    assert paths
    for path in paths:
        assert_equal(path.read_bytes(), str(path))


HARD = [
    "x = ( 1, 2, )\ny = 1, 2 ,\nz = ( )\nw = ((1), 2), (3), ((4))\nv = (\n  (1) # one )\n  , # two\n)\n",
    "f( a for a in (b) )\nx = ( (a) for a in b if (c) )\ng((x for x in y), *z, k=1, *w, **v)\n",
    "a and (b) and c and ( d ) or (e or f)\nnot (a) < (b) != c\n",
    "x[1 : ]\nx[ : 1 : ]\nx[ 1 :2,(3) , ]\nx[*a]\nx[(1, 2)]\nx[1,]\nx[(1,),]\nx[()]\nx[a:b, ::c]\nx[# c\n  1: # d\n]\n",
    "del a, (b) ,\ndel (a)\ndel a ,\ndel (a, b)\ndel f(x)[0], b\ndel(a), b\n",
    "match (x), y:\n  case (1) if f(y):\n    pass\n"
    "  case [a, *b] | {'k': c, **d}: z;\n  # case\n  case P(q=r) as s: pass\n"
    "  case None | True | -1 | 1+2j | 'a' 'b' | m.n: pass\n  case 1, ( 2 ),: pass\n  case ((3) # :\n  ): pass\n",
    "@ (a)\n@b.c(\n  d)\n@( # @\n e)\ndef f(): x; y;\n@g\nclass C(A, *b, metaclass=M, **k): x = 1 ; \n",
    "try:\n  pass\nexcept ( A , B ) as e: raise\nexcept (C): raise f(x) from g(y)\nexcept a . b: pass\nfinally: x;\n",
    "try:\n  pass\nexcept* (A\n , # c\n  B): pass\n",
    "with (a as b, c): pass\nwith (a, b): pass\nwith (a): pass\nwith a as (b, c), d as [e]: x;\n",
    "def f(a, /, b: g(1) = 2, *c: h(3), d=4, **e: i) -> j(5): yield\nasync def k(*, a): await b; yield (yield c)\n",
    "from __future__ import annotations\ndef f(a: g(1)) -> h(2): x: i(3) = 4\nclass C: x: j(5)\n",
    "class C:\n  x: f(1)\n  def g(self): self.y: h(2) = 3; self.z.append(1); cls.w[0] = 2\n",
    "setattr(a, 'b', 1); getattr(a, b'c'); hasattr(a, 'd' 'e'); getattr(a, k='f'); f(**k); a.f(**k)\n",
    "f'a{b}c' \"d\" f'''{e!r:>{w}}{g:{h(1)}.{i}}'''\nf'{ x = }{y=!s}{z=:>3}'\nf'{{{a}}}' rf'\\{b}' f'\\N{BULLET}{c}'\n",
    "f'{a,}{(b, c)}{ (d) }{[e for e in f]}{g[\"h\"]}{i(j=1)}{lambda_}{(lambda: 1)}{k != l}{m == n}{o if p else q}'\n",
    "f'''x\n{\n  a\n +\n b}{c} {f\"{d} {e:{f'{g}'}}\"}\n{h\n}'''\nf'''\"{a}\"'''\nf'\\\\{b}'\n",
    "'\u00e4', f'\u00e4{a}\u00e4{b}', c\n\u00e4 = '\U0001f600' ;"
    " \u017f\u017f.\ufb01 = (\u00e4, )\ndef \u00e4(): x\u00e4;\n",
    "x = 1; y = 2;\nif x: y;\nelif z: w ;\nelse: v\nfor i in *a, b: c\nelse: d;\nwhile (x := f(y)): z \\\n ;\n",
    "global a, b\nlambda *a, b=1, **c: (yield)\n{**a, 'b': c, **d}\n{*a, b}\n[*a, *(b)]\n"
    "print(*(a), **(b))\n...\nx = ..., \n",
    "\x0c\ndef f():\n  x = (a\\\n,)\n\x0c\n  @g\n  def h(): pass\n",
    "x = 1_000 + 0x_ff + 1e3j + 0o17\n'''a\nb''' 'c'\nb'd' b'e'\nu'f'\n",
    "assert f(x), g(y)\nassert (a, b)\nraise\nimport a.b as c, d\nfrom . import (e, f as g,)\nfrom .h.i import *\n",
]


@pytest.mark.parametrize("text", HARD)
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("start", ["", "\ufeff", "'''\u00e4'''\n", "if 1:\n"], ids=["plain", "bom", "wide", "nested"])
def test_hard_places(text: str, ending: str, start: str) -> None:
    if start.endswith(":\n"):
        text = "".join(f"\t{line}" for line in text.splitlines(keepends=True))
    assert_equal((start + text).replace("\n", ending).encode())
    if not start.endswith(":\n"):
        assert facts(text.encode(), reference=False)[1] == "ast"


def test_what_libcst_counts_otherwise_goes_to_it() -> None:
    text = b"\x0cdef f():\n  @g\n\x0c  def h(): pass\n"
    assert_equal(text)
    assert facts(text, reference=False)[1] == "libcst"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is newer than this interpreter")
@pytest.mark.parametrize(
    "text",
    [
        "type X[T: f(1)] = g(2)\ndef h[T: (a, b), *Ts, **P](x: T) -> T: pass\nclass C[T]: pass\n",
        "f'{f'{a}'}{'\\n'.join(b)}{\n c # d\n}'\n",
        'f"{x!r:^{width}.{precision}}" f"{ {a: b}[c] }"\n',
    ],
)
def test_newer_syntax(text: str) -> None:
    assert_equal(text.encode())
    assert facts(text.encode(), reference=False)[1] == "ast"


NAMES = st.sampled_from(["a", "self", "b_1", "\u00e4"])
ATOMS = st.one_of(
    NAMES, st.sampled_from(["1", "'t'", "f'{a}'", 'f"x{b_1!r:>{a}}\u00e4{self}"', "()", "[]", "...", "None"])
)


def _wrapped(text: str) -> str:
    return f"({text})"


def _expressions(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(inner, inner)
    return st.one_of(
        inner.map(lambda t: f"( {t} )"),
        two.map(lambda p: f"({p[0]}) , ({p[1]}),").map(_wrapped),
        two.map(lambda p: f"(({p[0]}) + {p[1]})"),
        st.tuples(inner, inner, inner).map(lambda p: f"({p[0]} and ({p[1]}) and {p[2]})"),
        two.map(lambda p: f"({p[0]}).x( {p[1]} )"),
        two.map(lambda p: f"f(*{p[0]}, k={p[1]}, **a)"),
        two.map(lambda p: f"({p[0]})[{p[1]}, ({p[0]}):]"),
        two.map(lambda p: f"({p[0]} for a in {p[1]} if ({p[0]}))"),
        inner.map(lambda t: f"f({t} for b_1 in a)"),
        two.map(lambda p: f"(lambda a={p[0]}: {p[1]})"),
        two.map(lambda p: f"{{{p[0]}: {p[1]}, **a}}"),
        inner.map(lambda t: f"(await_({t}), # c )\n)"),
    )


EXPRESSIONS = st.recursive(ATOMS, _expressions, max_leaves=8)
STATEMENTS = st.one_of(
    EXPRESSIONS,
    EXPRESSIONS.map(lambda t: f"x = {t} ;"),
    EXPRESSIONS.map(lambda t: f"x[{t}]: {t} = 1"),
    EXPRESSIONS.map(lambda t: f"@ ({t})\ndef f(a={t}, *b: {t}) -> {t}: return {t} ;"),
    EXPRESSIONS.map(lambda t: f"if {t}: pass\nelse: raise {t};"),
    EXPRESSIONS.map(lambda t: f"for x in {t}, {t}: pass"),
    EXPRESSIONS.map(lambda t: f"try: pass\nexcept ({t}) as e: {t}"),
    EXPRESSIONS.map(lambda t: f"match {t}, {t}:\n  case [a, (1)] if {t}: {t} ;\n  case _: pass"),
    EXPRESSIONS.map(lambda t: f"with {t} as x, ({t}): {t}"),
    EXPRESSIONS.map(lambda t: f"class C({t}, k={t}): x: {t}"),
)


@given(st.lists(STATEMENTS, max_size=3))
def test_programs(lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    try:
        ast.parse(text)
    except SyntaxError:
        return
    assert_equal(text.encode(), text)
