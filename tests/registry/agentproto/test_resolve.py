"""What an entry comes to: a table of tiers and reasons, and what runs then."""

from __future__ import annotations

from typing import Any

import pytest

from toolcrib.manifest import Manifest
from toolcrib.registry import Facts, Reason, Registry, Schemas, UseDefaults
from toolcrib.registry.agentproto import (
    AgentFile,
    Daemon,
    DaemonTool,
    DaemonToolError,
    DaemonTools,
    Executor,
    Host,
    LocalTool,
    NoDaemon,
    NotWired,
    Resolved,
    Tier,
    Why,
    adapter_of,
    answer_of,
    build_executors,
    read_agent,
    resolve_tools,
    review_tools,
)

SERVED = DaemonTools.of("app_data_read", "mcp_imported_call", "agent_start", "command_execute", "app_state_append")
GONE = NoDaemon("connection refused")
USUAL = Host()
NO_MODES = Host(modes=False)
NO_EXEC = Host(exec_allowed=False)
EXEC = ("run_command", "command_execute", "read_diff", "apply_patch", "run_tests")
ALWAYS = ("list_dir", "directory_list", "read_file", "file_read", "write_file", "file_write", "edit_file", "file_info")


def agent(*tools: str, model: str = "m") -> AgentFile:
    listed = "".join(f"  - {tool}\n" for tool in tools)
    head = f"---\nschema: agent/v1\nid: one\ndescription: One.\nmodel: {model}\ntools:" + (
        f"\n{listed}" if tools else " []\n"
    )
    return read_agent(f"{head}---\nWork.\n".encode(), "AGENT.md")


def resolved(tool: str, daemon: Daemon = SERVED, host: Host = USUAL) -> Resolved:
    return resolve_tools(agent(tool), daemon=daemon, host=host).entries[0]


@pytest.mark.parametrize(
    ("tool", "daemon", "host", "tier", "why"),
    [
        *((name, SERVED, Host(), Tier.WORKSPACE, Why.WORKSPACE_TOOL) for name in (*ALWAYS, *EXEC)),
        *((name, SERVED, NO_EXEC, Tier.WORKSPACE, Why.WORKSPACE_TOOL) for name in ALWAYS),
        *((name, SERVED, NO_EXEC, Tier.STUB, Why.WITHHELD) for name in EXEC),
        ("read_file", GONE, NO_MODES, Tier.WORKSPACE, Why.WORKSPACE_TOOL),
        ("own", SERVED, Host(extra_tools=frozenset({"own"})), Tier.WORKSPACE, Why.WORKSPACE_TOOL),
        ("agent_start", SERVED, Host(extra_tools=frozenset({"agent_start"})), Tier.WORKSPACE, Why.WORKSPACE_TOOL),
        (
            "run_tests",
            SERVED,
            Host(exec_allowed=False, extra_tools=frozenset({"run_tests"})),
            "workspace",
            "workspace-tool",
        ),
        *(
            (name, SERVED, Host(), Tier.SUBAGENT, Why.SUBAGENT_TOOL)
            for name in ("agent_start", "agent_prompt", "agent_output", "session_list")
        ),
        ("agent_start", GONE, Host(), Tier.SUBAGENT, Why.SUBAGENT_WITHOUT_DAEMON),
        ("agent_start", SERVED, NO_MODES, Tier.STUB, Why.MODES_OFF),
        ("app_data_read", SERVED, Host(), Tier.DAEMON, Why.DAEMON_TOOL),
        ("app_data_read", SERVED, NO_MODES, Tier.STUB, Why.MODES_OFF),
        ("app_data_read", GONE, Host(), Tier.STUB, Why.DAEMON_UNREACHABLE),
        ("app_data_read", DaemonTools({}), Host(), Tier.STUB, Why.UNKNOWN_ID),
        ("App_data_read", SERVED, Host(), Tier.STUB, Why.UNKNOWN_ID),
        ("app_data", SERVED, Host(), Tier.STUB, Why.UNKNOWN_ID),
        ("constructor", SERVED, Host(), Tier.STUB, Why.UNKNOWN_ID),
        ("__proto__", GONE, Host(), Tier.STUB, Why.DAEMON_UNREACHABLE),
        ("app_*", GONE, Host(), Tier.STUB, Why.GLOB),
        ("mcp__d__app_data_read", GONE, NO_MODES, Tier.STUB, Why.FOREIGN_PREFIX),
        ("imported:a/b", SERVED, Host(), Tier.STUB, Why.UI_ONLY),
        ("aip://14/x@1.0.0", SERVED, Host(), Tier.STUB, Why.URI),
        ("app_state_append", SERVED, Host(), Tier.STUB, Why.STRIPPED),
        ("app_state_append", GONE, Host(), Tier.STUB, Why.STRIPPED),
    ],
)
def test_an_entry_goes_to_the_first_tier_that_has_it(
    tool: str, daemon: Daemon, host: Host, tier: Tier, why: Why
) -> None:
    found = resolved(tool, daemon, host)
    assert (found.tier, found.why) == (tier, why)
    assert found.name == tool
    assert found.words
    assert "{" not in found.words


def test_a_daemon_that_lists_an_odd_name_has_it() -> None:
    """A name is looked up before its form is judged."""
    assert resolved("mcp:odd", DaemonTools.of("mcp:odd")).tier is Tier.DAEMON


def test_a_withheld_tool_does_not_come_back_by_another_door() -> None:
    """Upstream goes on to the daemon's tool of that name; what the host withholds stays withheld, and it is said."""
    found = resolved("command_execute", host=NO_EXEC)
    assert (found.tier, found.upstream) == (Tier.STUB, Tier.DAEMON)
    (remark,) = review_tools(resolve_tools(agent("command_execute"), daemon=SERVED, host=NO_EXEC))
    assert remark.code == "tool-withheld"
    assert "upstream takes the daemon's tool" in remark.message
    assert resolved("run_tests", host=NO_EXEC).upstream is None


def test_an_unreachable_daemon_and_an_unknown_id_are_two_reasons() -> None:
    assert "connection refused" in resolved("app_data_raed", GONE).words
    (far,) = review_tools(resolve_tools(agent("app_data_raed"), daemon=GONE))
    (typo,) = review_tools(resolve_tools(agent("app_data_raed"), daemon=SERVED))
    assert (far.code, typo.code) == ("tool-unreachable", "tool-unwired")
    assert "`app_data_read`" in typo.hint


@pytest.mark.parametrize(
    ("environment", "exec_allowed", "modes"),
    [
        ({}, True, True),
        ({"AGENTPROTO_MASTRA_NO_EXEC": "", "AGENTPROTO_MASTRA_NO_MODES": ""}, True, True),
        ({"AGENTPROTO_MASTRA_NO_EXEC": "0"}, False, True),
        ({"AGENTPROTO_MASTRA_NO_MODES": "false"}, True, False),
    ],
)
def test_any_text_in_the_environment_turns_a_thing_off(
    environment: dict[str, str], exec_allowed: bool, modes: bool
) -> None:
    host = Host.from_environment(environment, extra_tools=frozenset({"own"}))
    assert host == Host(exec_allowed=exec_allowed, modes=modes, extra_tools=frozenset({"own"}))
    assert host.workspace_tools == {"own", *ALWAYS, *(EXEC if exec_allowed else ())}


def test_what_upstream_gives_besides_is_reported_apart() -> None:
    found = resolve_tools(agent("read_file", "app_data_read"), daemon=SERVED)
    assert found.names == ("read_file", "app_data_read")
    assert not set(found.ambient) & set(found.names)
    assert {"write_file", "agent_start", "watch_session", "submit_plan", "subagent"} <= set(found.ambient)
    assert "mcp_imported_call" not in found.ambient
    quiet = resolve_tools(agent("read_file"), daemon=SERVED, host=NO_MODES)
    assert not {"agent_start", "watch_session"} & set(quiet.ambient)


@pytest.mark.parametrize(
    ("model", "adapter"),
    [
        ("claude-sonnet-5", "claude-code"),
        ("openrouter/anthropic/claude-sonnet-5", "claude-code"),
        ("claude-proxy/gpt", "mastra-agent"),
        ("{ref: claude-x}", "claude-code"),
        ("{inline: {}}", "mastra-agent"),
    ],
)
def test_the_adapter_of_a_step_follows_from_the_model(model: str, adapter: str) -> None:
    assert adapter_of(agent(model=model)) == adapter


# -- running -----------------------------------------------------------------------------------------------------------

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"appId": {"type": "string"}}, "required": ["appId"]}
DAEMON = DaemonTools({**SERVED.tools, "app_data_read": DaemonTool(name="app_data_read", schema=SCHEMA)})


def local(name: str) -> LocalTool:
    return LocalTool(description=f"About {name}.", schema={"type": "object"}, run=lambda arguments: (name, arguments))


def executors(*tools: str, **given: Any) -> dict[str, Executor]:
    found = resolve_tools(agent(*tools), daemon=DAEMON)
    return dict(build_executors(found, **given))


def test_only_what_is_declared_gets_an_executor() -> None:
    """Also where the host brings more, for every tier."""
    everything = {name: local(name) for name in (*ALWAYS, *EXEC, "agent_start", "session_list")}
    called: list[tuple[str, object]] = []

    def call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        called.append((name, arguments))
        return {"structuredContent": {"rows": 3}}

    found = executors(
        *("app_data_read", "read_file", "session_list", "nothing"),
        workspace=everything,
        subagents=everything,
        call_daemon=call,
        app_id="me",
    )
    assert list(found) == ["app_data_read", "read_file", "session_list", "nothing"]
    assert [one.tier for one in found.values()] == ["daemon", "workspace", "subagent", "stub"]
    assert found["app_data_read"].run({}) == {"rows": 3}
    assert found["read_file"].run({"path": "x"}) == ("read_file", {"path": "x"})
    assert called == [("app_data_read", {"appId": "me"})]
    assert "required" not in found["app_data_read"].schema


@pytest.mark.parametrize("tool", ["nothing", "read_file", "agent_start", "app_data_read"])
def test_a_stub_keeps_its_name_and_fails_at_once(tool: str) -> None:
    """Whether no tier has it or the host brings nothing for its tier."""
    stub = executors(tool)[tool]
    assert (stub.name, stub.tier) == (tool, Tier.STUB)
    assert stub.description.startswith("NOT WIRED")
    with pytest.raises(NotWired, match=f"'{tool}' is declared in AGENT.md but not wired"):
        stub.run({"anything": 1})


def test_an_entry_without_an_id_gets_no_executor() -> None:
    assert executors("{file: ./x}", "''", "5") == {}


def test_one_executor_for_an_id_that_is_listed_twice() -> None:
    assert list(executors("read_file", "read_file", workspace={"read_file": local("read_file")})) == ["read_file"]


@pytest.mark.parametrize(
    ("result", "answer"),
    [
        ({"structuredContent": {"a": 1}, "content": [{"type": "text", "text": "b"}]}, {"a": 1}),
        ({"content": [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]}, "a\nb"),
        ({"content": [{"type": "image"}]}, ""),
        ({"content": "odd"}, ""),
        ({"structuredContent": None, "content": []}, ""),
        ({}, ""),
    ],
)
def test_what_the_daemon_answers(result: dict[str, Any], answer: object) -> None:
    assert answer_of("t", result) == answer


@pytest.mark.parametrize("flag", [True, 1, "false", None])
def test_an_error_of_the_daemons_tool_is_raised(flag: object) -> None:
    with pytest.raises(DaemonToolError, match='daemon tool "t" failed: no\nway'):
        answer_of("t", {"isError": flag, "content": [{"type": "text", "text": "no"}, {"type": "text", "text": "way"}]})
    with pytest.raises(DaemonToolError, match=r"\(no error detail\)"):
        answer_of("t", {"isError": flag})


def test_the_session_decides_whether_a_declared_tool_may_be_called() -> None:
    """AGENT.md grants nothing: what has no row for the agent is refused, and does not run."""
    row = {"description": "Reads.", "capability": "files", "mutates": False, "agents": ["one"]}
    registry = Registry(
        Manifest(
            agents={"one": {"empty_selection": "none"}},
            capabilities={"files": {"feature": "files"}},
            tools={"read_file": row},
        )
    )
    ran: list[str] = []
    given = {
        name: LocalTool(description="", schema={"type": "object"}, run=lambda _, name=name: ran.append(name))  # type: ignore[misc]
        for name in ("read_file", "write_file")
    }
    found = executors("read_file", "write_file", workspace=given)
    facts = Facts(
        access=True, paused=False, features=frozenset({"files"}), projects=frozenset(), selection=UseDefaults()
    )
    schemas = Schemas({name: one.schema for name, one in found.items()})
    with registry.session("one", facts=lambda: facts, schemas=schemas) as session:
        assert session.call("read_file", {}, found["read_file"].run).allowed
        refused = session.call("write_file", {}, found["write_file"].run)
    assert refused.decision.reason is Reason.UNKNOWN_TOOL
    assert ran == ["read_file"]


def test_the_place_of_an_entry_is_kept() -> None:
    found = resolved("read_file")
    assert str(found.entry.at) == "AGENT.md:7:5"
