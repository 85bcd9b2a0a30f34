"""Which functions could lead to a registration: what is worth following to its end.

Room: checks, middle. A function that says one of the dialects' words may register; whoever says that function's name
may lead to it. Names that many functions share lead nowhere: a function behind such a name is followed by itself, with
unknown arguments, and what it registers then is said to be unresolved rather than lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._program import Module

SHARED = 3  # more definitions of one name than this: it does not identify a function
# Every object has these: a function of such a name is followed by itself.
_PLAIN = frozenset(
    {
        "model_dump",
        "model_dump_json",
        "model_validate",
        "model_post_init",
        "to_dict",
        "from_dict",
        "to_json",
        "from_json",
    }
    | {"dict", "json", "copy", "logger"}
)
MENTIONS = 80  # more functions that say a name than this: it is a common word


def forms(words: Iterable[str]) -> frozenset[str]:
    """A dialect's word as code says it: `.word` and `word()`; one that ends with `=` is a keyword only, and one that
    ends with `()` is called, so that a common word read as an attribute leads nowhere."""
    found: set[str] = set()
    for word in words:
        found |= {word} if word.endswith("=") else {f".{word}", word if word.endswith("()") else f"{word}()"}
    return frozenset(found)


def leading_words(modules: Iterable[Module], seeds: frozenset[str]) -> frozenset[str]:
    """The dialects' words and the names of everything that may lead to them."""
    bodies: list[tuple[str, frozenset[str]]] = []
    filled: dict[int, frozenset[str]] = {}
    stores: set[str] = set()
    aliases: list[tuple[str, frozenset[str]]] = []
    classes: set[str] = set()
    for module in modules:
        before = len(bodies)
        outer = {id(statement) for statement in _outer(module.facts.body)}
        for statement in statements(module.facts.body):
            if isinstance(statement, ir.FunctionDef | ir.ClassDef):
                if isinstance(statement, ir.ClassDef):
                    classes.add(statement.name)
                if id(statement) in outer:  # a function in a function is nobody else's: its words are its owner's too
                    bodies.append((statement.name, statement.words))
                if isinstance(statement, ir.ClassDef) and statement.bases:
                    aliases.append((statement.name, _extended(statement)))
            else:
                aliases += _aliases(statement)
        bodies.append(("__top__", _top_words(module.facts.body)))
        variables = frozenset(
            t.id for st in module.facts.body if isinstance(st, ir.Assign) for t in st.targets if isinstance(t, ir.Name)
        )
        said = (w for _, used in bodies[before:] for w in used if w.endswith("!"))
        here = frozenset(w for w in said if _is_store(w, variables))
        filled.update((id(used), here) for _, used in bodies[before:])
        stores |= {w for w in here if not w.startswith(".")}  # another module may import it
        for statement in _outer(module.facts.body):
            if isinstance(statement, ir.ClassDef):
                mark = f"{statement.name}."
                own = frozenset(w for w in statement.words if w.startswith(mark) and w.endswith("!"))
                for method in _outer(statement.body):
                    if isinstance(method, ir.FunctionDef):
                        filled[id(method.words)] = filled.get(id(method.words), frozenset()) | own
    every = (w for _, used in bodies for w in used if w.endswith("!"))
    shared = {w: w.partition(".")[0] for w in every if "." in w and not w.startswith(".")}  # `Registry.items!`
    defined = Counter(name for name, _ in bodies)
    mentioned: Counter[str] = Counter()
    for _, used in bodies:
        mentioned.update(used)
    words: set[str] = set(seeds)
    changed = True
    while changed:
        changed = False
        for name, used in aliases:
            common = mentioned[f".{name}"] + mentioned[f"{name}()"] > MENTIONS // 4
            if f"{name}()" not in words and not used.isdisjoint(words) and not common:
                words |= forms([name])
                changed = True
        for name, used in bodies:
            if name in _PLAIN or name.startswith("__"):
                continue
            if f"{name}()" in words or defined[name] > SHARED or mentioned[name] > MENTIONS:
                continue
            if not used.isdisjoint(words):
                words |= forms([name])
                if "_" in name.strip("_") or len(name) > 10:  # long enough to be nothing but that function
                    words.add(name)
                changed = True
        for used in _readers(bodies, seeds, defined):
            found = {w for w in filled[id(used)] | stores if _read(w) in used and w not in words}
            found |= {w for w, owner in shared.items() if owner in used and _read(w) in used and w not in words}
            if ".__subclasses__" in used:  # whoever extends such a class is found through it
                found |= {name for name in classes & used if name not in words}
            if found:  # a store that a registration reads: who fills it leads here too
                words |= found
                changed = True
    return frozenset(words)


def _readers(
    bodies: list[tuple[str, frozenset[str]]], seeds: frozenset[str], defined: Counter[str]
) -> list[frozenset[str]]:
    """Functions that register, and those that they call for what to register."""
    direct = [words for _, words in bodies if not words.isdisjoint(seeds)]
    said = frozenset().union(*direct) if direct else frozenset()
    called = [w for n, w in bodies if defined[n] <= SHARED and f"{n}()" in said]
    return direct + called


def registering(module: Module, words: frozenset[str]) -> frozenset[str]:
    """What the code of a module that registers says."""
    said: set[str] = set()
    for statement in _outer(module.facts.body):
        if isinstance(statement, ir.FunctionDef | ir.ClassDef) and not statement.words.isdisjoint(words):
            said |= statement.words
    top = _top_words(module.facts.body)
    return frozenset(said | top if not top.isdisjoint(words) else said)


def taken(module: Module, said: frozenset[str]) -> Iterator[tuple[str, int, frozenset[str]]]:
    """What code of a module that registers, and says this, takes from others: (module, level, names)."""
    if not said:
        return
    attributes = frozenset(w[1:] for w in said if w.startswith(".") and not w.endswith(("!", ")")))
    for statement in statements(module.facts.body):
        if isinstance(statement, ir.ImportFrom):
            names = {name for name, bound in statement.names if bound in said}
            if any(name == "*" for name, _ in statement.names):
                names |= {w for w in said if w.isidentifier()}
            yield statement.module, statement.level, frozenset(names)
            for name, bound in statement.names:
                if bound in said and attributes:
                    dotted = f"{statement.module}.{name}" if statement.module else name
                    yield dotted, statement.level, attributes
        elif isinstance(statement, ir.Import):
            for dotted, bound in statement.names:
                if (bound or dotted.split(".", 1)[0]) in said:
                    yield dotted, 0, attributes


def _top_words(body: ir.Block) -> frozenset[str]:
    """What a module's own statements say: a loop at the top level reads a store as a function does."""
    from toolcrib.checks.surface._slice import said

    return frozenset(w for s in statements(body, into=False) for w in said(s))


def _is_store(word: str, variables: frozenset[str]) -> bool:
    """A module's own variable, or a private attribute: `_registry!`, `._tools!`."""
    name = word[:-1]
    if "." in name and not name.startswith("."):
        return False  # its own class reads it: see `leading_words`
    if name.startswith("."):
        return name.startswith("._") and not name.startswith(".__")
    return name in variables


def _read(fill: str) -> str:
    """How a function that reads a store says it: `x!` → `x`, `.x!` and `Class.x!` → `.x`."""
    _, dot, name = fill[:-1].rpartition(".")
    return f".{name}" if dot else name


def _aliases(statement: ir.Stmt) -> Iterator[tuple[str, frozenset[str]]]:
    """Other names for a leading word: `from x import tool as t`, `t = mcp.tool`."""
    if isinstance(statement, ir.ImportFrom):
        for name, bound in statement.names:
            if bound and bound != name:
                yield bound, frozenset({name, f"{name}()"})
    elif isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Name | ir.Attr):
        value = statement.value
        said = {f"{value.id}()", value.id} if isinstance(value, ir.Name) else {f".{value.name}", value.name}
        for target in statement.targets:
            if isinstance(target, ir.Name):
                yield target.id, frozenset(said)
            elif isinstance(target, ir.Attr):
                yield target.name, frozenset(said)


def _extended(statement: ir.ClassDef) -> frozenset[str]:
    """The classes that a class extends, as a call would say them: its heirs may be tools as theirs are."""
    found: set[str] = set()
    for base in statement.bases:
        value = base.value.value if isinstance(base.value, ir.Subscript) else base.value
        if isinstance(value, ir.Name):
            found.add(f"{value.id}()")
        elif isinstance(value, ir.Attr):
            found |= {f".{value.name}", f"{value.name}()"}
    return frozenset(found)


def _outer(body: ir.Block) -> Iterator[ir.Stmt]:
    """Definitions that other files can name: at the top level, in classes, in branches, but not in functions."""
    todo: list[ir.Stmt] = list(body)
    while todo:
        statement = todo.pop()
        yield statement
        if not isinstance(statement, ir.FunctionDef):
            todo += blocks(statement)


def statements(body: ir.Block, *, into: bool = True) -> Iterator[ir.Stmt]:
    """Every statement; without `into`, none of definitions."""
    todo: list[ir.Stmt] = list(body)
    while todo:
        statement = todo.pop()
        if not into and isinstance(statement, ir.FunctionDef | ir.ClassDef):
            continue
        yield statement
        todo += blocks(statement)


def blocks(statement: ir.Stmt) -> list[ir.Stmt]:
    """The statements directly inside a statement."""
    found: list[ir.Stmt] = []
    for name in ("body", "orelse", "final"):
        inner = getattr(statement, name, None)
        if isinstance(inner, tuple):
            found += inner
    if isinstance(statement, ir.Try):
        for _, _, inner in statement.handlers:
            found += inner
    if isinstance(statement, ir.Match):
        for case in statement.cases:
            found += case[4]
    return found
