class Tool:
    def __init__(self, name: str, description: str) -> None:
        self.name = name


class Cli:
    def tool(self, *args, **kwargs):
        def keep(function):
            return function

        return keep

    def add_tool(self, function, name=None) -> None:
        self.last = function


def tool(function):
    return function


def function_tool(function):
    return function
