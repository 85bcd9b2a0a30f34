"""How calls of other code pass things on: what hands through, what calls what it is given.

Room: checks, middle. Data only. Touch it to teach a call that gives back, keeps or runs its argument.
Not here: how that is done (`_apply`, `_visit`).
"""

from __future__ import annotations

from typing import Final

from toolcrib.checks.writes._names import word_set

BUILTINS: Final = word_set(
    "open getattr setattr hasattr print super type list dict set tuple str int float bool bytes bytearray len range "
    "enumerate zip map filter sorted reversed sum min max any all isinstance issubclass iter next repr vars dir eval "
    "exec compile __import__ callable format id hash input abs round frozenset object property staticmethod classmethod"
)
GIVES_ATTRIBUTE: Final = word_set("builtins.getattr")
CASTS: Final = word_set("typing.cast typing_extensions.cast")
PARTIAL: Final = word_set("partial partialmethod")
HANDS_THROUGH: Final = word_set(
    "asyncio.run asyncio.wait_for asyncio.shield asyncio.create_task asyncio.ensure_future copy.copy copy.deepcopy "
    "builtins.list builtins.tuple builtins.set builtins.sorted builtins.reversed builtins.iter builtins.str "
    "builtins.next contextlib.closing contextlib.aclosing contextlib.nullcontext weakref.proxy textwrap.dedent "
    "inspect.cleandoc urllib.parse.quote urllib.parse.quote_plus urllib.parse.unquote yarl.URL httpx.URL"
)
"""Calls that give back their first argument, or something that stands for it."""
PATHS: Final = word_set(
    "pathlib.Path pathlib.PurePath pathlib.PosixPath anyio.Path os.path.join os.path.abspath os.path.expanduser "
    "os.path.realpath os.path.normpath os.fspath upath.UPath"
)
"""Calls that make a path of what they are given: it stays where that was (`Path(tempfile.mkdtemp())`)."""
IMPORTS: Final = word_set("builtins.__import__ importlib.import_module importlib.__import__")
"""Calls that give the module which they are given the name of."""
COPIES: Final = word_set("builtins.list builtins.tuple builtins.set builtins.sorted builtins.frozenset")
"""Calls that make a container of what another holds: what is done to it is done to the copy."""
HANDS_ON_SECOND: Final = word_set("urllib.parse.urljoin requests.compat.urljoin")
HANDS_THROUGH_NAMES: Final = word_set("enter_async_context enter_context dedent")
SQL_TEXTS: Final = word_set("text SQL sql TextClause RawSQL literal_column")
"""Calls that make a statement of a text."""
RUNNERS: Final = word_set(
    "to_thread run_in_executor run_sync run_in_threadpool submit partial call_soon call_soon_threadsafe retry "
    "run_coroutine_threadsafe sync_to_async async_to_sync run_blocking start_soon create_task add_task map apply "
    "apply_async gather wait_for execute_with_retry Thread Process Timer call_later call_at imap imap_unordered "
    "starmap map_async starmap_async add_job register callback push_async_callback add_done_callback finalize"
)
"""Calls that call what they are given: a method that is handed to one of them is called."""
RUN_AS: Final = word_set("target func function fn callback call")
"""Keywords under which such a call is given what it calls; `args` and `kwargs` beside them are its arguments."""
NEVER_RUN: Final = word_set(
    "isinstance issubclass callable hasattr getattr setattr type id repr str hash print wraps signature cast patch "
    "object update_wrapper getsource iscoroutinefunction isfunction unwrap append add extend"
)
"""Calls that look at a function, or keep it, and do not call it."""
RUN_METHODS: Final = word_set(
    "_run _arun run arun forward __call__ execute invoke ainvoke call acall on_invoke_tool main"
)
"""Methods in which a tool that is a class does its work."""
