"""What a dialect is: one framework's rules for declaring tools, as answers to the evaluator's questions.

Room: checks, middle. A dialect is one module with one class. It says which packages it owns, and overrides the
questions that its framework needs; every other question keeps the answer "I do not know". Dialects keep their state on
the `Obj` values they make, never in globals. How to add one: `dialects.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from toolcrib.checks.surface._values import Args, Cls, Ext, Inst, Obj, Site, Unknown, Value

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


class Dialect:
    """Base of all dialects. `words` are what leads to a registration: called or read as an attribute, or given as a
    keyword when it ends with `=`. `own` are definitions that keep their meaning where the framework's own source is
    read, since many frameworks bring tools of their own: each by the module that defines it."""

    name: ClassVar[str]
    roots: ClassVar[tuple[str, ...]] = ()
    words: ClassVar[frozenset[str]] = frozenset()
    own: ClassVar[frozenset[str]] = frozenset()
    only_where_imported: ClassVar[bool] = False  # `words` are too common to count where nothing imports the framework

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        """A call of one of the framework's names; None when it declares nothing."""
        return None

    def external(self, ev: Evaluator, value: Ext, name: str, site: Site) -> Value | None:
        """An attribute of one of the framework's names."""
        return None

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        """A method call on one of this dialect's objects."""
        return None

    def copied(self, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Obj | None:
        """A copy of one of this dialect's agents, with the fields that `args` give instead; None for anything else."""
        return None

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        """An attribute of one of this dialect's objects, where it is not simply what was stored."""
        return None

    def apply(self, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Value | None:
        """A call of one of this dialect's objects."""
        return None

    def item(self, ev: Evaluator, obj: Obj, index: Value) -> Value | None:
        """`obj[index]`."""
        return None

    def holds(self, ev: Evaluator, obj: Obj, value: Value) -> Value | None:
        """`value in obj`."""
        return None

    def put_item(self, ev: Evaluator, obj: Obj, index: Value, value: Value) -> None:
        """`obj[index] = value`."""

    def iterate(self, ev: Evaluator, obj: Obj) -> Value | None:
        """What `for x in obj` goes over."""
        return None

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        """`obj.name = value`; the value is stored afterwards."""

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        """An object of a local class that extends the framework class at `path`."""
        return self.call(ev, Ext(path), args, site)

    def subclass(self, ev: Evaluator, cls: Cls, path: str) -> None:
        """A local class that extends the framework class at `path` was defined."""

    def instantiated(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> None:
        """An object of a local class that extends the framework class at `path` was made."""

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        """An object of the framework class at `path` that is known only by its annotation."""
        return None

    def unknown_receiver(self, ev: Evaluator, receiver: Unknown, name: str, args: Args, site: Site) -> Value | None:
        """A method call on something unknown that could be one of this dialect's registrations."""
        return None

    def escapes(self, ev: Evaluator, value: Value, func: Ext, site: Site) -> None:
        """A value was given to a function of another library that no dialect owns."""

    def finish(self, ev: Evaluator) -> None:
        """Every file was followed: look at what had to wait (handlers, deferred lists)."""
