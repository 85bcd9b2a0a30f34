"""Who calls a function that registers tools, and with what: `register(mcp, client)` gives all of them its client.

Room: checks, middle. Pure. Bounded: some files that say the function's name, and a few calls deep.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._program import Module, says
from toolcrib.checks.writes import _apply, _attributes
from toolcrib.checks.writes._bindings import expressions, parts, statements
from toolcrib.checks.writes._evaluate import Follower
from toolcrib.checks.writes._values import Cls, Fn, Frame, Given, Obj, Outside, Values, merged

_MAX_MODULES = 12
_MAX_CALLS = 6
_MAX_UP = 3  # callers of callers


def frame_around(follower: Follower, fn: Fn, up: int = 0) -> Frame:
    """The frame of a function around a tool, with what its callers give where they can be found."""
    key = (id(fn.decl), fn.frame.key)
    known = follower.around.get(key)
    if known is None:
        plain = _apply.frame_of(follower, fn, _apply.NOTHING, told=False)
        follower.around[key] = plain
        known = follower.around[key] = _with_callers(follower, fn, plain, up)
    return known


def _with_callers(follower: Follower, fn: Fn, plain: Frame, up: int) -> Frame:
    if not isinstance(fn.decl, ir.FunctionDef) or up >= _MAX_UP:
        return plain
    if not any(_is_open(values) for values in plain.args.values()):
        return plain
    name = fn.owner.decl.name if fn.decl.name == "__init__" and fn.owner is not None else fn.decl.name
    found: list[Given] = []
    follower.asked.add(name)
    modules = [m for m in follower.program.modules.values() if says(m.data, name.encode())]
    modules.sort(key=lambda m: (m is not fn.frame.module, m.path))
    for module in modules[:_MAX_MODULES]:
        for call, frame in _calls(follower, module, name, up):
            callees = follower.evaluate(call.func, frame)
            if any(isinstance(v, Fn) and v.decl is fn.decl for v in callees):
                found.append(_apply.given(follower, call.args, frame))
        if len(found) >= _MAX_CALLS:
            break
    if not found:
        return plain
    given = [_apply.frame_of(follower, fn, args).args for args in found[:_MAX_CALLS]]
    args = {param: merged([values.get(param, ()) for values in given]) or plain.args[param] for param in plain.args}
    key = follower.key(("around", plain.key))
    return follower.frames.setdefault(key, Frame(plain.module, key, plain.decl, plain.parent, args, plain.owner))


def _is_open(values: Values) -> bool:
    return any(isinstance(v, Outside) and not v.known for v in values)


def _calls(follower: Follower, module: Module, name: str, up: int) -> Iterator[tuple[ir.Call, Frame]]:
    """Calls of something of this name, each with the frame that it stands in."""
    for block, frame in _blocks(follower, module.facts.body, follower.module_frame(module), None, name, up):
        for statement in statements(block):
            for expression in expressions(statement):
                for node in _inner(expression):
                    if isinstance(node, ir.Call) and _last(node.func) == name:
                        yield node, frame


def _inner(node: ir.Expr) -> Iterator[ir.Expr]:
    yield node
    for part in parts(node):
        yield from _inner(part)


def _blocks(
    follower: Follower, body: ir.Block, frame: Frame, owner: Cls | None, name: str, up: int
) -> Iterator[tuple[ir.Block, Frame]]:
    yield body, frame
    for statement in statements(body):
        if not isinstance(statement, ir.FunctionDef | ir.ClassDef) or name not in statement.words:
            continue
        if isinstance(statement, ir.FunctionDef):
            fn = Fn(statement, frame, Obj(owner) if owner is not None else None, owner)
            yield from _blocks(follower, statement.body, frame_around(follower, fn, up + 1), None, name, up)
        else:
            cls = Cls(statement, frame)
            yield from _blocks(follower, statement.body, _attributes.class_frame(follower, cls), cls, name, up)


def _last(node: ir.Expr) -> str:
    return node.id if isinstance(node, ir.Name) else node.name if isinstance(node, ir.Attr) else ""
