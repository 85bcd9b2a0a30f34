"""Transforms rename, retell and hide what a server lists."""
from fastmcp import FastMCP
from fastmcp.server.transforms import Namespace, ResourcesAsTools, ToolTransform, VersionFilter
from fastmcp.tools.tool_transform import ToolTransformConfig

from own import Shout


def one() -> str:
    """One."""
    return ""


def two() -> str:
    """Two."""
    return ""


EDITS = {
    "one": ToolTransformConfig(name="uno", description="In another language."),
    "two": ToolTransformConfig(enabled=False),
}
edited = FastMCP("edited", tools=[one, two], transforms=[ToolTransform(EDITS)])

spaced = FastMCP("spaced", tools=[one])
spaced.add_transform(Namespace("a"))
spaced.add_transform(ToolTransform({"a_one": ToolTransformConfig(name="both")}))

older = FastMCP("older", tools=[one, two])
older.add_tool_transformation("two", ToolTransformConfig(name="dos"))

resources = FastMCP("resources")
resources.add_transform(ResourcesAsTools(resources))

versions = FastMCP("versions", tools=[one])
versions.add_transform(VersionFilter(version_gte="2"))

unread = FastMCP("unread", tools=[one])
unread.add_transform(Shout())
