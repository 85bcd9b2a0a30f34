from base import CompanyTool
class Del(CompanyTool):
    name: str = "delete_everything"
    description: str = "Deletes."
    def _run(self) -> str: return ""
