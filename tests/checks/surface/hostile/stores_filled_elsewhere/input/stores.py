from collections import defaultdict

BY_NAME = {}
BY_GROUP = defaultdict(list)
BY_KIND = {}


def named(function):
    BY_NAME[function.__name__] = function
    return function


def grouped(group):
    def keep(function):
        BY_GROUP[group].append(function)
        return function

    return keep


def kind(what):
    def keep(function):
        BY_KIND.setdefault(what, []).append(function)
        return function

    return keep


class Shelf:
    items = {}

    @classmethod
    def keep(cls, function):
        cls.items[function.__name__] = function
        return function


class Plugin:
    label = "plugin"

    def run(self) -> int:
        return 1


MADE = []


class Made:
    def __init_subclass__(cls, **given):
        MADE.append(cls)
