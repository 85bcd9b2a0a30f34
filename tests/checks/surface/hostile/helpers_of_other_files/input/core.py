"""Helpers that register, each made in another way and used by another file."""

import contextlib
import types
from functools import partial

from fastmcp import FastMCP

server = FastMCP("helpers")


class Registrar:
    """Registers what it decorates."""

    def __call__(self, function):
        server.add_tool(function)
        return function


def _register(target, function):
    target.add_tool(function)
    return function


def make(target):
    def register(function):
        target.add_tool(function)
        return function

    return target, register


class Space:
    """Holds helpers."""


an_object = Registrar()
a_partial = partial(_register, server)
either_one = Registrar() if server.name else (lambda function: function)
a_lambda = lambda function: _register(server, function)  # noqa: E731
_, one_of_two = make(server)
by_key = {"x": Registrar()}
in_a_row = [Registrar()]
print(on_the_way := Registrar())
a_space = types.SimpleNamespace(publish=Registrar())
filled_later = Space()
filled_later.publish = Registrar()
with contextlib.nullcontext(Registrar()) as held:
    pass
for last in [Registrar()]:
    pass


def begin():
    global begun
    begun = Registrar()


begin()
