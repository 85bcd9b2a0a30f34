from .server import the_server
from .decorate import expose as show
from .names import *

__all__ = ["the_server", "show", "LOOK"]
