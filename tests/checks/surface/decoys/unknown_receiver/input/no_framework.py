def attach(cli):
    @cli.tool(name="nothing")
    def inner() -> str:
        return ""
