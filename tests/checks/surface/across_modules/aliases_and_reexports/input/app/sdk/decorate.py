from .server import the_server

expose = the_server.tool
