from .function_tool import FunctionTool
from .sums import SumToolkit

__all__ = ["FunctionTool", "SumToolkit"]
