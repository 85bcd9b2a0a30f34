"""bytes → Facts of one file. The only place where the surface touches a parser.

Room: checks, first step. Pure: a function of the file's bytes, so its result can be cached by their digest. Two front
ends give the same facts: the standard library's parser, which is fast, and LibCST, which is the reference and reads
what this interpreter's own parser cannot.
Not here: what a name means in another file (`_program`), what a framework is (`dialects`).
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import sys
import threading
import tokenize
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from toolcrib.checks._snippets import EXCLUDE
from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._chains import MAX_CHAIN, MAX_PATTERNS, too_long, too_nested
from toolcrib.checks.surface._types import Comment
from toolcrib.manifest import Location, ToolcribError

MAX_BYTES = 20_000_000
_DIRECTIVE = re.compile(r"#\s*toolcrib:\s*(.*)$")
_T = TypeVar("_T")
Reader = Literal["ast", "libcst", "cache", "none"]


class FactsCache(Protocol):
    """Where facts may be kept between runs, by the digest of the file; `None` is always a right answer."""

    def get(self, key: str) -> str | None: ...

    def put(self, key: str, text: str) -> None: ...


class SurfaceError(ToolcribError):
    """A source file cannot be read as Python: the surface would have a hole, so there is no surface."""

    code = "surface-unreadable"


@dataclass(frozen=True, slots=True)
class Facts:
    """One file, as far as the surface needs it."""

    path: str
    lines: tuple[str, ...]
    body: ir.Block
    comments: tuple[Comment, ...]
    reader: Reader = "none"

    def text(self, pos: ir.Pos) -> str:
        """The source between two places, white space folded."""
        line, column, end_line, end_column = pos
        rows = list(self.lines[line - 1 : end_line])
        if not rows:
            return ""
        rows[-1] = rows[-1][: end_column - 1]
        rows[0] = rows[0][column - 1 :]
        return " ".join(" ".join(rows).split())

    def location(self, pos: ir.Pos) -> Location:
        return Location(self.path, *pos)


def read(
    path: str, data: bytes, cache: FactsCache | None = None, *, reference: bool = False, tree: ast.Module | None = None
) -> Facts:
    """Read one file: by the standard library's parser, and through LibCST where that one cannot.

    What took LibCST is kept in the `cache` by the file's bytes: the other parser is as fast as reading what it gave.
    `reference` reads through LibCST alone; `tree` is what `ast.parse` made of these bytes, where somebody has it.
    Raises `SurfaceError` when it is no readable Python: wrong encoding, syntax error, too large, too deeply nested.
    """
    if len(data) > MAX_BYTES:
        raise SurfaceError(
            f"the file has {len(data):,} bytes; more than {MAX_BYTES:,} are not read",
            at=Location(path),
            hint=f"leave it out: {EXCLUDE}",
        )
    text = _decode(path, data)

    def by_libcst(parsed: ast.Module | None) -> tuple[ir.Block, Reader]:
        return _remembered(data, cache, lambda: _by_libcst(path, text, parsed))

    body, reader = by_libcst(tree) if reference else _parse(path, text, tree, by_libcst)
    return Facts(path, tuple(_split(text)), body, tuple(_comments(path, text)), reader)


def _remembered(
    data: bytes, cache: FactsCache | None, parse: Callable[[], tuple[ir.Block, Reader]]
) -> tuple[ir.Block, Reader]:
    if cache is None:
        return parse()
    from toolcrib.checks.surface import _facts_json

    key = _facts_json.key(data)
    kept = cache.get(key)
    body = _facts_json.loads(kept) if kept is not None else None
    if body is not None:
        return body, "cache"
    body, reader = parse()
    written = _facts_json.dumps(body) if reader == "libcst" else None
    if written is not None:
        cache.put(key, written)
    return body, reader


def _decode(path: str, data: bytes) -> str:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding)
    except (SyntaxError, UnicodeError, LookupError) as error:
        raise SurfaceError(
            f"cannot be decoded: {error}",
            at=Location(path),
            hint="save it as UTF-8, or name its real encoding in a `# -*- coding: … -*-` line",
        ) from error


def _parse(
    path: str, text: str, tree: ast.Module | None, by_libcst: Callable[[ast.Module | None], tuple[ir.Block, Reader]]
) -> tuple[ir.Block, Reader]:
    from toolcrib.checks.surface._lower_ast import Unread

    parsed = _readable_tree(path, text, tree)
    try:
        return _by_ast(path, text, parsed) if parsed is not None else by_libcst(None)
    except Unread:
        return by_libcst(parsed)


def _by_ast(path: str, text: str, tree: ast.Module) -> tuple[ir.Block, Reader]:
    from toolcrib.checks.surface._statements_ast import lower

    try:
        return _deep(lambda: lower(tree, text)), "ast"
    except RecursionError as error:
        raise _too_deep(path) from error


def _by_libcst(path: str, text: str, tree: ast.Module | None) -> tuple[ir.Block, Reader]:
    """Through LibCST; what it cannot parse and this interpreter can is read as this one reads it."""
    import libcst as cst

    from toolcrib.checks.surface._lower_ast import Unread
    from toolcrib.checks.surface._statements_cst import lower

    parsed = _readable_tree(path, text, tree)
    if line := too_nested(text):
        if parsed is not None:
            with contextlib.suppress(Unread):
                return _by_ast(path, text, parsed)
        raise _too_deep(path, line, f"has more than {MAX_PATTERNS} patterns inside each other")
    try:
        module = _deep(lambda: cst.parse_module(text))
        return _deep(lambda: lower(module)), "libcst"
    except cst.ParserSyntaxError as error:
        if parsed is not None:  # LibCST knows less than this interpreter in rare places
            with contextlib.suppress(Unread):
                return _by_ast(path, text, parsed)
        line, column, message = _syntax_error(text) or (
            error.raw_line,
            error.raw_column + 1,
            error.message.splitlines()[0],
        )
        raise _not_python(path, line, column, message) from error
    except cst.CSTValidationError as error:  # bytes beside text, a name with a letter that is none
        line, column, message = _syntax_error(text) or (1, 1, str(error))
        raise _not_python(path, line, column, message) from error
    except RecursionError as error:
        raise _too_deep(path) from error
    except ValueError as error:  # a NUL byte, a lone surrogate in a literal
        raise SurfaceError(f"is not valid Python: {error}", at=Location(path)) from error


def _not_python(path: str, line: int, column: int, message: str) -> SurfaceError:
    return SurfaceError(
        f"is not valid Python: {message}",
        at=Location(path, max(line, 1), max(column, 1)),
        hint=f"mend the syntax, or leave the file out: {EXCLUDE}",
    )


def _too_deep(path: str, line: int = 1, what: str = "is nested too deeply to be read") -> SurfaceError:
    return SurfaceError(what, at=Location(path, line), hint=f"leave it out: {EXCLUDE}")


def _readable_tree(path: str, text: str, tree: ast.Module | None) -> ast.Module | None:
    """What this interpreter's parser makes of the file; None where only LibCST can say what it is.

    LibCST's parser has no bound of its own: nesting that this one refuses would end the process.
    """
    try:
        if tree is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = _deep(lambda: ast.parse(text))
        line = too_long(tree, text)
    except (MemoryError, RecursionError) as error:  # LibCST would not raise: it would end the process
        raise _too_deep(path) from error
    except SyntaxError as error:
        if "too many nested" in error.msg:
            raise _too_deep(path) from error
        return None
    except ValueError:
        return None  # LibCST says so better
    if line:
        raise _too_deep(path, line, f"has a chain of more than {MAX_CHAIN:,} links in one expression")
    return tree


def _syntax_error(text: str) -> tuple[int, int, str] | None:
    """Where and why this interpreter's own parser refuses the file: its places and words are the ones people know."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as error:
        return error.lineno or 1, error.offset or 1, error.msg
    except (ValueError, RecursionError, MemoryError):
        pass
    return None


def _deep(work: Callable[[], _T]) -> _T:
    try:
        return work()
    except RecursionError:
        return _with_deep_stack(work)


def _with_deep_stack(work: Callable[[], _T]) -> _T:
    """Run `work` in a thread with room for deep nesting: long `a + b + …` chains are legal and do occur."""
    results: list[_T] = []
    errors: list[BaseException] = []

    def run() -> None:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, 60_000))
        try:
            results.append(work())
        except BaseException as error:  # handed to the caller below
            errors.append(error)
        finally:
            sys.setrecursionlimit(limit)

    before = threading.stack_size(512 * 1024 * 1024)
    try:
        thread = threading.Thread(target=run, name="toolcrib-read")
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    if errors:
        raise errors[0]
    return results[0]


def _split(text: str) -> list[str]:
    return re.split(r"\r\n|\n|\r", text)


def comments(path: str, data: bytes) -> tuple[Comment, ...]:
    """The `# toolcrib: …` comments of a file that was read, or that nothing had to read."""
    if b"toolcrib:" not in data:
        return ()
    try:
        return tuple(_comments(path, _decode(path, data)))
    except SurfaceError:
        return ()  # nobody needed the file: what it says cannot matter


def _comments(path: str, text: str) -> Iterator[Comment]:
    """The `# toolcrib: …` comments; real comments only, never text in strings."""
    if "toolcrib:" not in text:
        return
    found: list[tuple[int, int, str, bool]] = []
    code_lines: list[int] = []
    skipped = {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.COMMENT}
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT and (match := _DIRECTIVE.match(token.string)):
                alone = token.line[: token.start[1]].strip() == ""
                found.append((token.start[0], token.start[1] + 1, match[1].strip(), alone))
            elif token.type not in skipped:
                code_lines.append(token.start[0])
    except (tokenize.TokenError, IndentationError):
        pass  # LibCST has parsed the file: what was found up to here stands
    for line, column, words, alone in found:
        yield Comment(at=Location(path, line, column), text=words, covers=_next(code_lines, line) if alone else line)


def _next(lines: Sequence[int], after: int) -> int:
    return min((line for line in lines if line > after), default=after)
