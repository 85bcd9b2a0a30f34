"""Words of operations, helpers and paths: which write, which read, which keep house.

Room: checks, middle. Data only. Touch it to teach a verb of services' clients, or an exception.
Not here: verbs of tools' own names (`_verbs`), names under packages (`_library_sinks`).
"""

from __future__ import annotations

from typing import Final

from toolcrib.checks.writes._names import word_set

WRITE_VERBS: Final = word_set(
    "abort accept activate add allocate append apply approve archive assign associate attach authorize block bulk "
    "cancel clear clone close commit complete copy create deactivate deallocate decline delete deploy deregister "
    "destroy detach disable disassociate dismiss drop duplicate edit empty enable enqueue erase expire finalize "
    "flush follow force forward grant import increment insert install invite kill launch leave link lock mark merge "
    "modify move mute open overwrite patch pause persist pin post provision publish purge push put reboot register "
    "reject release remove rename reopen replace reply reset resize restart restore resume revoke rotate save "
    "schedule send set share star start stop store submit subscribe suspend tag terminate transfer trash truncate "
    "unarchive unassign unblock unfollow uninstall unlink unlock unpin unshare unstar unsubscribe untag update "
    "upload upsert wipe write"
)
"""Verbs of a service's client (`client.create_issue`) that change something there."""
CLIENT_SAFE: Final = word_set(
    "open close start stop register set clear add append apply flush lock release send commit mark bulk copy store "
    "put push pause resume subscribe unsubscribe schedule link import post"
)
"""Of those, verbs that as a whole name may also be about the client object itself or a local thing."""
CLIENT_OBJECTS: Final = word_set(
    "header headers auth authentication cookie cookies timeout option options retry retries proxy proxies adapter hook "
    "hooks middleware callback callbacks handler handlers listener listeners plugin interceptor logger level agent"
)
"""What is set on the client object itself (`client.update_headers`)."""
CLIENT_NEVER: Final = word_set("close open flush lock release register leave finalize import_module replace")
"""Whole names that are about the client object itself."""
READ_VERBS: Final = word_set(
    "browse calculate check compare compute count describe detect diff discover download estimate examine explain "
    "export fetch filter find get head inspect is iter list load lookup match peek ping poll preview query read "
    "resolve retrieve scan search select show status stat summarize tail test validate verify view"
)
READ_OPERATIONS: Final = word_set(
    "start_query start_query_execution stop_query stop_query_execution start_live_tail batch_get_item "
    "batch_execute_statement put_metric_data put_telemetry_records put_trace_segments start_session "
    "create_presigned_url create_session send_ping open_session open_sftp open_channel "
    "set_trace start_span set_attribute set_status "
    "set_tag set_context batch_get set_options set_header set_debug_level set_stream_logger create_default_context "
    "set_event_loop open_connection create_sql_query"
)
"""Operations whose verb sounds like a write and that read, by convention, or that only report (telemetry)."""
ASIDE_WORDS: Final = word_set(
    "auth authenticate authenticated authentication authorization authorized oauth token tokens credential "
    "credentials creds login signin jwt logger logging log logs telemetry metric metrics tracing trace traces span "
    "spans analytics cache cached caches caching memoize progress heartbeat healthcheck notice notices consent banner"
)
"""Things that keep house: a helper whose name is about one of them signs in, logs, counts, caches. Below it, only what
changes a database's rows and what is mailed counts (`_aside`)."""
HOUSE_VERBS: Final = word_set(
    "auth authenticate authorize reauthenticate reauthorize oauth login relogin signin consent log memoize cache"
)
"""First words of a helper's name that say so, too, whatever stands behind them (`authenticate_session`)."""
LOG_THINGS: Final = word_set("group groups stream streams")
"""Behind `log`, the words of a thing that a service keeps, so that `log` is no verb."""
LOOKED_AT: Final = word_set("log logs metric metrics trace traces span spans analytics progress notice notices")
"""Of `ASIDE_WORDS`, those that are as often what somebody asks for: behind a verb that reads they say nothing."""
MAYBE: Final = word_set("maybe try do async aio safe safely")
"""First words that leave a name's verb as it is."""
BETWEEN: Final = word_set("for of by with from in into on at to via as and or without")
"""Words behind which a name says more about its thing."""
TAKES_AWAY: Final = word_set("delete destroy disable drop purge remove reset revoke rotate wipe")
"""First words of a helper's name that say it does more than keep house (`revoke_token`)."""
CACHES: Final = word_set("cache cached caches caching memoize progress heartbeat")
"""What may be taken away all the same: it is only a copy."""
OF_THE_HOUSE: Final = word_set("audit history event login usage")
"""Words of tables and models that a helper which keeps house may change."""
CACHE_WORDS: Final = word_set(
    "cache caches cached tmp temp tempdir tmpdir temporary log logs logfile logging lock lockfile pid pidfile token "
    "tokens credentials telemetry history_file"
)
"""Words of a path that say a file is kept for the program itself: caches, temporary files, logs, locks, tokens."""
