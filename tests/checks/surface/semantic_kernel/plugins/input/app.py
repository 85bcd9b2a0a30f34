"""Marked functions and the plugins that they reach a kernel in. It runs as it stands."""
from typing import Annotated

from semantic_kernel import Kernel
from semantic_kernel.functions import KernelFunctionFromMethod, KernelPlugin, kernel_function


class Lights:
    """Lights."""

    @kernel_function
    def list_lights(self) -> str:
        """List the lights.

        All of them.
        """
        return ""

    @kernel_function(name="switch", description="Switch one.")
    async def switch_light(self, light: Annotated[str, "which"]) -> str:
        """Not sent."""
        return light

    @kernel_function()
    def untold(self) -> str:
        return ""

    def not_marked(self) -> str:
        return ""


class Dimmed(Lights):
    name = "dim"

    @kernel_function(description="Dim one.")
    def dim(self) -> str:
        return ""


@kernel_function
def free(word: str) -> str:
    """Free."""
    return word


class NoKernelHasIt:
    @kernel_function(description="Alone.")
    def alone(self) -> str:
        return ""


kernel = Kernel()
kernel.add_plugin(Lights())
kernel.add_plugin(Lights(), "By_position")
kernel.add_plugin(Dimmed())
kernel.add_plugin({"key": free}, plugin_name="table")
kernel.add_function("single", free)
kernel.add_functions("several", [free, KernelFunctionFromMethod(Lights().switch_light)])
kernel.add_function(plugin_name="prompts", function_name="greet", prompt="Hello {{$name}}", description="Greet.")
kernel.add_plugins({"named": KernelPlugin.from_object("wins", Lights())})
other = Kernel(plugins=[KernelPlugin(name="made", functions=[free])])
