import copy
import dataclasses

from agents import Agent, function_tool


@function_tool
def find_invoice() -> str:
    """Find an invoice."""
    return ""


@function_tool
def review_invoice() -> str:
    """Review an invoice."""
    return ""


support = Agent(name="support", tools=[find_invoice])
replaced = dataclasses.replace(support, tools=[review_invoice])
cloned = support.clone(tools=[*support.tools, review_invoice])
renamed = copy.replace(support, name="clerk")
shared = copy.deepcopy(support)
shared.tools.append(review_invoice)

grown = Agent(name="grown", tools=[])
grown.tools.append(find_invoice)
grown.tools.extend([review_invoice])

later = Agent(name="later")
later.tools = [review_invoice]

unread = dataclasses.replace(support, name="unread", tools=chosen_elsewhere())
