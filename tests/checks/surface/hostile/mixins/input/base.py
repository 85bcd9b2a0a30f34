class ToolMixin:
    exposes = ()

    def install(self, server):
        for name in self.exposes:
            server.tool(getattr(self, name))
