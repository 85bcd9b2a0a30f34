from pydantic_ai import Agent


class Assistant:
    def __init__(self, **kwargs) -> None:
        self.agent = Agent("test", name="assistant", **kwargs)
