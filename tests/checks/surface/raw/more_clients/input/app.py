"""Functions, models and dictionaries that further clients are given."""
import cohere
import litellm
import ollama
import openai
import vertexai.generative_models as vertex
from anthropic.types import ToolParam
from azure.ai.inference import ChatCompletionsClient
from azure.ai.inference.models import ChatCompletionsToolDefinition, FunctionDefinition
from google import genai
from google.genai import types
from mistralai import Mistral
from mistralai.extra.run.context import RunContext
from ollama import Client, Tool


def for_ollama(word: str) -> str:
    """For ollama,
    in two lines.

    Args:
        word: which
    """
    return word


def for_gemini(word: str) -> str:
    """For Gemini.

    Args:
        word: which
    """
    return word


def schema(name: str) -> dict:
    return {"type": "function", "function": {"name": name, "description": f"For {name}.", "parameters": {}}}


ollama.chat("m", messages=[], tools=[for_ollama])
Client().chat("m", tools=[Tool(type="function", function=Tool.Function(name="typed", description="Typed."))])
litellm.completion(model="m", tools=[schema("litellm_module")])
litellm.Router().completion(model="m", tools=[schema("litellm_router")])
openai.chat.completions.create(model="m", tools=[schema("openai_module")])
with Mistral(api_key="x") as mistral:
    mistral.chat.complete(model="m", messages=[], tools=[schema("mistral")])
cohere.ClientV2().chat(model="m", tools=[schema("cohere")])
openai.OpenAI().messages.create(tools=[ToolParam(name="as_param", description="A typed dictionary.", input_schema={})])
ChatCompletionsClient("x", None).complete(
    tools=[ChatCompletionsToolDefinition(function=FunctionDefinition(name="azure", description="For Azure."))]
)
genai.Client().chats.create(model="m", config=types.GenerateContentConfig(tools=[for_gemini]))
vertex.GenerativeModel("m", tools=[vertex.Tool(function_declarations=[vertex.FunctionDeclaration(name="vertex", description="V.", parameters={})])])
context = RunContext(model="m")


@context.register_func
def in_a_run(word: str) -> str:
    """In a run."""
    return word


def through_an_argument(client, **more) -> None:
    import openai  # noqa: F401

    client.chat(model="m", tools=[schema("unknown_client")], **more)
