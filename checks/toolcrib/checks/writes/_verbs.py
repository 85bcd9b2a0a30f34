"""What a tool's name says about writing: a table of verbs, and how a name is split.

Room: checks, middle. Data and one pure function. Touch the tables to teach a verb.
Not here: verbs of a service's own operations (`_tables`), the words `init` suggests (`toolcrib.checks.init`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from toolcrib.checks.writes._names import word_set, words

READS: Final = word_set(
    "analyse analyze ask browse calculate check choose classify compare compute convert count describe detect diff "
    "discover download echo estimate evaluate examine explain export extract fetch filter find forecast format get "
    "grep head history info inspect introspect is iter list lookup look measure monitor parse peek ping poll predict "
    "preview query rank read recall recommend render report resolve retrieve review scan screenshot search select "
    "show simulate stat status suggest summarise summarize tail test think trace track translate validate verify "
    "view wait watch what which who"
)
"""Verbs of names that read. The first verb of a name decides: `search_posts` reads."""

WRITES: Final = word_set(
    "abort accept acknowledge activate add allocate append apply approve archive assign attach authorize ban book "
    "buy cancel change clear clone close commit complete copy create deactivate decline decrement delete deploy "
    "deprecate destroy detach disable dismiss drop duplicate edit email empty enable enqueue erase execute_write "
    "fill finalize flush follow forward grant hide import increment insert install invite join kick kill label "
    "launch leave like link lock mark merge migrate modify move mute notify order overwrite patch pause pay pin "
    "place post promote provision publish purchase purge push put quarantine reassign reboot refund register reject "
    "release remove rename reopen reorder replace reply reschedule reset resize restart restore resume retry retweet "
    "revoke rollback rotate save schedule sell send set share shutdown spawn star start stop store submit subscribe "
    "suspend swap tag terminate toggle transfer trash trigger truncate tweet unarchive unassign unban undo unfollow "
    "uninstall unlink unlock unmute unpin unpublish unsubscribe untag update upload upsert whitelist wipe withdraw "
    "write"
)
"""Verbs of names that change something."""

STAGES: Final = word_set(
    "propose draft stage suggest plan prepare preview simulate dry delegate handoff consult estimate"
)
"""Verbs of names that stage a change for somebody else to commit, or hand the work to another agent."""

OPEN: Final = word_set(
    "build call collect compile do exec execute generate gather handle invoke load make manage open perform process "
    "run use"
)
"""Verbs that say nothing about writing: with one of them first, the name says nothing."""

NOUNS: Final = word_set(
    "address alert book change comment copy draft email fill follow history import invite join label like link lock "
    "mark message order patch pause pin place post promote record release report reply request review schedule set "
    "share star start stop store swap tag tweet trigger update watch"
)
"""Words that are as often a thing: after another word that is no verb they name what is looked at (`team_schedule`)."""


@dataclass(frozen=True, slots=True)
class Said:
    """The word of a name that decides, and whether it is one that writes."""

    verb: str
    writes: bool


def said_by(name: str) -> Said | None:
    """What a name says; None when no word of it is a verb that is known.

    The first verb decides, so that a vendor's prefix is passed over (`github_create_issue`) and `list_datasets` holds
    no `set`. A word that may be a thing counts as a verb only at the start, or where a thing follows it; a read verb at
    the end (`issue_read`) stands over it.
    """
    parts = words(name)
    if parts and parts[0] in OPEN - READS:
        return None
    if any(part in STAGES for part in parts[:2]):
        return Said(next(part for part in parts if part in STAGES), writes=False)
    for index, part in enumerate(parts):
        if part in READS and part not in WRITES:
            return Said(part, writes=False)
        if part not in WRITES:
            continue
        if part in NOUNS and index > 0 and (index == len(parts) - 1 or parts[-1] in READS):
            continue
        if part in NOUNS and len(parts) > 1 and parts[-1] in READS:
            return Said(parts[-1], writes=False)
        return Said(part, writes=True)
    return None
