from camel.toolkits import FunctionTool


class SumToolkit:
    def __init__(self, negative: bool = False):
        self.negative = negative

    def add(self, a: int, b: int) -> int:
        r"""Add.

        Args:
            a (int): one
            b (int): another
        """
        return a + b

    def subtract(self, a: int, b: int) -> int:
        r"""Subtract."""
        return a - b

    def get_tools(self):
        tools = [FunctionTool(self.add)]
        if self.negative:
            tools.append(FunctionTool(self.subtract))
        return tools
