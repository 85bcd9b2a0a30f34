"""Builtins and the parts of the standard library that declarations go through.

Room: checks, middle. A table of small models; what is not here stays a dotted name that nothing is claimed about.
Not here: models over containers (`_models_containers`) and objects (`_models_objects`), methods (`_methods`).
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from toolcrib.checks.surface._choices import functions
from toolcrib.checks.surface._elements import loaded
from toolcrib.checks.surface._fold import environment, format_value, text_of
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Entry,
    Ext,
    Func,
    K,
    Native,
    Obj,
    Partial,
    Site,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
from toolcrib.checks.surface import _copies
from toolcrib.checks.surface import _models_containers as containers
from toolcrib.checks.surface import _models_objects as objects
from toolcrib.checks.surface._methods import method

__all__ = ["add_argument", "builtin", "call", "environment", "method"]

Model = Callable[["Evaluator", Args, Site], Value]


def builtin(name: str) -> Value | None:
    if name in _BUILTINS:
        return Native(_BUILTINS[name], name)
    if name in _BUILTIN_NAMES:
        return Ext(f"builtins.{name}" if name not in ("str",) else "str")
    return None


def call(ev: Evaluator, path: str, args: Args, site: Site) -> Value | None:
    """A call of a library function by its dotted name, or None when there is no model of it."""
    made = _copied(ev, path, args, site)
    if made is not None:
        return made
    model = _MODELS.get(path)
    if model is None and path.startswith(("builtins.", "str")):
        name = path.removeprefix("builtins.")
        model = _BUILTINS.get(name)
    return model(ev, args, site) if model is not None else None


def _copied(ev: Evaluator, path: str, args: Args, site: Site) -> Value | None:
    """An agent that is copied: other values are left to the table."""
    if path in ("dataclasses.replace", "copy.replace", "attr.evolve", "attrs.evolve"):
        return _copies.by_function(ev, args, site)
    if path in ("copy.copy", "copy.deepcopy"):
        return _copies.whole(ev, args, site, deep=path == "copy.deepcopy")
    return None


# --- text, environment -----------------------------------------------------------------------------------------------


def _getenv(ev: Evaluator, args: Args, site: Site) -> Value:
    return environment(args.get(0, "key") or NONE, args.get(1, "default"))


def _loaded(ev: Evaluator, args: Args, site: Site) -> Value:
    return loaded(ev, args.get(0, "key") or NONE, site.text)


def _dedent(ev: Evaluator, args: Args, site: Site) -> Value:
    return _on_text(args, textwrap.dedent)


def _cleandoc(ev: Evaluator, args: Args, site: Site) -> Value:
    return _on_text(args, inspect.cleandoc)


def _on_text(args: Args, make: Callable[[str], str]) -> Value:
    value = args.get(0)
    if isinstance(value, K) and isinstance(value.value, str):
        return K(make(value.value), value.conf, value.at)
    return value if isinstance(value, Unknown) else Unknown("a text that cannot be folded")


def _getdoc(ev: Evaluator, args: Args, site: Site) -> Value:
    value = args.get(0)
    doc = ev.attr(value, "__doc__", site) if value is not None else NONE
    return _on_text(Args([doc]), inspect.cleandoc) if isinstance(doc, K) and doc.value is not None else doc


def _str(ev: Evaluator, args: Args, site: Site) -> Value:
    value = args.get(0)
    return K("") if value is None else format_value(value, "s", "", site.text)


def add_argument(ev: Evaluator, args: Args) -> None:
    """argparse: remember an option's default under the name that `args.<name>` reads."""
    names = [t for t in (text_of(a) for a in args.positional) if t]
    dest = text_of(args.get(None, "dest") or NONE) or next(
        (n for n in names if n.startswith("--")), names[0] if names else ""
    )
    action = text_of(args.get(None, "action") or NONE)
    default = args.get(None, "default")
    if default is None and action in ("store_true", "store_false"):
        default = K(action == "store_false")
    ev.options[dest.lstrip("-").replace("-", "_")] = default if isinstance(default, K) else NONE


# --- functions -------------------------------------------------------------------------------------------------------


def _wraps(ev: Evaluator, args: Args, site: Site) -> Value:
    wrapped = args.get(0, "wrapped")
    options = functions(wrapped)
    if options and all(isinstance(o.value, Func) for o in options):
        each = [(_wraps(ev, Args([o.value]), site), o.when) for o in options]
        return Native(
            lambda ev, inner, site: either([Entry(ev.call(one, inner, site), when) for one, when in each]),
            "functools.wraps",
        )

    def apply(ev: Evaluator, inner: Args, site: Site) -> Value:
        wrapper = inner.get(0)
        if isinstance(wrapper, Func) and isinstance(wrapped, Func):
            copy = Func(wrapper.decl, wrapper.scope, wrapper.defaults, wrapper.qualname, wrapper.receiver)
            copy.attrs = {**wrapped.attrs, **wrapper.attrs}
            copy.wraps = wrapped
            copy.owner = wrapped.owner
            return copy
        if isinstance(wrapper, Func) and isinstance(wrapped, Obj) and isinstance(wrapped.data.get("function"), Func):
            return apply_to(wrapper, wrapped.data["function"])
        if isinstance(wrapper, Func) and wrapped is not None and not isinstance(wrapped, Func):
            copy = Func(wrapper.decl, wrapper.scope, wrapper.defaults, wrapper.qualname, wrapper.receiver)
            copy.attrs = {"__name__": ev.attr(wrapped, "__name__", site), **wrapper.attrs}
            return copy
        return wrapper if wrapper is not None else NONE

    def apply_to(wrapper: Func, original: Func) -> Value:
        copy = Func(wrapper.decl, wrapper.scope, wrapper.defaults, wrapper.qualname, wrapper.receiver)
        copy.wraps = original
        return copy

    return Native(apply, "functools.wraps")


def _update_wrapper(ev: Evaluator, args: Args, site: Site) -> Value:
    wrapper, wrapped = args.get(0), args.get(1)
    return ev.call(_wraps(ev, Args([wrapped or NONE]), site), Args([wrapper or NONE]), site)


def _exec(ev: Evaluator, args: Args, site: Site) -> Value:
    """Code in a text: said where it may register."""
    code = args.get(0, "source")
    text = code.value if isinstance(code, K) and isinstance(code.value, str) else None
    if text is not None:
        says = re.findall(r"\w+", text)
        may = any(f".{word}" in ev.words or f"{word}()" in ev.words for word in says)
    else:
        may = ev.frame.func is None and ev.knows_frameworks()
    if may:
        settle = "write the code where it can be read, or acknowledge this place with the names that it registers"
        ev.ledger.cannot(site, "", f"`{site.text}` runs code that may register tools", settle)
    return Unknown(f"`{site.text}` runs code in a text")


def _partial(ev: Evaluator, args: Args, site: Site) -> Value:
    if not args.positional:
        return Unknown("functools.partial without a function")
    return Partial(args.positional[0], Args(args.positional[1:], dict(args.keywords), args.open))


def _identity(ev: Evaluator, args: Args, site: Site) -> Value:
    return args.get(0) or NONE


def _second(ev: Evaluator, args: Args, site: Site) -> Value:
    return args.get(1) or NONE


def _identity_decorator(ev: Evaluator, args: Args, site: Site) -> Value:
    """`@x` and `@x(…)` both give back the function or class."""
    first = args.get(0)
    return first if isinstance(first, Func | Cls) else Native(_identity)


def _kind(kind: str) -> Model:
    def mark(ev: Evaluator, args: Args, site: Site) -> Value:
        value = args.get(0)
        if isinstance(value, Func):
            value.kind = kind
        return value or NONE

    return mark


def _run_callable(ev: Evaluator, args: Args, site: Site) -> Value:
    """asyncio.run(main()) has already followed the call; anyio.run(main, …) calls it."""
    value = args.get(0)
    if isinstance(value, Func | Partial):
        return ev.call(value, Args(args.positional[1:]), site)
    return value or NONE


_BUILTIN_NAMES = frozenset(
    [
        "object",
        "type",
        "Exception",
        "ValueError",
        "print",
        "property",
        "staticmethod",
        "classmethod",
        "id",
        "repr",
        "hash",
    ]
)
_BUILTINS: dict[str, Model] = {
    "list": containers.model_sequence("list"),
    "tuple": containers.model_sequence("tuple"),
    "set": containers.model_sequence("set"),
    "frozenset": containers.model_sequence("set"),
    "chr": containers.model_chr,
    "exec": _exec,
    "eval": _exec,
    "iter": containers.model_sequence("iterator"),
    "dict": containers.make_dict,
    "str": _str,
    "sorted": containers.model_sorted,
    "zip": containers.model_zip,
    "enumerate": containers.model_enumerate,
    "range": containers.model_range,
    "map": containers.model_map,
    "filter": containers.model_filter,
    "reversed": containers.model_reversed,
    "len": containers.model_len,
    "any": containers.model_any_all(True),
    "all": containers.model_any_all(False),
    "next": containers.model_next,
    "getattr": objects.get_attribute,
    "hasattr": objects.model_hasattr,
    "setattr": objects.model_setattr,
    "vars": objects.model_vars,
    "dir": objects.model_dir,
    "isinstance": objects.model_isinstance,
    "issubclass": objects.model_issubclass,
    "callable": objects.model_callable,
    "type": objects.model_type,
    "property": _kind("property"),
    "staticmethod": _kind("static"),
    "classmethod": _kind("class"),
    "__import__": objects.model_import_module,
}
_MODELS: dict[str, Model] = {
    "os.getenv": _getenv,
    "os.environ.get": _getenv,
    "sys.modules.get": _loaded,
    "textwrap.dedent": _dedent,
    "inspect.cleandoc": _cleandoc,
    "inspect.getdoc": _getdoc,
    "functools.wraps": _wraps,
    "functools.update_wrapper": _update_wrapper,
    "functools.partial": _partial,
    "functools.cached_property": _kind("property"),
    "functools.cache": _identity,
    "functools.lru_cache": _identity_decorator,
    "typing.cast": _second,
    "typing_extensions.cast": _second,
    "copy.copy": _identity,
    "copy.deepcopy": _identity,
    "asyncio.run": _run_callable,
    "anyio.run": _run_callable,
    "trio.run": _run_callable,
    "itertools.chain": containers.chain,
    "itertools.chain.from_iterable": containers.model_chain_from,
    "inspect.getmembers": objects.model_getmembers,
    "inspect.isfunction": objects.model_is_function,
    "inspect.ismethod": objects.model_is_function,
    "inspect.isroutine": objects.model_is_function,
    "inspect.iscoroutinefunction": objects.model_is_async,
    "inspect.isclass": objects.model_is_class,
    "asyncio.iscoroutinefunction": objects.model_is_async,
    "importlib.import_module": objects.model_import_module,
    "pkgutil.iter_modules": objects.model_iter_modules,
    "pkgutil.walk_packages": objects.model_iter_modules,
    "contextlib.contextmanager": _identity,
    "contextlib.asynccontextmanager": _identity,
    "contextlib.nullcontext": _identity,
    "dataclasses.dataclass": _identity_decorator,
    "abc.abstractmethod": _identity,
    "types.MappingProxyType": _identity,
    "collections.OrderedDict": containers.make_dict,
    "collections.deque": containers.model_sequence("list"),
    "asyncio.gather": containers.chain,
    "typing.final": _identity,
    "typing.overload": _identity,
    "collections.defaultdict": containers.make_defaultdict,
    "collections.namedtuple": containers.model_namedtuple,
    "types.SimpleNamespace": containers.model_namespace,
    "operator.methodcaller": containers.model_methodcaller,
    "operator.attrgetter": containers.model_attrgetter,
    "itertools.starmap": containers.model_starmap,
    "functools.reduce": containers.model_reduce,
    "heapq.heappush": containers.model_push,
}
