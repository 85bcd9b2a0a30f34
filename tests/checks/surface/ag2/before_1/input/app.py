"""The API before 1.0, module `autogen`. It runs as it stands."""
from autogen import AssistantAgent, ConversableAgent, UserProxyAgent, register_function
from autogen.tools import Tool, Toolkit, tool

CONFIG = {"config_list": [{"model": "m", "api_key": "x"}]}

user = UserProxyAgent("user", human_input_mode="NEVER", code_execution_config=False)
desk = AssistantAgent("desk", llm_config=dict(CONFIG))
second = ConversableAgent(name="second", llm_config=dict(CONFIG))


@user.register_for_execution()
@desk.register_for_llm(name="model_sees_this", description="Given.")
def stacked(word: str) -> str:
    """Not sent."""
    return word


@second.register_for_llm()
@desk.register_for_llm()
def shared(word: str) -> str:
    """Shared.

    By two.
    """
    return word


def given(word: str) -> str:
    return word


register_function(given, caller=desk, executor=user, description="By call.")
register_function(given, caller=second, executor=user, name="given_again", description="By call.")


def many(word: str) -> str:
    """Many."""
    return word


for agent in (desk, second):
    agent.register_for_llm(name="many_of_them", description="One text.")(many)
user.register_for_execution(name="many_of_them")(many)


@tool(name="made", description="Made.")
def make(word: str) -> str:
    return word


make.register_tool(desk)
Toolkit([Tool(name="in_a_kit", description="In a kit.", func_or_tool=given), Tool(func_or_tool=many)]).register_for_llm(second)


def with_agent(word: str) -> str:
    """  With the agent.  """
    return word


third = ConversableAgent("third", llm_config=dict(CONFIG), functions=[with_agent])
old = AssistantAgent(
    "old",
    llm_config={
        **CONFIG,
        "functions": [{"name": "old_style", "description": "Old.", "parameters": {"type": "object", "properties": {}}}],
    },
)
user.register_function(function_map={"old_style": given, "only_executed": many})
old.update_tool_signature(
    {"type": "function", "function": {"name": "later", "description": "Later.", "parameters": {}}}, is_remove=False
)
