"""The permission catalogue: what is read of a Python file is what the file holds when it runs; the rest is refused."""

from __future__ import annotations

import enum
import typing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcrib.checks import load_config, run_check
from toolcrib.checks.catalogue import CatalogueError, catalogue_of
from toolcrib.checks.config import ConfigProblems

HEAD = "import enum\nfrom enum import Enum, StrEnum, auto, unique\nfrom typing import Final, Literal, get_args\n"
FORMS = {
    "an Enum": "class Feature(Enum):\n    A = 'a'\n    B = 'b.c'\n",
    "a StrEnum with auto": "@unique\nclass Feature(StrEnum):\n    READ_ALL = auto()\n    B = 'b'\n",
    "an Enum with methods and a docstring": (
        "class Feature(str, enum.Enum):\n    'Doc.'\n    A = 'a'\n\n    def label(self) -> str:\n        return ''\n"
    ),
    "a Literal": "Feature = Literal['a', 'b']\n",
    "a union of Literals": "One = Literal['a']\nFeature = One | Literal['b']\n",
    "a nested Literal": "Feature = Literal['a', Literal['b']]\n",
    "a frozenset": "Feature: Final = frozenset({'a', 'b'})\n",
    "an empty call in a sum": "Feature = {'a'} | set()\n",
    "a list that spreads another": "BASE = ['a', 'b']\nFeature = [*BASE, 'c' + '.d']\n",
    "a sum of tuples": "Feature = ('a',) + ('b',)\n",
    "a dict": "MORE = {'b': 2}\nFeature = {'a': 1, **MORE}\n",
    "names of constants": "A = 'a'\nFeature = {A, 'b'}\n",
    "members of an Enum": "class Kind(StrEnum):\n    A = 'a'\n\nFeature = [Kind.A, 'b']\n",
    "the values of an Enum": "class Kind(Enum):\n    A = 'a'\n    B = 'b'\n\nFeature = {k.value for k in Kind}\n",
    "the arguments of a Literal": "Kind = Literal['a', 'b']\nFeature = get_args(Kind)\n",
    "a class of constants": "class Feature:\n    A = 'a'\n    B: Final = 'b'\n    _hidden = 1\n",
    "a class of constants that extends another": "class Base:\n    A = 'a'\n\nclass Feature(Base):\n    B = 'b'\n",
    "an alias in an Enum": "A = 'x'\n\nclass Feature(Enum):\n    A = 'a'\n    B = A\n    C = 'a'\n",
    "an Enum's private member": "class Feature(Enum):\n    A = 'a'\n    _B = 'b'\n",
    "an Enum whose missing member is one of it": (
        "class Feature(StrEnum):\n    A = 'a'\n\n    @classmethod\n"
        "    def _missing_(cls, value: object) -> 'Feature':\n        return cls.A\n"
    ),
    "an Enum with an own start": (
        "class Feature(str, Enum):\n    A = 'a'\n\n    def __init__(self, value: str) -> None:\n"
        "        self.label = value.title()\n"
    ),
    "a class that says another constant anew": "class Base:\n    A = 'a'\n\nclass Feature(Base):\n    A = 'b'\n",
    "a set with a second name that nothing changes": "Feature = {'a'}\nOther = Feature\nassert 'a' in Other\n",
    "a set that is read": "Feature = {'a'}\nAll = sorted(Feature)\n\ndef f(x: str) -> bool:\n    return x in Feature\n",
    "a tuple that is given away": "Feature = ('a', 'b')\n\ndef f() -> object:\n    return Feature\n",
    "names of the file that are read": "Feature = {'a'}\nassert globals()['Feature']\n",
    "a list of another name that is changed in a function of its own": (
        "Feature = ['a']\n\ndef f() -> None:\n    Feature: list = []\n    Feature.append('b')\n"
    ),
    "a local name in a function": "Feature = {'a'}\n\ndef f() -> None:\n    Feature = {'x'}\n",
}


def really(text: str) -> set[str]:
    """What the file holds when it runs."""
    names: dict[str, typing.Any] = {"__name__": "permissions"}
    exec(HEAD + text, names)
    held = names["Feature"]
    if isinstance(held, type) and issubclass(held, enum.Enum):
        return {member.value for member in held}
    if isinstance(held, type):
        return {getattr(held, name) for name in dir(held) if not name.startswith("_")}
    return set(flat(typing.get_args(held))) if typing.get_args(held) else {str(one) for one in held}


def flat(parts: tuple[object, ...]) -> typing.Iterator[str]:
    for part in parts:
        yield from [part] if isinstance(part, str) else flat(typing.get_args(part))


@pytest.mark.parametrize("form", FORMS)
def test_what_is_read_is_what_it_holds(form: str) -> None:
    found = catalogue_of(HEAD + FORMS[form], "permissions.py", "Feature")
    assert set(found.features) == really(FORMS[form])
    lines = (HEAD + FORMS[form]).splitlines()
    assert all(at.path == "permissions.py" and lines[at.line - 1] for at in found.features.values())


names = st.text(alphabet="abc.:_'\"\\\n{}é", min_size=1, max_size=8)


@given(held=st.lists(names, min_size=1, max_size=6, unique=True), form=st.sampled_from(["{%s}", "[%s]", "(%s,)"]))
def test_every_name_is_read_as_it_is(held: list[str], form: str) -> None:
    text = "Feature = frozenset(" + form % ", ".join(map(repr, held)) + ")\n"
    assert set(catalogue_of(text, "permissions.py", "Feature").features) == really(text) == set(held)


REFUSED = {
    "a computed value": ("Feature = {'a', make()}\n", "`make()` is no text", 1),
    "a formatted value": ("Feature = {f'{x}.a'}\n", "is no text", 1),
    "a number": ("Feature = ['a', 1]\n", "`1` is no text", 1),
    "a call": ("Feature = load('features')\n", "lists nothing that can be read", 1),
    "a filter": ("A = ['a']\nFeature = [x for x in A if x]\n", "lists nothing that can be read", 2),
    "another file": ("from roles import Feature\n", "comes from another file", 1),
    "an addition later": ("Feature = {'a'}\nFeature.add('b')\n", "may be another value", 2),
    "an addition in a function": ("Feature = ['a']\ndef f() -> None:\n    Feature.append('b')\n", "another value", 3),
    "an item later": ("Feature = {'a': 1}\nFeature['b'] = 2\n", "may be another value", 2),
    "a member later": ("class Feature:\n    A = 'a'\nFeature.B = 'b'\n", "may be another value", 3),
    "a sum later": ("Feature = {'a'}\nFeature |= {'b'}\n", "may be another value", 2),
    "twice": ("Feature = {'a'}\nFeature = {'b'}\n", "bound more than once", 2),
    "under a condition": ("Feature = {'a'}\nif DEBUG:\n    Feature = {'b'}\n", "may be another value", 3),
    "only under a condition": ("if DEBUG:\n    Feature = {'b'}\n", "not assigned at the top", 0),
    "in a function": ("Feature = {'a'}\ndef f() -> None:\n    global Feature\n", "may be another value", 3),
    "a star": ("Feature = {'a'}\nfrom roles import *\n", "may be another value", 2),
    "itself": ("Feature = [*Feature]\n", "defined by itself", 1),
    "auto in a plain Enum": ("class Feature(Enum):\n    A = auto()\n", "`auto()` gives `A` is no text", 2),
    "an own auto": (
        "class Feature(StrEnum):\n    def _generate_next_value_(*a): return 'x'\n    A = auto()\n",
        "`auto()`",
        3,
    ),
    "a condition in a class": ("class Feature(Enum):\n    if DEBUG:\n        A = 'a'\n", "cannot be read", 2),
    "a decorated class": ("@extended\nclass Feature:\n    A = 'a'\n", "may change the class", 1),
    "a base from elsewhere": ("from x import Base\nclass Feature(Base):\n    A = 'a'\n", "comes from another file", 1),
    "a near name": ("Features = {'a'}\n", "not assigned at the top", 0),
    "an update of differences": ("Feature = {'a'}\nFeature.difference_update({'a'})\n", "may be another value", 2),
    "an update of both": ("Feature = {'a'}\nFeature.symmetric_difference_update({'b'})\n", "another value", 2),
    "a method that is kept": ("Feature = {'a'}\nadd = Feature.add\nadd('b')\n", "may be another value", 2),
    "a second name": ("Feature = {'a'}\nOther = Feature\nOther.add('b')\n", "may be another value", 3),
    "a second name of a second": ("Feature = {'a'}\nA = Feature\nB = A\nB |= {'b'}\n", "may be another value", 4),
    "a second name of a class": ("class Feature:\n    A = 'a'\nX = Feature\nX.B = 'b'\n", "may be another value", 4),
    "a function that gets it": ("Feature = {'a'}\nregister(Feature)\n", "changed by what it is given to", 2),
    "a method of the type": ("Feature = {'a'}\nset.add(Feature, 'b')\n", "changed by what it is given to", 2),
    "an operator's function": ("import operator\nFeature = {'a'}\noperator.ior(Feature, {'b'})\n", "given to", 3),
    "a function that gives it": ("Feature = {'a'}\ndef f():\n    return Feature\n", "given to", 3),
    "a function inside one with that name": (
        "Feature = {'a'}\ndef f():\n    def g():\n        Feature = 1\n    Feature.add('b')\n",
        "another value",
        5,
    ),
    "the names of the file": ("Feature = {'a'}\nglobals()['Feature'] = {'b'}\n", "may be another value", 2),
    "an update of the names": ("Feature = {'a'}\nglobals().update(Feature={'b'})\n", "may be another value", 2),
    "the variables of the file": ("Feature = {'a'}\nvars()['Feature'].add('b')\n", "may be another value", 2),
    "a text that is run": ("Feature = {'a'}\nexec('Feature.add(1)')\n", "may be another value", 2),
    "the module itself": ("import sys\nFeature = {'a'}\nsys.modules[__name__].Feature = {'b'}\n", "another value", 3),
    "a sum under a condition": ("Feature = {'a'}\nif DEBUG:\n    Feature |= {'b'}\n", "may be another value", 3),
    "an addition under a condition": ("Feature = {'a'}\nif DEBUG:\n    Feature.add('b')\n", "another value", 3),
    "a choice": ("Feature = {'a'} if DEBUG else {'b'}\n", "lists nothing that can be read", 1),
    "what another may hold": ("Feature = {'a'} or {'b'}\n", "lists nothing that can be read", 1),
    "a function of its name": ("Feature = {'a'}\nif DEBUG:\n    def Feature(): ...\n", "another value", 3),
    "a name that a match binds": ("Feature = {'a'}\nmatch x:\n    case Feature: pass\n", "another value", 3),
    "a list that is another's": ("from x import list\nFeature = list(['a'])\n", "lists nothing that can be read", 2),
    "a set of the file": ("def set(x): return x\nFeature = set({'a'})\n", "lists nothing that can be read", 2),
    "a frozenset of the file": ("class frozenset(list): ...\nFeature = frozenset({'a'})\n", "lists nothing", 2),
    "a sorted list with a way": ("Feature = sorted(['a'], key=len)\n", "lists nothing that can be read", 1),
    "an Enum that is another's": ("from x import Enum as E\nclass Feature(E):\n    A = 'a'\n", "more names", 1),
    "a Literal that is another's": ("from x import Literal\nFeature = Literal['a']\n", "lists nothing", 2),
    "a value that is made": (
        "class Feature(str, Enum):\n    A = 'a'\n    def __new__(cls, value):\n"
        "        return str.__new__(cls, value)\n",
        "other values",
        3,
    ),
    "a value that is set": (
        "class Feature(Enum):\n    A = 'a'\n    def __init__(self, value):\n        self._value_ = value + '.all'\n",
        "other values",
        4,
    ),
    "a missing member that is made": (
        "class Feature(Enum):\n    A = 'a'\n    @classmethod\n    def _missing_(cls, value):\n"
        "        new = object.__new__(cls)\n        return new\n",
        "other values",
        5,
    ),
    "members that are ignored": ("class Feature(Enum):\n    _ignore_ = ['A']\n    A = 'a'\n", "other values", 2),
    "a base with ways of its own": (
        "class Base(str, Enum):\n    def __new__(cls, v):\n        return str.__new__(cls, 'x')\n"
        "class Feature(Base):\n    A = 'a'\n",
        "other values",
        2,
    ),
    "a mixed-in class from elsewhere": ("from x import Mixed\nclass Feature(Mixed, Enum):\n    A = 'a'\n", "more", 1),
    "a metaclass": ("class Feature(metaclass=Meta):\n    A = 'a'\n", "may change the class", 1),
    "a constant twice": ("class Feature:\n    A = 'a'\n    A = 'b'\n", "bound more than once", 3),
    "a constant and a function": ("class Feature:\n    A = 'a'\n    def A(self): ...\n", "more than once", 3),
    "a function that is a member": (
        "class Feature(Enum):\n    A = 'a'\n    @enum.member\n    def b(self): ...\n",
        "cannot be read",
        4,
    ),
    "a constant that a method sets": (
        "class Feature:\n    A = 'a'\n    @classmethod\n    def more(cls):\n        cls.B = 'b'\n",
        "other values",
        5,
    ),
    "an attribute that is set": ("class Feature:\n    A = 'a'\nsetattr(Feature, 'B', 'b')\n", "another value", 3),
    "an Enum that is extended": (
        "from aenum import extend_enum\nclass Feature(Enum):\n    A = 'a'\nextend_enum(Feature, 'B', 'b')\n",
        "another value",
        4,
    ),
    "the members' own table": (
        "class Feature(Enum):\n    A = 'a'\nFeature._member_map_['B'] = Feature.A\n",
        "may be another value",
        3,
    ),
    "no Python": ("Feature = {\n", "not Python", 1),
    "nothing": ("Feature = ()\n", "no feature at all", 1),
}


@pytest.mark.parametrize("form", REFUSED)
def test_what_cannot_be_read_exactly_is_refused_with_its_place(form: str) -> None:
    text, message, line = REFUSED[form]  # the line below the head; 0: the file as a whole
    with pytest.raises(CatalogueError) as raised:
        catalogue_of(HEAD + text, "permissions.py", "Feature")
    assert message in str(raised.value)
    assert raised.value.at is not None
    assert (raised.value.at.path, raised.value.at.line) == ("permissions.py", line + HEAD.count("\n") if line else 1)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("roles.yaml", "access:\n  features: [a, on]\n"),
        ("roles.yml", "access:\n  features:\n    a: {label: A}\n    on:\n"),
        ("roles.json", '{"access": {"features": ["a", "on"]}}'),
        ("roles.toml", "[access.features]\na = 1\non = 2\n"),
    ],
)
def test_documents(path: str, text: str) -> None:
    assert sorted(catalogue_of(text, path, "access.features").features) == ["a", "on"]


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        ("roles.yaml", "access:\n  feature: [a]\n", "there is no key `features`"),
        ("roles.yaml", "access: {features: [a, 1]}\n", "`1` is no text"),
        ("roles.yaml", "access: {features: a}\n", "neither a list nor a mapping"),
        ("roles.yaml", "access: [\n", "not YAML"),
        ("roles.json", "{", "not JSON"),
        ("roles.toml", "access", "not TOML"),
    ],
)
def test_documents_that_cannot_be_read(path: str, text: str, message: str) -> None:
    with pytest.raises(CatalogueError, match=message):
        catalogue_of(text, path, "access.features")


@pytest.mark.parametrize("spelled", ["permissions.py", "roles.txt:Feature", "../permissions.py:X", "no.py:Feature"])
def test_a_place_that_is_none_stops_the_check(spelled: str, tmp_path: Path) -> None:
    (tmp_path / "toolcrib.toml").write_text(f'features = "{spelled}"\n')
    (tmp_path / "tools.yaml").write_text("agents: {}\ncapabilities: {}\ntools: {}\n")
    with pytest.raises(ConfigProblems) as raised:
        run_check(tmp_path, load_config(tmp_path))
    (error,) = raised.value.exceptions
    assert "features" in str(error)
    assert str(error).startswith("toolcrib.toml:1")


def test_a_rule_without_a_catalogue_is_not_said_to_have_run(tmp_path: Path) -> None:
    (tmp_path / "tools.yaml").write_text("agents: {}\ncapabilities: {a: {feature: a}}\ntools: {}\n")
    (tmp_path / "roles.yaml").write_text("features: [a]\n")
    without = run_check(tmp_path, load_config(tmp_path))
    assert "TC303" not in without.rules_run
    (tmp_path / "toolcrib.toml").write_text('features = "roles.yaml:features"\n')
    assert "TC303" in run_check(tmp_path, load_config(tmp_path)).rules_run
