"""Whole turns of the reference application's agents: real frameworks, the adapters, and a model that is a script.

What the model is offered is what the session offers. A call that is forbidden, not offered, withdrawn in the middle of
the turn, or about another tenant is refused, and no line of a tool's code runs. Single tools: `test_connect_runs.py`.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

CONNECT = Path(__file__).resolve().parent / "apps" / "connect"
RIVER = {"project_id": "p-river"}
Step = tuple[str, dict[str, Any]]
GONE = "This tool is not available in this conversation."
FOREIGN = "An argument names something that does not exist or that this conversation does not reach."

# The agents' own frames; every other line of the application is a tool's, or reached by one.
PLUMBING = {"gate.py", "server.py", "scripted.py", "in_process.py", "_records.py", "_sample.py", "_store.py"}


@dataclass(frozen=True)
class Turn:
    """One agent: a tool of its own and one of the server, as they may be called, and as they may not."""

    own: Step
    foreign: Step  # of its own, and names another tenant's object
    forbidden: str = "run_app_builder"
    served: Step | None = ("get_project", RIVER)
    says: str = GONE  # of a name that was not offered


# pydantic-ai answers names that a step was not offered by itself.
TURNS = {
    "chat": Turn(("generate_project_update", RIVER), ("get_app", {"app_id": "app-9"}), "collect_update_facts"),
    "update-writer": Turn(
        ("propose_update_publication", {"update_id": "u-1"}), ("propose_update_publication", {"update_id": "u-9"})
    ),
    "info-sheet": Turn(
        ("refresh_info_profile", RIVER), ("refresh_info_profile", {"project_id": "p-mill"}), says="Unknown tool name"
    ),
    "means-methods": Turn(
        ("means_get_assumptions", RIVER), ("means_get_assumptions", {"project_id": "p-mill"}), says="Unknown tool name"
    ),
    "schedule-builder": Turn(
        ("propose_schedule_revision", {"reason": "steel"}),
        ("get_schedule", {"schedule_id": "s-mill"}),  # none of its own names an object
        says="Unknown tool name",
    ),
    "app-builder": Turn(
        ("publish_draft_preview", {"app_id": "app-1"}),
        ("publish_draft_preview", {"app_id": "app-9"}),
        served=None,
    ),
}
AGENTS = tuple(TURNS)


@pytest.fixture(scope="module", autouse=True)
def application() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(CONNECT))
        importlib.import_module("connect.toolbox")
        yield


@pytest.fixture(autouse=True)
def workspace() -> Any:
    found = of("connect.workspace").WORKSPACE
    found.reset()
    return found


def of(name: str) -> Any:
    return importlib.import_module(name)


@dataclass(frozen=True)
class Seen:
    offered: tuple[tuple[str, ...], ...]  # each time that the model was asked
    answers: tuple[str, ...]  # to its calls
    reached: tuple[str, ...]  # the application's functions that ran


def play(agent: str, steps: Iterable[Step], *, user: str = "ana", project: str | None = None) -> Seen:
    """A turn of an agent, as the application runs it."""
    script = of("connect.agents.scripted").Script(steps)
    caller = of("connect.gate").Caller(user, project)
    with watched() as reached:
        answers = asyncio.run(RUNS[agent](caller, script))
    return Seen(tuple(script.offered), tuple(answers), tuple(reached))


async def chat(caller: Any, script: Any) -> list[str]:
    model = of("connect.agents.scripted").ForOpenAI(script)
    return _of_openai(await of("connect.agents.chat").run(caller, "go", model))


async def update_writer(caller: Any, script: Any) -> list[str]:
    model = of("connect.agents.scripted").ForOpenAI(script)
    return _of_openai(await of("connect.agents.update_writer").run(caller, "go", model))


async def info_sheet(caller: Any, script: Any) -> list[str]:
    model = of("connect.agents.scripted").for_pydantic_ai(script)
    return _of_pydantic(await of("connect.agents.info_sheet").run(caller, "go", model))


async def means_methods(caller: Any, script: Any) -> list[str]:
    model = of("connect.agents.scripted").for_pydantic_ai(script)
    return _of_pydantic(await of("connect.agents.means_methods").run(caller, "go", model))


async def schedule_builder(caller: Any, script: Any) -> list[str]:
    model = of("connect.agents.scripted").for_pydantic_ai(script)
    module = of("connect.agents.schedule_builder")
    return _of_pydantic(await module.run(caller, module.BuildSession("p-river", "go"), model))


async def app_builder(caller: Any, script: Any) -> list[str]:
    model = of("connect.agents.scripted").ForLangChain(script=script)
    result = await of("connect.agents.app_builder").run(caller, "go", model)
    return [str(message.content) for message in result["messages"] if message.type == "tool"]


RUNS: dict[str, Callable[[Any, Any], Any]] = {
    "chat": chat,
    "update-writer": update_writer,
    "info-sheet": info_sheet,
    "means-methods": means_methods,
    "schedule-builder": schedule_builder,
    "app-builder": app_builder,
}


def _of_openai(result: Any) -> list[str]:
    return [str(item.raw_item["output"]) for item in result.new_items if item.type == "tool_call_output_item"]


def _of_pydantic(result: Any) -> list[str]:
    parts = [part for message in result.all_messages() if message.kind == "request" for part in message.parts]
    return [str(part.content) for part in parts if getattr(part, "tool_call_id", None)]


@contextmanager
def watched() -> Iterator[list[str]]:
    """The functions of the application that run meanwhile, in every thread, but for the agents' own frames."""
    root, reached = str(CONNECT / "connect"), list[str]()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(root) or Path(code.co_filename).name in PLUMBING:
            return
        if code.co_name not in ("run", "runtime_tools") and not code.co_name.startswith("<"):
            reached.append(code.co_name)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield reached
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def expected(agent: str, user: str = "ana") -> tuple[str, ...]:
    """What the session offers, of what the framework of the agent is given in this process."""
    gate = of("connect.gate")

    async def names() -> tuple[str, ...]:
        async with gate.open_session(agent, gate.Caller(user)) as session:
            offer: tuple[str, ...] = (await session.offer()).names
            return offer

    elsewhere = {tool.name for tool in of("connect.specs.server").TOOLS} | {"list_submittals"}  # a server beside ours
    if TURNS[agent].served is None:
        own = {tool.name for tool in of("connect.agents.app_builder").OWN}
        return tuple(sorted(own & set(asyncio.run(names()))))
    return tuple(sorted(set(asyncio.run(names())) - elsewhere))


@pytest.mark.parametrize("agent", AGENTS)
def test_the_model_is_offered_what_the_session_offers(agent: str) -> None:
    assert play(agent, []).offered == (expected(agent),)
    assert TURNS[agent].own[0] in expected(agent)


@pytest.mark.parametrize("agent", AGENTS)
def test_allowed_calls_work(agent: str) -> None:
    turn = TURNS[agent]
    seen = play(agent, [turn.own, *([turn.served] if turn.served else [])])
    assert "error" not in "".join(seen.answers)
    assert len(seen.answers) == 1 + (turn.served is not None)
    assert seen.reached
    assert turn.served is None or "River Bridge" in seen.answers[1]


@pytest.mark.parametrize("agent", AGENTS)
def test_a_tool_of_another_agent_is_refused(agent: str) -> None:
    turn = TURNS[agent]
    seen = play(agent, [(turn.forbidden, RIVER | {"wish": "all"})])
    assert (len(seen.answers), seen.reached) == (1, ())
    assert turn.says in seen.answers[0]
    assert turn.forbidden not in seen.offered[0]


@pytest.mark.parametrize("agent", AGENTS)
def test_a_tool_that_was_not_published_is_refused(agent: str, workspace: Any) -> None:
    turn = TURNS[agent]
    others = [name for name in expected(agent) if name != turn.own[0]]
    workspace.settings[agent].published = others[:2]
    seen = play(agent, [turn.own])
    assert (seen.offered[0], len(seen.answers), seen.reached) == (tuple(others[:2]), 1, ())
    assert turn.says in seen.answers[0]


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("how", ["unpublished", "paused", "left"])
def test_what_is_withdrawn_in_the_middle_of_the_turn_is_refused(agent: str, how: str, workspace: Any) -> None:
    """The model was offered the tool, and has called it before."""
    turn = TURNS[agent]
    others = [name for name in expected(agent) if name != turn.own[0]]

    def steps() -> Iterator[Step]:
        yield turn.own
        if how == "unpublished":  # between the model's request and its answer
            workspace.settings[agent].published = others[:2]
        elif how == "paused":
            workspace.settings[agent].paused = True
        else:
            workspace.members["ana"].active = False
        yield turn.own

    seen = play(agent, steps())
    workspace.reset()
    assert seen.reached == play(agent, [turn.own]).reached != ()
    assert turn.own[0] in seen.offered[1]
    assert seen.offered[2] == (tuple(others[:2]) if how == "unpublished" else ())
    assert "tool error: " + GONE in seen.answers[1]


@pytest.mark.parametrize("agent", AGENTS)
def test_an_object_of_another_tenant_is_refused(agent: str) -> None:
    seen = play(agent, [TURNS[agent].foreign])
    assert (len(seen.answers), seen.reached) == (1, ())
    assert FOREIGN in seen.answers[0]


@pytest.mark.parametrize("agent", [agent for agent in AGENTS if TURNS[agent].served])
def test_the_tenant_is_not_the_model_s_to_choose(agent: str) -> None:
    """Of the server's tools: the workspace is the session's, and a project of another tenant is out of reach."""
    seen = play(
        agent,
        [
            ("list_projects", {"workspace_id": "delta"}),
            ("list_projects", {}),
            ("get_project", {"project_id": "p-mill"}),
        ],
    )
    assert seen.reached == ("list_projects", "list_projects")
    assert all("p-river" in answer and "p-mill" not in answer for answer in seen.answers[:2])
    assert FOREIGN in seen.answers[2]
    assert all("p-mill" not in answer for answer in seen.answers)


def test_a_conversation_about_one_project_stays_with_it() -> None:
    steps = [
        ("list_schedules", {}),
        ("list_schedules", {"project_id": "p-river"}),
        ("search_transcripts", {"words": "girders"}),  # of the whole workspace
    ]
    seen = play("chat", steps, project="p-hill")
    assert "s-hill" in seen.answers[0]
    assert "s-river" not in seen.answers[0]
    assert FOREIGN in seen.answers[1]
    assert GONE in seen.answers[2]
    assert "search_transcripts" not in seen.offered[0]
    assert seen.reached == ("list_schedules",)


def test_who_reaches_less_is_offered_less() -> None:
    assert set(expected("chat", "bo")) < set(expected("chat"))
    seen = play("chat", [("generate_project_update", {"project_id": "p-hill"})], user="bo")
    assert (seen.offered[0], seen.reached) == (expected("chat", "bo"), ())
    assert GONE in seen.answers[0]


def test_a_delegation_works_for_the_person_who_asked(workspace: Any) -> None:
    """The other agent's session is the same person's: what is withdrawn from it is refused there too."""
    seen = play("chat", [("run_info_sheet", RIVER | {"user_id": "zoe"})])
    assert '"asked":["t-2"]' in seen.answers[0]
    assert len(workspace.proposals) == 1
    workspace.reset()
    workspace.settings["info-sheet"].paused = True
    play("chat", [("run_info_sheet", RIVER)])
    assert not workspace.proposals
