"""What holds for every text: the quick reader gives the tree of the full one, or none."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from toolcrib.manifest import Manifest, dump
from toolcrib.manifest._quick import read_quickly
from toolcrib.manifest._yaml import read_yaml_in_full

_strategies = spec_from_file_location("toolcrib_manifest_strategies", Path(__file__).with_name("strategies.py"))
assert _strategies
assert _strategies.loader
strategies = module_from_spec(_strategies)
_strategies.loader.exec_module(strategies)

_handwriting = spec_from_file_location("toolcrib_manifest_handwriting", Path(__file__).with_name("handwriting.py"))
assert _handwriting
assert _handwriting.loader
handwriting = module_from_spec(_handwriting)
_handwriting.loader.exec_module(handwriting)


# What YAML is made of; a line of the table is one piece, with its line ends written out.
PIECES = [
    piece.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").replace("_", " ")
    for piece in re.findall(
        r"\S+",
        r"""a b key :_ : _ __ \n \n__ \n____ \n-_ \n__-_ -_ # _#_x ? ??? ' " [ ] { } ,_ , a:_b a:\n__b:_c 'x' "x" [a,_b]
        {a:_b} yes 1 null \r\n --- . % @ &a *a ! | > \ é ( - ... '' "" {} [] ~ 2027-06-30 \t a:_[ a:_{b:_ \na:_
        \n__a:_ \nb: \n__c: :_>-\n____a\n____b\n a:_|\n__x\n__#_y\n\n \n\n |- >""",
    )
]


@settings(strategies.LAW, max_examples=600)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_the_quick_reader_gives_the_tree_of_the_full_one_or_none(text: str) -> None:
    """Where the quick way answers, the full way answers the same and finds nothing wrong, whatever the text."""
    quick = read_quickly(text)
    if quick is not None:
        assert (quick, ()) == read_yaml_in_full(text, "tools.yaml")


@strategies.EDITING
@given(st.data())
def test_the_quick_reader_and_the_full_one_agree_on_manifests(data: st.DataObject) -> None:
    text, _ = data.draw(handwriting.styled(data.draw(strategies.manifests(small=True))))
    quick = read_quickly(text)
    assert quick is None or (quick, ()) == read_yaml_in_full(text, "tools.yaml")


def test_the_usual_manifest_is_read_quickly() -> None:
    row = {"description": "List: all.", "capability": "c", "mutates": False, "agents": ["chat"], "scope": {"id": "x"}}
    m = Manifest(
        agents={"chat": {"empty_selection": "none"}},
        capabilities={"c": {"feature": None}},
        tools={"a b": row, "b": row},
    )
    assert read_quickly(dump(m)) is not None
