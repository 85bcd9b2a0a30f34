from fastmcp import FastMCP as Server

the_server = Server("shop")
