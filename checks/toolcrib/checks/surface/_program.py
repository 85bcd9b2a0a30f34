"""Facts of many files → one program in which an import finds its module.

Room: checks, second step. Pure. A file is read only when it can matter: when it may declare a tool, or when a file that
matters uses it. Not here: what a statement does (`_evaluator`).
"""

from __future__ import annotations

import ast
import posixpath
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._look import Said, look, said
from toolcrib.checks.surface._parts import Seen, joined, own_root
from toolcrib.checks.surface._read import Facts, FactsCache, Reader, SurfaceError, read
from toolcrib.checks.surface._values import Scope

if TYPE_CHECKING:
    from toolcrib.checks.surface._carriers import Carriers

# Bytes of an identifier; whatever is not ASCII counts, so that a look-alike is never a boundary.
_IDENTIFIER = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") | frozenset(range(128, 256))


def says(data: bytes, word: bytes) -> bool:
    """The file holds this identifier whole. Only a look at bytes: a word in a comment is found too."""
    start = data.find(word)
    while start >= 0:
        end = start + len(word)
        if (start == 0 or data[start - 1] not in _IDENTIFIER) and (end == len(data) or data[end] not in _IDENTIFIER):
            return True
        start = data.find(word, start + 1)
    return False


@dataclass(slots=True, eq=False)
class Module:
    """One file: its dotted name, its facts once it is read, and the state of following it."""

    name: str
    path: str
    is_package: bool
    data: bytes
    matters: bool
    program: Program
    scope: Scope = field(init=False)
    seen: Seen = field(init=False)
    state: str = "new"  # new, running, done
    star: bool = False
    _facts: Facts | None = None
    _said: Said | None = None
    _defined: frozenset[bytes] | None = None
    _definitions: dict[str, ir.FunctionDef | ir.ClassDef] | None = None

    def __post_init__(self) -> None:
        self.seen = Seen(self.data)
        self.scope = Scope(self, None, is_module=True)

    @property
    def facts(self) -> Facts:
        if self._facts is None:
            self._facts = self.program.read(self.path, self.data, self.program.trees.take(self.path))
        return self._facts

    @property
    def definitions(self) -> dict[str, ir.FunctionDef | ir.ClassDef]:
        """The first definition of each name at the top level."""
        if self._definitions is None:
            found = [s for s in self.facts.body if isinstance(s, ir.FunctionDef | ir.ClassDef)]
            self._definitions = {s.name: s for s in reversed(found)}
        return self._definitions

    def defines(self, name: str) -> bool:
        """A line of the file begins with a definition of this name. Looked for once: it is asked for many names."""
        if self._defined is None:
            self._defined = frozenset(_DEFINED.findall(self.data))
        return name.encode() in self._defined

    def says(self, words: frozenset[str]) -> bool:
        """Whether its code may say one of the words; asked of the standard library's parser, which is fast."""
        if self._facts is not None:
            return True
        if b"class" in self.data and self.seen.names_any(CLASS_ROOTS):
            return True  # a class of its may extend another package's tool, whatever that is called
        if self._said is not None:
            return self._said.any_of(words)
        self.program.looked += 1
        tree = look(self.data)
        if tree is None:
            return True
        self._said = said(tree)
        self.program.trees.keep(self.path, tree, len(self.data))
        return self._said.any_of(words)

    @property
    def package(self) -> str:
        return self.name if self.is_package else self.name.rpartition(".")[0]


def _may_say(module: Module, needles: set[bytes]) -> bool:
    text = module.seen.text
    return text is None or any(says(text, needle) for needle in needles)


# What the lines of a file begin to define. Only a look at bytes.
_DEFINED = re.compile(rb"(?m)^[ \t]*(?:(?:async[ \t]+)?def[ \t]+|class[ \t]+)?([\w\x80-\xff]+)[ \t]*[:=(,\[]")


# Packages whose calls may be given tools among `**` arguments, as an import says them.
_PROVIDER = re.compile(
    rb"(?m)^[ \t]*(?:from|import)[ \t]+(?:openai|anthropic|boto3|aioboto3|litellm|groq|mistralai|ollama|together|cohere"
    rb"|google\.(?:genai|generativeai)|google[ \t]+import[ \t]+genai)\b"
)


def imports_provider(data: bytes) -> bool:
    return _PROVIDER.search(data) is not None


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Files that may have to do with each other. `anchored`: one of them names a framework."""

    modules: tuple[Module, ...]
    anchored: bool
    above: frozenset[str] | None = None  # files that import a framework, also through others; None: all may

    def may_hold(self, module: Module) -> bool:
        """Whether the module can have something of a framework without being given it."""
        return self.above is None or module.path in self.above


class _Trees:
    """Trees of files that were looked at, until the file is read; a few, since a tree is thirty times its text."""

    ROOM = 1_500_000  # bytes of text

    def __init__(self) -> None:
        self._held: dict[str, tuple[ast.Module, int]] = {}
        self._size = 0

    def keep(self, path: str, tree: ast.Module, size: int) -> None:
        if self._size + size <= self.ROOM:
            self._held[path] = (tree, size)
            self._size += size

    def take(self, path: str) -> ast.Module | None:
        tree, size = self._held.pop(path, (None, 0))
        self._size -= size
        return tree

    def forget(self) -> None:
        self._held.clear()
        self._size = 0


_STRAY = re.compile(rb"(?:[.@][ \t]*|\b)(?:tool|add_tool|tool_plain)[ \t]*\(|@[ \t]*(?:[\w.]+\.)?(?:tool|tool_plain)\b")


def _says_so(module: Module) -> bool:
    """The file calls something `tool` or `add_tool`.

    For files of a part that names no framework: there it can only be another package's word, or a server that arrives
    in a way that nobody sees; that is worth a line.
    """
    text = module.seen.text
    return text is None or (b"tool" in text and _STRAY.search(text) is not None)


class Program:
    """The modules by path and by dotted name under each source root."""

    def __init__(self, files: Mapping[str, bytes], cache: FactsCache | None = None, *, reference: bool = False) -> None:
        self._cache = cache
        self._reference = reference  # LibCST reads every file
        self.errors: list[SurfaceError] = []
        self.trees = _Trees()
        self.looked = 0  # files whose tree was looked at
        self.read_by: Counter[Reader] = Counter()
        self.modules: dict[str, Module] = {}
        self._reach: dict[tuple[str, str, int, tuple[str, ...]], tuple[str, ...]] = {}
        self._targets: dict[str, set[str]] = {}
        self._rooted: dict[str, list[str]] = {}
        self._resolved: dict[tuple[str, str], Module | str | None] = {}
        self._packages = {posixpath.dirname(p) for p in files if posixpath.basename(p) == "__init__.py"}
        self._folders: set[str] = set()
        for path in sorted(files):
            data = files[path]
            folder, base = posixpath.split(path)
            is_package = base == "__init__.py"
            dotted = (folder if is_package else path.removesuffix(".py")).replace("/", ".")
            self.modules[path] = Module(dotted, path, is_package, data, False, self)
            while folder not in self._folders:
                self._folders.add(folder)
                folder = posixpath.dirname(folder)
        # What an absolute import can begin with.
        self._names = {posixpath.basename(path).removesuffix(".py") for path in (*self.modules, *self._folders)}

    def parts(self, *, look: bool = True) -> list[Part]:
        """The sets of files between which no import leads (see `_parts`), those that name a framework first.

        Without a `look` at the bytes there is one, and every file of it is read.
        """
        if not look:
            for module in self.modules.values():
                module.matters = True
            return [Part(tuple(self.modules.values()), anchored=True)]
        files = {path: module.seen for path, module in self.modules.items()}
        found = []
        for names in joined(files, self._reached, lambda path: own_root(path, self._packages)):
            anchors = {name for name in names if files[name].names_any(ANCHORS)}
            found.append(Part(tuple(self.modules[name] for name in names), bool(anchors), self._above(names, anchors)))
        return sorted(found, key=lambda part: not part.anchored)

    def _above(self, names: Sequence[str], anchors: set[str]) -> frozenset[str]:
        """The anchors, and what imports them, also through others or by a name made at run time."""
        importers: dict[str, set[str]] = {}
        for name in names:
            for target in self._targets.get(name, ()):
                importers.setdefault(target, set()).add(name)
        found: set[str] = set()
        todo = [*anchors, *(name for name in names if self.modules[name].seen.by_name)] if anchors else []
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += importers.get(name, ())
        return frozenset(found)

    def _reached(self, path: str, dotted: str, level: int, names: tuple[str, ...]) -> tuple[str, ...]:
        """The files that an import runs or names."""
        key = (posixpath.dirname(path), dotted, level, names)
        known = self._reach.get(key)
        if known is None:
            found: list[Module | str | None] = []
            source = self.resolve(dotted, self.modules[path], level) if dotted or level else None
            if source is not None:
                found = [source, *(self.child(source, name) for name in names)]
                if "*" in names:
                    found += self.children(source)
            known = self._reach[key] = tuple(m.path for m in found if isinstance(m, Module))
        self._targets.setdefault(path, set()).update(known)
        return known

    def settle(self, seeds: frozenset[str], part: Part) -> frozenset[str]:
        """Find every file of a part that matters, and the words that lead to a registration; until nothing changes.

        Whoever declares a tool says one of the dialects' words in that file, unless it uses a helper of another file
        (`@register("x")`): then it says the helper's name, which is known once the helper's file is read. A file in an
        encoding other than UTF-8, or with other than ASCII identifiers, always matters: its bytes need not show a word.
        """
        from toolcrib.checks.surface._carriers import Carriers
        from toolcrib.checks.surface._relevance import leading_words

        self.trees.forget()  # no other part reads what they hold
        if not part.anchored:
            for module in part.modules:
                module.matters = _says_so(module)
            return seeds
        words, new = seeds, seeds
        carriers = Carriers(self, part, seeds)
        while True:
            needles = {w.strip(".()=!").encode() for w in new if "**" not in w}
            found = [m for m in part.modules if not m.matters and needles and _may_say(m, needles)]
            found = [m for m in found if m.says(new)]
            if new is seeds and any("**" in w for w in seeds):
                found += [m for m in part.modules if b"**" in m.data and imports_provider(m.data)]
            for module in found:
                module.matters = True
            feeding = [m for m in self._feeding(words, part, carriers) if not m.matters]
            for module in feeding:
                module.matters = True
            handed = carriers.handed(words)
            for module in handed:
                module.matters = True
            grown = leading_words((m for m in part.modules if m.matters), words)
            words, new = grown, grown - words
            if not new and not feeding and not handed:
                return words

    def may_say(self, needles: set[bytes], part: Part) -> bool:
        """Some file may hold one of these identifiers."""
        return any(_may_say(module, needles) for module in part.modules)

    def _feeding(self, words: frozenset[str], part: Part, carriers: Carriers) -> list[Module]:
        """Modules from which code that registers takes something that they define: a store that others fill, say."""
        from toolcrib.checks.surface._relevance import registering, taken

        found: dict[str, Module] = {}
        for module in [m for m in part.modules if m.matters]:
            said = registering(module, words)
            carriers.stores.read_here(module, said)
            for dotted, level, names in taken(module, said):
                source = self.resolve(dotted, module, level)
                for name in names:
                    child = self.child(source, name) if source is not None else None
                    holder = child if isinstance(child, Module) else source
                    if isinstance(holder, Module) and (holder is child or holder.defines(name)):
                        found[holder.path] = holder
                        carriers.stores.read_from(holder.path, name)
        return list(found.values())

    def targets(self, path: str) -> set[str]:
        """The files that a file's imports run or name, as far as `parts` saw."""
        return self._targets.get(path, set())

    def read(self, path: str, data: bytes, tree: ast.Module | None = None) -> Facts:
        try:
            facts = read(path, data, self._cache, reference=self._reference, tree=tree)
        except SurfaceError as error:
            self.errors.append(error)
            facts = Facts(path, (), (), ())
        self.read_by[facts.reader] += 1
        return facts

    def resolve(self, dotted: str, importer: Module, level: int = 0) -> Module | str | None:
        """The module that an import names, the folder of a namespace package, or None when it lies outside."""
        parts = [p for p in dotted.split(".") if p]
        if level:
            folder = posixpath.dirname(importer.path)
            for _ in range(level - 1):
                folder = posixpath.dirname(folder)
            return self._at(folder, parts)
        if not parts:
            return None
        if parts[0] in FRAMEWORK_ROOTS:
            return self._absolute(parts, importer)
        key = (posixpath.dirname(importer.path), dotted)
        if key not in self._resolved:  # the same for every file of a folder
            self._resolved[key] = self._absolute(parts, importer)
        return self._resolved[key]

    def _absolute(self, parts: list[str], importer: Module) -> Module | str | None:
        framework = parts[0] in FRAMEWORK_ROOTS
        library = parts[0] in sys.stdlib_module_names
        if not framework and parts[0] not in self._names:
            return None
        for root in self._roots(importer):
            if library and not importer.path.startswith(f"{root}/" if root else ""):
                continue  # the standard library comes before another folder's file of the same name
            if framework and not self._hides(root, parts[0], importer):
                continue
            found = self._at(root, parts)
            if framework and found is importer:
                continue
            if isinstance(found, Module) or (found is not None and len(parts) > 1):
                return found
            if found is not None and self._has_python(found):
                return found
        return None

    def _roots(self, importer: Module) -> list[str]:
        """Where an absolute import may start: folders above the importer that are no packages, then its own folder."""
        folder = posixpath.dirname(importer.path)
        known = self._rooted.get(folder)
        if known is None:
            known = self._rooted[folder] = self._find_roots(folder)
        return known

    def _find_roots(self, folder: str) -> list[str]:
        above = [folder]
        while folder:
            folder = posixpath.dirname(folder)
            above.append(folder)
        roots = [f for f in above if f not in self._packages]
        others = sorted(f for f in self._folders if f not in self._packages and f not in above and f.count("/") <= 2)
        return roots + [f for f in above if f in self._packages][:1] + others

    def _at(self, folder: str, parts: list[str]) -> Module | str | None:
        path = "/".join([folder, *parts] if folder else parts)
        module = self.modules.get(f"{path}.py") if parts else None
        package = self.modules.get(f"{path}/__init__.py" if path else "__init__.py")
        if package is not None:
            return package
        if module is not None:
            return module
        return path if path in self._folders else None

    def _hides(self, root: str, top: str, importer: Module) -> bool:
        """Whether files here really stand before an installed framework of the same name.

        A folder without `__init__.py` does so only for the packages inside it (a part of the framework's own source);
        a file beside the importer inside a package, or one somewhere else in the repository, never does.
        """
        above = root == "" or importer.path.startswith(root + "/")
        base = posixpath.join(root, top)
        if importer.path.startswith(base + "/") and posixpath.dirname(importer.path) in self._packages:
            return True
        return above and root not in self._packages and (base in self._packages or f"{base}.py" in self.modules)

    def _has_python(self, folder: str) -> bool:
        return any(path.startswith(folder + "/") for path in self.modules)

    def child(self, parent: Module | str, name: str) -> Module | str | None:
        if isinstance(parent, Module):
            if not parent.is_package:
                return None
            parent = posixpath.dirname(parent.path)
        return self._at(parent, [name])

    def children(self, parent: Module | str) -> list[Module]:
        """The direct submodules of a package, as `pkgutil.iter_modules` would list them."""
        folder = parent if isinstance(parent, str) else posixpath.dirname(parent.path)
        found = []
        for path, module in self.modules.items():
            where = posixpath.dirname(path)
            if module.is_package:
                where = posixpath.dirname(where)
            if where == folder and module is not parent:
                found.append(module)
        return found


FRAMEWORK_ROOTS: frozenset[str] = frozenset(
    {
        "mcp", "mcp_types", "fastmcp", "langchain", "langchain_core", "langchain_community", "langchain_classic",
        "langchain_openai", "langchain_anthropic", "langchain_mcp_adapters", "langgraph", "langgraph_supervisor",
        "langgraph_swarm", "deepagents", "agents", "pydantic_ai", "claude_agent_sdk", "openai", "anthropic", "google",
        "boto3", "litellm", "toolcrib",
        "crewai", "crewai_tools", "strands", "strands_tools", "smolagents", "agno", "llama_index", "dspy",
        "browser_use", "coinbase_agentkit",
        "autogen_core", "autogen_agentchat", "autogen_ext", "autogen", "ag2", "semantic_kernel", "haystack",
        "agent_framework", "camel", "ollama", "mistralai", "groq", "cohere", "vertexai", "together", "aioboto3",
    }
)  # fmt: skip

_PROVIDERS = frozenset({"openai", "anthropic", "google", "boto3", "litellm", "mcp", "mcp_types", "toolcrib"})
CLASS_ROOTS = FRAMEWORK_ROOTS - _PROVIDERS  # packages in which a class can be a tool
ANCHORS = FRAMEWORK_ROOTS - {"toolcrib"}  # packages without one of which there is no tool
