"""The dialects, listed by hand: one module a framework. A new object of each is made for every reading."""

from toolcrib.checks.surface.dialects._base import Dialect
from toolcrib.checks.surface.dialects.ag2 import Ag2
from toolcrib.checks.surface.dialects.agent_framework import AgentFramework
from toolcrib.checks.surface.dialects.agentkit import AgentKit
from toolcrib.checks.surface.dialects.agno import Agno
from toolcrib.checks.surface.dialects.autogen import AutoGen
from toolcrib.checks.surface.dialects.browser_use import BrowserUse
from toolcrib.checks.surface.dialects.camel import Camel
from toolcrib.checks.surface.dialects.claude_sdk import ClaudeSdk
from toolcrib.checks.surface.dialects.crewai import CrewAi
from toolcrib.checks.surface.dialects.dspy import DsPy
from toolcrib.checks.surface.dialects.fastmcp import FastMcp
from toolcrib.checks.surface.dialects.google_adk import GoogleAdk
from toolcrib.checks.surface.dialects.haystack import Haystack
from toolcrib.checks.surface.dialects.langchain import LangChain
from toolcrib.checks.surface.dialects.llama_index import LlamaIndex
from toolcrib.checks.surface.dialects.mcp_sdk import McpSdk
from toolcrib.checks.surface.dialects.openai_agents import OpenAiAgents
from toolcrib.checks.surface.dialects.own import Own
from toolcrib.checks.surface.dialects.pydantic_ai import PydanticAi
from toolcrib.checks.surface.dialects.raw import Raw
from toolcrib.checks.surface.dialects.semantic_kernel import SemanticKernel
from toolcrib.checks.surface.dialects.smolagents import Smolagents
from toolcrib.checks.surface.dialects.strands import Strands

__all__ = ["Dialect", "all_dialects"]


def all_dialects() -> tuple[Dialect, ...]:
    return (
        McpSdk(),
        FastMcp(),
        LangChain(),
        OpenAiAgents(),
        PydanticAi(),
        ClaudeSdk(),
        GoogleAdk(),
        AutoGen(),
        Ag2(),
        SemanticKernel(),
        Haystack(),
        AgentFramework(),
        Camel(),
        Raw(),
        Own(),
        AgentKit(),
        Agno(),
        BrowserUse(),
        CrewAi(),
        DsPy(),
        LlamaIndex(),
        Smolagents(),
        Strands(),
    )
