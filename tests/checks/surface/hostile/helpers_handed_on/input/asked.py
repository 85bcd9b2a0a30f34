import importlib

_LATER = {"publish": "impl"}


def __getattr__(name):
    if name in _LATER:
        return getattr(importlib.import_module(_LATER[name]), name)
    raise AttributeError(name)
