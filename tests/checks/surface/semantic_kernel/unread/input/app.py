"""Plugins that cannot be read: other servers, documents, other packages, what a caller gives."""
from semantic_kernel import Kernel
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai import FunctionChoiceBehavior
from semantic_kernel.connectors.mcp import MCPStdioPlugin
from semantic_kernel.core_plugins import TimePlugin
from semantic_kernel.functions import kernel_function


class Known:
    @kernel_function(description="Known.")
    def known(self) -> str:
        return ""


def plain() -> str:
    return ""


async def build(kernel: Kernel, holder, plugin, name):
    kernel.add_plugin(TimePlugin(), plugin_name="time")
    kernel.add_plugin_from_openapi("api", "api.yaml")
    kernel.add_plugin(parent_directory="prompts", plugin_name="folder")
    kernel.add_plugin(plugin, plugin_name="given")
    kernel.add_plugin(Known(), plugin_name=name)
    kernel.add_function("unmarked", plain)
    holder.kernel.add_plugin(Known(), plugin_name="seen")
    async with MCPStdioPlugin(name="files", command="x") as files:
        ChatCompletionAgent(name="remote", plugins=[files])
    FunctionChoiceBehavior.Auto(filters={"included_plugins": ["time"]})
