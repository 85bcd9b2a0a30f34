def register(server):
    server.tool(name="second")(lambda: "")
