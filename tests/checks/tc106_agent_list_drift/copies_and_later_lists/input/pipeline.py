from google.adk.agents import Agent

from support_texts import review_text


def review_text_of(text: str) -> str:
    """Review a text."""
    return review_text(text)


editor = Agent(name="editor", model="m", tools=[])
reviewer = editor.model_copy(update={"name": "reviewer", "tools": [review_text_of]})
