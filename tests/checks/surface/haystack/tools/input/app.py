"""Every way to a tool and to a toolset. It runs as it stands."""
from haystack import Pipeline, component
from haystack.components.builders import PromptBuilder
from haystack.tools import (
    ComponentTool,
    PipelineTool,
    SearchableToolset,
    Tool,
    Toolset,
    create_tool_from_function,
    tool,
)


@tool
def bare(word: str) -> str:
    """Bare.

        Indented more.
    """
    return word


@tool(name="renamed", description="Renamed.")
def _hidden(word: str) -> str:
    """Not sent."""
    return word


def plain(word: str) -> str:
    return word


@component
class HTTPSearch2Comp:
    """Searches."""

    @component.output_types(found=str)
    def run(self, word: str) -> dict[str, str]:
        return {"found": word}


pipeline = Pipeline()
pipeline.add_component("search", HTTPSearch2Comp())
LITERAL = Tool(
    name="literal",
    description="Literal.",
    parameters={"type": "object", "properties": {"word": {"type": "string"}}},
    function=plain,
)


class Files(Toolset):
    def __init__(self) -> None:
        super().__init__([create_tool_from_function(self.read), create_tool_from_function(self.read, "open", "")])

    def read(self, path: str) -> str:
        """Read."""
        return path


files = Files()
kit = Toolset([bare, LITERAL])
kit.add(create_tool_from_function(plain))
OBJECTS = [
    *files,
    ComponentTool(component=HTTPSearch2Comp()),
    ComponentTool(HTTPSearch2Comp(), "search", "By position."),
    ComponentTool(component=PromptBuilder(template="{{x}}")),
    PipelineTool(
        pipeline=pipeline,
        name="pipe",
        description="Pipe.",
        input_mapping={"word": ["search.word"]},
        output_mapping={"search.found": "found"},
    ),
]
found = SearchableToolset(catalog=[bare])
