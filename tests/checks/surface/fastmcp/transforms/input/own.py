from fastmcp.server.transforms import Transform


class Shout(Transform):
    async def list_tools(self, tools):
        return [tool.model_copy(update={"name": tool.name.upper()}) for tool in tools]
