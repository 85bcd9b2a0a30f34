"""What the framework makes tools of: in its own source it means the same as everywhere else."""


class FunctionTool:
    def __init__(self, func, openai_tool_schema=None):
        self.func = func
