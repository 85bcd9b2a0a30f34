import functools

import core
from core import context, registrar, server


def each(give, functions):
    for function in functions:
        give(function)


def by_key(ways, functions):
    ways["first"](functions[0])


def by_name(servers, functions):
    for one in servers:
        getattr(one, "add_tool")(functions[0])


def inner(one):
    one.on(through_inner)


def outer(one):
    inner(one)


def of_context(held):
    held.registrar.on(through_context)


def chained():
    core.publish(through_chain)


def add(target, function):
    target.add_tool(function)


def through_method(): ...
def through_partial(): ...
def through_helper(): ...
def through_table(): ...
def through_servers(): ...
def through_inner(): ...
def through_context(): ...
def through_chain(): ...


each(server.tool, [through_method])
each(functools.partial(add, server), [through_partial])
each(core.register, [through_helper])
by_key({"first": core.register}, [through_table])
by_name([server], [through_servers])
outer(registrar)
of_context(context)
chained()
