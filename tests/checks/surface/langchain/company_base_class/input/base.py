from langchain_core.tools import BaseTool
class CompanyTool(BaseTool):
    team: str = "x"
