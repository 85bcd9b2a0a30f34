"""The packages that make tools, as an import names them.

Room: checks, part of every step. Plain names; what each framework means is a dialect's.
"""

from __future__ import annotations

FRAMEWORK_ROOTS: frozenset[str] = frozenset(
    {
        "mcp", "mcp_types", "fastmcp", "langchain", "langchain_core", "langchain_community", "langchain_classic",
        "langchain_openai", "langchain_anthropic", "langchain_mcp_adapters", "langgraph", "langgraph_supervisor",
        "langgraph_swarm", "deepagents", "agents", "pydantic_ai", "claude_agent_sdk", "openai", "anthropic", "google",
        "boto3", "litellm", "toolcrib",
        "crewai", "crewai_tools", "strands", "strands_tools", "smolagents", "agno", "llama_index", "dspy",
        "browser_use", "coinbase_agentkit",
        "autogen_core", "autogen_agentchat", "autogen_ext", "autogen", "ag2", "semantic_kernel", "haystack",
        "agent_framework", "camel", "ollama", "mistralai", "groq", "cohere", "vertexai", "together", "aioboto3",
    }
)  # fmt: skip

_PROVIDERS = frozenset({"openai", "anthropic", "google", "boto3", "litellm", "mcp", "mcp_types", "toolcrib"})
CLASS_ROOTS = FRAMEWORK_ROOTS - _PROVIDERS  # packages in which a class can be a tool
ANCHORS = FRAMEWORK_ROOTS - {"toolcrib"}  # packages without one of which there is no tool
