"""Facts of many files → one program in which an import finds its module.

Room: checks, second step. Pure. A file is read only when it can matter: when it may declare a tool, or when a file that
matters uses it. Not here: what a statement does (`_evaluator`).
"""

from __future__ import annotations

import ast
import posixpath
import sys
from collections import Counter
from collections.abc import Mapping, Sequence

from toolcrib.checks.surface._frameworks import ANCHORS, FRAMEWORK_ROOTS
from toolcrib.checks.surface._module import Module, Part, Trees, imports_provider, may_say, says
from toolcrib.checks.surface._parts import joined, own_root
from toolcrib.checks.surface._read import Facts, FactsCache, Reader, SurfaceError, read

__all__ = ["FRAMEWORK_ROOTS", "Module", "Part", "Program", "imports_provider", "says"]


class Program:
    """The modules by path and by dotted name under each source root."""

    def __init__(self, files: Mapping[str, bytes], cache: FactsCache | None = None, *, reference: bool = False) -> None:
        self._cache = cache
        self._reference = reference  # LibCST reads every file
        self.errors: list[SurfaceError] = []
        self.trees = Trees()
        self.looked = 0  # files whose tree was looked at
        self.turns = 0  # turns that settling took, over all parts
        self.gone_through = 0  # definitions that settling went through, over all turns
        self.read_by: Counter[Reader] = Counter()
        self.modules: dict[str, Module] = {}
        self._reach: dict[tuple[str, str, int, tuple[str, ...]], tuple[str, ...]] = {}
        self._targets: dict[str, set[str]] = {}
        self._children: dict[str, dict[str, Module]] | None = None
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

    def may_say(self, needles: set[bytes], part: Part) -> bool:
        """Some file may hold one of these identifiers."""
        return any(may_say(module, needles) for module in part.modules)

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

    def children_of(self, parent: Module | str) -> Mapping[str, Module]:
        """The modules that `child` finds, by name; asked for when it would be for many names."""
        if isinstance(parent, Module):
            if not parent.is_package:
                return {}
            parent = posixpath.dirname(parent.path)
        if self._children is None:
            self._children = {}
            for path, module in sorted(self.modules.items(), key=lambda found: found[1].is_package):  # packages last
                place = posixpath.dirname(path) if module.is_package else path.removesuffix(".py")
                folder, name = posixpath.split(place)
                if name:
                    self._children.setdefault(folder, {})[name] = module
                if module.is_package:  # `import pkg.__init__`
                    self._children.setdefault(place, {})["__init__"] = module
        return self._children.get(parent, {})

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
