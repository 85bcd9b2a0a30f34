"""Agents and their plugins. It runs as it stands."""
from semantic_kernel import Kernel
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.functions import kernel_function


class Menu:
    @kernel_function(description="The specials.")
    def specials(self) -> str:
        return ""


class Tables:
    @kernel_function(description="Book a table.")
    def book(self, hour: int) -> str:
        return str(hour)


kernel = Kernel()
helper = ChatCompletionAgent(name="helper", description="Helps.", plugins=[Menu()], kernel=Kernel())
desk = ChatCompletionAgent(name="desk", kernel=kernel, plugins=[helper, Tables()])


def extend(taken: Kernel) -> None:
    taken.add_plugin(Menu(), plugin_name="menu")


extend(kernel)
