"""The arguments that a model may give to a tool, as far as the source says them.

Room: checks, middle. From the function's signature without what the framework injects, from a pydantic class, or from a
schema in the source. What is not certain to be all is said to be incomplete; nothing is claimed about what it lacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._bounds import OutOfSteps
from toolcrib.checks.surface._declare import Tool
from toolcrib.checks.surface._evaluator import Evaluator
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._frame import Frame
from toolcrib.checks.surface._program import Module
from toolcrib.checks.surface._types import Argument, Arguments
from toolcrib.checks.surface._values import Cls, Either, Ext, Func, Items, K, Scope, Table, Value
from toolcrib.manifest import Location

# Parameters that the frameworks fill themselves: by what their annotation or their default names, or by their own name.
INJECTED = frozenset(
    {"Context", "RunContext", "RunContextWrapper", "ToolContext", "ToolRuntime", "RunnableConfig", "Callbacks"}
    | {"InjectedState", "InjectedStore", "InjectedToolArg", "InjectedToolCallId", "BaseStore", "Runtime"}
    | {"ServerSession", "CallbackManagerForToolRun", "AsyncCallbackManagerForToolRun", "Depends", "Resolve", "Progress"}
    | {"CurrentContext", "CurrentFastMCP", "CurrentRequest", "CurrentHeaders", "CurrentAccessToken", "TokenClaim"}
)
_INJECTED_NAMES = frozenset({"tool_context", "run_manager"})
_MODELS = ("BaseModel", "TypedDict", "object", "Generic", "NamedTuple", "RootModel")
_DEPTH = 4
_TEXT = 200  # characters of an annotation that is a text
_MAX = 400  # arguments of one tool; a schema with more is cut and said to be incomplete


def arguments_of(ev: Evaluator, tool: Tool) -> Arguments:
    """What the model may give; nothing is known of a tool whose implementation is not in the source."""
    ev.steps = 0
    try:
        found = _of(ev, tool)
    except (OutOfSteps, RecursionError):
        return Arguments()
    hidden = _hidden(tool.hidden)
    if hidden is None:
        return Arguments()
    kept = tuple(one for one in found.items if one.name.partition(".")[0] not in hidden)
    return Arguments(items=kept[:_MAX], complete=found.complete and len(kept) <= _MAX)


def _of(ev: Evaluator, tool: Tool) -> Arguments:
    schema = tool.schema
    if schema is None and isinstance(tool.func, Cls):
        held = tool.func.find("args_schema")
        schema = ev.resolve(held[0]) if held is not None else None
        schema = None if isinstance(schema, K) and schema.value is None else schema
        runner = tool.func.find("_run") or tool.func.find("_arun")
        if schema is None and runner is not None and isinstance(runner[0], Func):
            return _signature(ev, runner[0])
    if isinstance(schema, Table):
        return _of_schema(schema, tool.at, "", 0)
    if isinstance(schema, Cls):
        return _of_model(ev, schema, "", ())
    if schema is None and isinstance(tool.func, Func):
        return _signature(ev, tool.func.core)
    return Arguments()


def _hidden(value: Value | None) -> frozenset[str] | None:
    """`exclude_args=[…]`; None when it cannot be read."""
    if value is None or (isinstance(value, K) and value.value is None):
        return frozenset()
    if not isinstance(value, Items) or value.open:
        return None
    names = [text_of(entry.value) for entry in value.items]
    return None if None in names else frozenset(name for name in names if name is not None)


# --- signatures ------------------------------------------------------------------------------------------------------


def _signature(ev: Evaluator, func: Func) -> Arguments:
    params = list(func.decl.params)
    if params and (func.receiver is not None or (func.owner is not None and params[0].name in ("self", "cls"))):
        params = params[1:]
    module = func.scope.module
    found: list[Argument] = []
    complete = True
    for param in params:
        if param.kind in ("*", "**"):
            complete = False
            # The frameworks refuse such keywords or offer one free argument: what the function takes is looked at.
            if param.kind == "**" and "Unpack" in _names(param.annotation):
                for model in _models(ev, param.annotation, func.scope, 0):
                    found += _of_model(ev, model, "", ()).items
        elif not _is_injected(param):
            at = module.facts.location(param.annotation.pos if param.annotation is not None else func.decl.pos)
            place = _named(module, param, func.decl.pos, at)
            aliases = _aliases(param.annotation, param.default)
            complete = complete and aliases is not None
            for name in aliases or (param.name,):
                found.append(Argument(name=name, at=place))
                for model in _models(ev, param.annotation, func.scope, 0):
                    found += _of_model(ev, model, f"{name}.", ()).items
    return Arguments(items=tuple(found), complete=complete)


def _named(module: Module, param: ir.Param, around: ir.Pos, otherwise: Location) -> Location:
    """Where the parameter's name is written: right before its annotation or default, else in the `def` line."""
    after = param.annotation or param.default or None
    lines = module.facts.lines
    if after is not None:
        line = after.pos[0]
        at = lines[line - 1].rfind(param.name, 0, max(after.pos[1] - 1, 0)) if line <= len(lines) else -1
        return Location(module.path, line, at + 1, line, at + 1 + len(param.name)) if at >= 0 else otherwise
    for line in range(around[0], min(around[2], len(lines)) + 1):
        match = re.search(rf"(?<![\w.]){re.escape(param.name)}(?!\w)", lines[line - 1])
        if match and (line > around[0] or "(" in lines[line - 1][: match.start()]):
            return Location(module.path, line, match.start() + 1, line, match.end() + 1)
    return otherwise


def _is_injected(param: ir.Param) -> bool:
    said = {*_names(param.annotation), *(_names(param.default.func) if isinstance(param.default, ir.Call) else ())}
    return param.name in _INJECTED_NAMES or not said.isdisjoint(INJECTED)


def _names(node: ir.Expr | None) -> Iterator[str]:
    """The last names of everything that an annotation speaks of."""
    match node:
        case ir.Name(id=name):
            yield name
        case ir.Attr(name=name):
            yield name
        case ir.Const(value=str() as text):
            yield from re.findall(r"\w+", text)
        case ir.Subscript():
            yield from (*_names(node.value), *_names(node.index))
        case ir.BinOp():
            yield from (*_names(node.left), *_names(node.right))
        case ir.Display():
            for item in node.items:
                yield from _names(item)
        case ir.Call():
            yield from _names(node.func)


def _models(ev: Evaluator, node: ir.Expr | None, scope: Scope, depth: int) -> Iterator[Cls]:
    """The classes of fields in an annotation: `Filter`, `list[Filter]`, `Filter | None`."""
    if node is None or depth > _DEPTH:
        return
    if isinstance(node, ir.Subscript):
        yield from _models(ev, node.index, scope, depth + 1)
    elif isinstance(node, ir.BinOp):
        yield from (*_models(ev, node.left, scope, depth + 1), *_models(ev, node.right, scope, depth + 1))
    elif isinstance(node, ir.Display):
        for item in node.items:
            yield from _models(ev, item, scope, depth + 1)
    elif isinstance(node, ir.Const):
        if isinstance(node.value, str):  # "Filter | None", which is defined further down
            for name in dict.fromkeys(re.findall(r"(?<![\w.])[A-Za-z_]\w*(?![\w.])", node.value[:_TEXT])):
                yield from _models(ev, ir.Name(node.pos, name), scope, depth + 1)
    elif isinstance(node, ir.Name | ir.Attr):
        with ev.inside(scope.module, Frame(None, scope.qualname, len(ev.when))):
            value = ev.resolve(ev.eval(node, scope))
        for option in [o.value for o in value.options] if isinstance(value, Either) else [value]:
            if isinstance(option, Cls) and _is_model(ev, option):
                yield option


# --- classes of fields -----------------------------------------------------------------------------------------------


_FIELDS_BY_BASE = frozenset({"BaseModel", "TypedDict", "NamedTuple"})
_FIELDS_BY_DECORATOR = frozenset(
    {"dataclasses.dataclass", "pydantic.dataclasses.dataclass", "attr.s", "attr.attrs", "attr.define", "attr.frozen"}
    | {"attrs.define", "attrs.frozen", "attrs.mutable", "attr.dataclass", "attr.mutable"}
)


def _is_model(ev: Evaluator, cls: Cls) -> bool:
    bases = {base.rsplit(".", 1)[-1] for base in cls.external_bases()}
    return not bases.isdisjoint(_FIELDS_BY_BASE) or any(_is_dataclass(ev, one) for one in cls.mro())


def _is_dataclass(ev: Evaluator, cls: Cls) -> bool:
    scope = Scope(cls.module, cls.module.scope, qualname=cls.qualname)
    for node in cls.decl.decorators:
        func = node.func if isinstance(node, ir.Call) else node
        with ev.inside(cls.module, Frame(None, cls.qualname, len(ev.when))):
            value = ev.resolve(ev.eval(func, scope))
        if isinstance(value, Ext) and value.path in _FIELDS_BY_DECORATOR:
            return True
    return False


def _aliases(annotation: ir.Expr | None, value: ir.Expr | None) -> tuple[str, ...] | None:
    """The names under which a field is given in place of its own: `Field(alias=…)` as its value or in `Annotated`; none
    where it keeps its own, None where they cannot be read.
    """
    for node in (value, *_annotated(annotation)):
        if not isinstance(node, ir.Call):
            continue
        said = {arg.keyword: arg.value for arg in node.args if arg.keyword in ("alias", "validation_alias")}
        given = said.get("validation_alias", said.get("alias"))
        if given is None or (isinstance(given, ir.Const) and given.value is None):
            continue
        choices = [arg.value for arg in given.args] if isinstance(given, ir.Call) else [given]  # AliasChoices
        names = [one.value for one in choices if isinstance(one, ir.Const) and isinstance(one.value, str)]
        return tuple(names) if names and len(names) == len(choices) else None
    return ()


def _annotated(node: ir.Expr | None) -> tuple[ir.Expr, ...]:
    """What stands behind the type in `Annotated[…]`."""
    if not isinstance(node, ir.Subscript) or "Annotated" not in tuple(_names(node.value)):
        return ()
    return node.index.items[1:] if isinstance(node.index, ir.Display) else ()


def _by_name_too(cls: Cls) -> bool:
    """`model_config` lets a field with an alias be given by its own name as well, so that both have to be bound."""
    for statement in (statement for one in cls.mro() for statement in one.decl.body):
        if not isinstance(statement, ir.Assign) or not isinstance(statement.value, ir.Call):
            continue
        target = statement.targets[0]
        if isinstance(target, ir.Name) and target.id == "model_config":
            said = {arg.keyword for arg in statement.value.args if isinstance(arg.value, ir.Const) and arg.value.value}
            return not said.isdisjoint({"populate_by_name", "validate_by_name"})
    return False


def _of_model(ev: Evaluator, cls: Cls, before: str, seen: tuple[Cls, ...]) -> Arguments:
    if any(cls is one for one in seen) or len(seen) > _DEPTH:
        return Arguments()
    bases = {base.rsplit(".", 1)[-1] for base in cls.external_bases()}
    complete = _is_model(ev, cls) and all(base in _MODELS for base in bases)
    both = _by_name_too(cls)
    found: dict[str, Argument] = {}
    for one in reversed(list(cls.mro())):
        for statement in one.decl.body:
            if not isinstance(statement, ir.Assign) or statement.annotation is None:
                continue
            target = statement.targets[0]
            if not isinstance(target, ir.Name) or target.id.startswith("_"):
                continue
            if "ClassVar" in _names(statement.annotation):
                continue
            aliases = _aliases(statement.annotation, statement.value)
            complete = complete and aliases is not None
            names = aliases or (target.id,)
            if aliases and both:
                names = (*aliases, target.id)
            scope = Scope(one.module, one.module.scope, dict(one.ns), qualname=one.qualname)
            for path in (f"{before}{name}" for name in names):
                found[path] = Argument(name=path, at=one.module.facts.location(target.pos))
                for model in _models(ev, statement.annotation, scope, 0):
                    found.update({a.name: a for a in _of_model(ev, model, f"{path}.", (*seen, cls)).items})
            if len(found) > _MAX:
                return Arguments(items=tuple(found.values()))
        if "model_config" in one.ns:
            complete = False  # an alias generator may rename, and extra keys may be allowed
    return Arguments(items=tuple(found.values()), complete=complete)


# --- schemas ---------------------------------------------------------------------------------------------------------


def _of_schema(schema: Table, at: Location, before: str, depth: int) -> Arguments:
    """`{"type": "object", "properties": {…}}`, with what lies in lists and objects."""
    wrapped = schema.entries.get("json")  # Bedrock
    if wrapped is not None and isinstance(wrapped.value, Table):
        return _of_schema(wrapped.value, at, before, depth)
    held = schema.entries.get("properties")
    if held is None or not isinstance(held.value, Table) or depth > _DEPTH:
        return Arguments()
    found: list[Argument] = []
    for key, entry in held.value.entries.items():
        if not isinstance(key, str):
            continue
        said = held.value.keys.get(key)
        place = said.at if isinstance(said, K) and said.at is not None else held.value.at or at
        found.append(Argument(name=f"{before}{key}", at=place))
        inner: Value = entry.value
        if isinstance(inner, Table) and (items := inner.entries.get("items")) is not None:
            inner = items.value
        if isinstance(inner, Table):
            found += _of_schema(inner, place, f"{before}{key}.", depth + 1).items
    more = schema.entries.get("additionalProperties")
    closed = more is None or (isinstance(more.value, K) and more.value.value is False)
    return Arguments(items=tuple(found[:_MAX]), complete=closed and not held.value.open and not schema.open)
