"""Where the code of a declared tool starts: its function, the method of its class, or the branch of a dispatcher.

Room: checks, middle. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.surface import Declaration
from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._program import Module
from toolcrib.checks.writes import _apply, _attributes, _callers, _passing
from toolcrib.checks.writes._bindings import calls_in, expressions, statements
from toolcrib.checks.writes._evaluate import Follower
from toolcrib.checks.writes._values import Cls, Fn, Frame, Given, K, Obj, Outside, Table


def frames(follower: Follower, tool: Declaration) -> list[Frame]:
    """The frames in which a tool's code begins; none where it has no code here."""
    module = follower.program.modules.get(tool.at.path)
    if module is None:
        return []
    found = _defined_at(follower, module, tool)
    if not found:
        found = _dispatched(follower, module, tool)
    return found


def _defined_at(follower: Follower, module: Module, tool: Declaration) -> list[Frame]:
    top = follower.module_frame(module)
    for statement, frame, owner in definitions(follower, module.facts.body, top, line=tool.at.line):
        if statement.pos[0] != tool.at.line:
            continue
        if isinstance(statement, ir.ClassDef):
            return _class(follower, Cls(statement, frame))
        return _function(follower, statement, frame, owner)
    return _built(follower, tool)


def definitions(
    follower: Follower, body: ir.Block, frame: Frame, owner: Cls | None = None, *, line: int = 0
) -> Iterator[tuple[ir.FunctionDef | ir.ClassDef, Frame, Cls | None]]:
    """Every function and class below a block, with the frame that it closes over and the class whose method it is;
    with a line, only those that this line lies in.
    """
    for statement in statements(body):
        if line and not statement.pos[0] <= line <= statement.pos[2]:
            continue
        if isinstance(statement, ir.FunctionDef):
            yield statement, frame, owner
            if any(isinstance(s, ir.FunctionDef | ir.ClassDef) for s in statements(statement.body)):
                self_ = Obj(owner) if owner is not None else None
                inner = _callers.frame_around(follower, Fn(statement, frame, self_, owner))
                yield from definitions(follower, statement.body, inner, line=line)
        elif isinstance(statement, ir.ClassDef):
            yield statement, frame, owner
            cls = Cls(statement, frame)
            yield from definitions(follower, statement.body, _attributes.class_frame(follower, cls), cls, line=line)


def _function(follower: Follower, decl: ir.FunctionDef, frame: Frame, owner: Cls | None) -> list[Frame]:
    self_ = Obj(owner) if owner is not None and "staticmethod" not in _attributes.decorated(decl) else None
    bare = Fn(decl, frame, self_, owner)
    found = [start(follower, bare)]
    for fn in _apply.wrapped(follower, bare, frame):
        if isinstance(fn, Fn) and fn.decl is not decl:
            found.insert(0, start(follower, fn))
    return found


def start(follower: Follower, fn: Fn, args: Given = _apply.NOTHING) -> Frame:
    return _apply.frame_of(follower, fn, args, told=False, chosen=True)


def _class(follower: Follower, cls: Cls) -> list[Frame]:
    obj = Obj(cls)
    found = []
    for name in sorted(_passing.RUN_METHODS):
        for method in _attributes.of_object(follower, obj, name):
            if isinstance(method, Fn):
                found.append(start(follower, method))
    return found


def _built(follower: Follower, tool: Declaration) -> list[Frame]:
    """A tool that an expression builds: the functions and objects that the call is given."""
    found: list[Frame] = []
    for path, line in {(tool.at.path, tool.at.line), (tool.site.path, tool.site.line)}:
        place = follower.program.modules.get(path)
        for call, frame in _calls_at(follower, place, line) if place is not None else ():
            args = _apply.given(follower, call.args, frame)
            for values in (*args.positional, *(values for _, values in args.keyword)):
                for value in values:
                    if isinstance(value, Fn):
                        found.append(start(follower, value))
    return found


def _calls_at(follower: Follower, module: Module, line: int) -> Iterator[tuple[ir.Call, Frame]]:
    blocks: list[tuple[ir.Block, Frame]] = [(module.facts.body, follower.module_frame(module))]
    for statement, frame, owner in definitions(follower, module.facts.body, follower.module_frame(module), line=line):
        if isinstance(statement, ir.FunctionDef):
            self_ = Obj(owner) if owner is not None else None
            fn = Fn(statement, frame, self_, owner)
            blocks.append((statement.body, _callers.frame_around(follower, fn)))
    for body, frame in blocks:
        for inner in statements(body):
            if inner.pos[0] <= line <= inner.pos[2]:
                for expression in expressions(inner):
                    yield from ((call, frame) for call in calls_in(expression) if call.pos[0] == line)


_DISPATCHERS = frozenset({"call_tool", "on_call_tool"})
_MAX_PLACES = 10


def _dispatched(follower: Follower, module: Module, tool: Declaration) -> list[Frame]:
    """A low-level server's tool: the handler of all calls, with this tool's name in its arguments."""
    near = [module, follower.program.modules.get(tool.site.path) or module]
    far = [m for m in follower.program.modules.values() if b"call_tool" in m.data]
    for place in list(dict.fromkeys((*near, *far)))[:_MAX_PLACES]:
        found = [start(follower, fn, _named(fn, tool, whole)) for fn, whole in _handlers(follower, place)]
        if found:
            return found
    return []


def _handlers(follower: Follower, place: Module) -> Iterator[tuple[Fn, bool]]:
    """Handlers of all calls in a file; whether each is given the whole request, or the name and the arguments."""
    top = follower.module_frame(place)
    for statement, frame, owner in definitions(follower, place.facts.body, top):
        if isinstance(statement, ir.FunctionDef) and _DISPATCHERS & _attributes.decorated(statement):
            self_ = Obj(owner) if owner is not None else None
            yield Fn(statement, frame, self_, owner), False
    for inner in statements(place.facts.body):
        for call in follower.calls_of(inner):
            for arg in call.args:
                if arg.keyword in _DISPATCHERS:
                    yield from ((v, True) for v in follower.evaluate(arg.value, top) if isinstance(v, Fn))


def _named(fn: Fn, tool: Declaration, whole: bool) -> Given:
    """The arguments of a handler: the name first, or a request as the last that has the name."""
    params = [p.name for p in fn.decl.params if p.name not in ("self", "cls")]
    if not params:
        return _apply.NOTHING
    name = (K(tool.declared_name),)
    if not whole:
        return Given(keyword=((params[0], name),))
    return Given(keyword=((params[-1], (Table((("name", name),), (Outside("arguments", chosen=True),)),)),))
