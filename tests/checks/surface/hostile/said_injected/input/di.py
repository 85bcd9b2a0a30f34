import inspect

_made = {}


def singleton(cls):
    _made[cls] = cls()
    return cls


def call(fn):
    wanted = {n: _made[p.annotation] for n, p in inspect.signature(fn).parameters.items()}
    return fn(**wanted)
