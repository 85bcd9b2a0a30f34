"""Ask an object of the user's code what it offers, in the user's interpreter.

Room: checks, edge. Starts one process and reads one file that it writes: nothing of the user's is imported here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from toolcrib.checks.oracle._types import Holder, Listing, LiveTool, OracleError
from toolcrib.checks.surface import HintName

HERE = Path(__file__).parent
KEEPER, INSIDE = HERE / "_keeper.py", HERE / "_inside.py"
_SHOWN = 20


def interpreter(given: str | None, root: Path, environ: Mapping[str, str]) -> str:
    """`--python`, else the active virtual environment's, else the project's own, else the one that runs this."""
    if given is not None:
        return given
    inner = Path("Scripts", "python.exe") if os.name == "nt" else Path("bin", "python")
    active = environ.get("VIRTUAL_ENV")
    for folder in ([Path(active)] if active else []) + [root / ".venv", root / "venv"]:
        if (folder / inner).is_file():
            return str(folder / inner)
    return sys.executable


def is_target(text: str) -> bool:
    """Whether it is `module:object`, perhaps with the brackets of a call."""
    module, _, path = text.partition(":")
    return all(part.isidentifier() for part in (*module.split("."), *path.removesuffix("()").split(".")))


def imported(target: str, *, python: str, cwd: Path, env: Mapping[str, str], timeout: float) -> Listing:
    """The listing of `module:object`. Raises `OracleError` when it cannot be imported, asked or waited for."""
    with TemporaryDirectory(prefix="toolcrib-") as folder:
        out, status, said = (Path(folder) / name for name in ("out.json", "status", "said"))
        command = [sys.executable, "-I", "-S", str(KEEPER), str(status), python, str(INSIDE), str(out), target]
        with said.open("wb") as stream:
            _run(command, cwd, {**env, "PYTHONDONTWRITEBYTECODE": "1"}, timeout, stream, said)
        text = said.read_text("utf-8", "replace")
        if not out.is_file():
            code = status.read_text("utf-8") if status.is_file() else ""
            raise OracleError(f"{python} did not come to an answer ({ended(code)})", hint=tail(text))
        answer = json.loads(out.read_text("utf-8"))
    if "error" in answer:
        wrote = tail(text)
        detail = tail(answer["traceback"]) or (wrote and f"it wrote:\n{wrote}")
        raise OracleError(f"`{target}` cannot be asked for its tools: {answer['error']}", hint=detail)
    return listing_of(answer, target=target)


def _run(command: list[str], cwd: Path, env: Mapping[str, str], timeout: float, stream: Any, said: Path) -> None:
    process = subprocess.Popen(  # noqa: S603  # the user asked for it by name
        command, cwd=cwd, env=dict(env), stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, start_new_session=True
    )
    try:
        process.wait(timeout)
    except subprocess.TimeoutExpired:
        raise OracleError(
            f"it was not done after {timeout:g} s",
            hint="\n".join(part for part in (tail(said.read_text("utf-8", "replace")), LONGER) if part),
        ) from None
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(3)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


LONGER = "Give it longer with --timeout SECONDS."


def ended(code: str) -> str:
    """How a process ended, by what its keeper wrote."""
    return code if code.startswith("not started") else f"it ended with {code or 'no exit code'}"


def tail(text: str) -> str:
    """The last lines of what a process wrote."""
    lines = text.rstrip().splitlines()
    return "\n".join((["…"] if len(lines) > _SHOWN else []) + lines[-_SHOWN:])


def listing_of(answer: Mapping[str, Any], *, target: str) -> Listing:
    """The value that `_inside` returned or wrote, as a listing."""
    return Listing(
        tools=tuple(
            LiveTool(
                name=tool["name"],
                description=tool["description"],
                hints=tuple(sorted((HintName(key), value) for key, value in tool["hints"].items())),
            )
            for tool in answer["tools"]
        ),
        target=target,
        holder=Holder(answer["holder"]),
        names=tuple(answer["names"]),
        module=target.partition(":")[0] if ":" in target else "",
        shows=frozenset(HintName(key) for key in answer["hints"]),
        remarks=tuple(answer["remarks"]),
    )
