"""Gemini's declarations and functions, Bedrock's toolSpec."""
import boto3
from google import genai
from google.genai import types


def call_me() -> str:
    """Call me."""
    return ""


client = genai.Client()
DECLARED = types.Tool(
    function_declarations=[
        types.FunctionDeclaration(name="declared", description="Declared."),
        {"name": "as_dict", "description": "As a dictionary."},
    ]
)
SEARCH = types.Tool(google_search=types.GoogleSearch())
client.models.generate_content(model="m", config=types.GenerateContentConfig(tools=[call_me, DECLARED, SEARCH]))
client.models.generate_content(model="m", config={"tools": [{"function_declarations": [{"name": "in_config"}]}]})

bedrock = boto3.client("bedrock-runtime")
bedrock.converse(toolConfig={"tools": [{"toolSpec": {"name": "spec", "description": "S.", "inputSchema": {}}}]})
