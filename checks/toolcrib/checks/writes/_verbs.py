"""The verbs of tools' names: a table of what they say about writing.

Room: checks, middle. Data only. Touch it to teach a verb, a word that is as often a thing, or what one writes to.
Not here: how a name is judged with it (`_said`), verbs of a service's own operations (`_vocabulary`), the words
`init` suggests (`toolcrib.checks.init`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolcrib.checks.writes._names import word_set

READS: Final = word_set(
    "analyse analyze ask audit browse calculate check choose classify compare compute convert count describe detect "
    "diff discover download echo estimate evaluate examine explain export extract fetch filter find forecast format "
    "get grep head history how info inspect introspect iter list lookup look measure monitor parse peek ping poll "
    "predict preview query rank read recall recommend render report resolve retrieve review scan screenshot search "
    "select show simulate stat status suggest summarise summarize tail test think trace track translate validate "
    "verify view wait watch what when where which who why"
)
"""Verbs of names that read. The first verb of a name decides: `search_posts` reads."""

ASKS: Final = word_set("are can could did does has have is may must need needs should was were will would")
"""First words of a question: `can_delete_user` answers and deletes nothing, whatever stands behind it."""

WRITES: Final = word_set(
    "abandon abort accept acknowledge activate add adjust allocate alter amend append apply approve archive assign "
    "attach authorize award ban block book burn buy cancel change charge checkout claim clear clone close commit "
    "complete configure copy create deactivate deallocate decline decrement deduct delete demote deploy deposit "
    "deprecate deregister destroy detach disable dismiss dispatch donate downgrade downvote drop duplicate edit eject "
    "email empty enable enqueue enroll erase evict execute_write expire fill finalize flush follow forget fork forward "
    "freeze grant hide import increment inject insert install invalidate invite join kick kill label launch leave like "
    "link lock manage mark merge migrate mint modify move mute notify offboard onboard order overwrite patch pause pay "
    "persist pin place post prepend promote provision prune publish purchase purge push put quarantine raise reassign "
    "rebase reboot reclaim record redact redeploy reenable refund register reindex reinstall reject release relocate "
    "remit remove rename renew reopen reorder replace replicate reply reschedule reserve reset resize restart restore "
    "resume retire retry retweet revert revise revoke rewrite rollback rollout rotate save schedule seed sell send set "
    "share shutdown spawn squash star start stop store submit subscribe suspend swap sync synchronize tag teardown "
    "terminate toggle touch transact transfer trash trigger truncate tweet unapprove unarchive unassign unban unblock "
    "undeploy undo unfollow unfreeze unhide uninstall unlink unlock unmute unpin unpublish unregister unset unshare "
    "unstar unsubscribe unsuspend untag update upgrade upload upsert upvote void vote whitelist wipe withdraw write"
)
"""Verbs of names that change something."""

SHORT: Final = word_set("chmod chown decr del dereg incr mkdir rm rmdir rmtree trunc unsub upd updt upsrt")
"""What some of them are shortened to, and commands that stand for one."""
SHORT_AT_THE_START: Final = word_set("cp cr dl ins ln mk mv pub repl sched wr")
"""Those that are as often something else: they count as the first word only."""

LONG: Final = word_set("create delete destroy insert publish remove rename replace uninstall update upload upsert")
"""Verbs that are known without a separator behind them, too (`deleteuser`)."""
INFLECTIONS: Final = word_set(
    "able al als d ds e ed er ers es ing ings ion ions ive or ors r rs s ation ations ments ment"
)
"""Ends of words that turn such a verb into another word (`removal`)."""

STAGES: Final = word_set(
    "propose draft stage suggest plan prepare preview simulate dry delegate handoff consult estimate"
)
"""First words of names that stage a change for somebody else to commit, or hand the work to another agent."""
STAGES_ANYWHERE: Final = word_set("propose delegate consult prepare")
"""Those that are no things: they count behind a vendor's prefix, too, where no verb stands before them."""

OPEN: Final = word_set(
    "build call collect compile do exec execute generate gather handle invoke load make open perform process run use"
)
"""Verbs that say nothing about writing: with one of them first, the name says nothing by itself."""
DOERS: Final = word_set("call do exec execute handle invoke perform process run")
"""Of those, the ones behind which a verb says what is done (`handle_delete`)."""

NOUNS: Final = word_set(
    "address alert block book change charge checkout claim close comment copy draft email fill follow fork history "
    "import invite join label like link lock mark message order patch pause pin place post promote purchase record "
    "refund release report reply request review schedule seed set share star start stop store swap sync tag transfer "
    "trigger tweet update upgrade upload void vote watch"
)
"""Words that are as often a thing: after another word that is no verb they name what is looked at (`team_schedule`)."""
NEVER_THINGS_AT_THE_START: Final = word_set("change fill join mark pause set start stop update")
"""Of those, the ones that are verbs wherever they stand first: `update_status` writes."""
DONE_AT_THE_END: Final = word_set("start stop pause resume")
"""Of those, the ones that are verbs where they stand last, behind the thing they are done to (`job_stop`)."""
SET_OR_UPDATED: Final = word_set(
    "attribute batch bulk cache config customer env field flag force issue key kv mass metadata order param pref "
    "profile property record redis row secret session setting state status task ticket title user value variable"
)
"""Words before a last `set` or `update` that make it a verb (`cache_set`); behind others it is a thing (`data_set`)."""
UPDATES_THAT_ARE_NEWS: Final = word_set("order session state status ticket issue")
"""Of those, the ones behind which an update is as well a piece of news."""

LOOKS_AT_THE_END: Final = word_set(
    "count describe diff export fetch filter find get inspect list lookup query read search show summarize track "
    "validate verify view"
)
"""Verbs that read where they stand last, behind a thing (`comment_list`)."""
THINGS_AT_THE_END: Final = word_set("plan report screenshot")
"""Words of `READS` that are made or sent where they stand behind a verb (`email_report`)."""
PARTS_OF_THINGS: Final = word_set(
    "analytics count counts detail details ids metadata metrics name names number numbers overview policies policy "
    "schema statistics stats summary template templates timeline totals trend trends type types"
)
"""Last words behind which a first word that may be a thing is one (`order_details`)."""
QUALIFIES: Final = word_set("average current last latest max min next pending previous recent upcoming")
"""First words behind which everything is a thing (`latest_deploy`)."""

LISTED: Final = word_set("filter format head history info list query report search stat status view")
"""Words of `READS` that are as often a thing that something is done to (`query_cancel`)."""
ENDS_A_THING: Final = word_set(
    "add approve archive cancel clear create delete disable edit enable reject remove rename replace restore revoke "
    "set submit"
)
"""Verbs that, last, write to such a thing."""

WITH: Final[Mapping[str, frozenset[str]]] = {
    "execute": word_set("delete insert order payment rollback swap trade transaction transfer update withdrawal write"),
    "exercise": word_set("option options"),
    "file": word_set("bug claim complaint issue ticket"),
    "format": word_set("cell cells disk document drive paragraph partition range row rows sheet"),
    "issue": word_set("card certificate coupon credit invoice refund voucher warning"),
    "make": word_set("appointment booking call deposit directory folder payment purchase reservation transfer"),
    "open": word_set("account case incident issue merge mr position pr pull ticket"),
    "play": word_set("job pipeline"),
    "process": word_set("payment payout refund return transfer withdrawal"),
    "request": word_set("changes refund reviewers"),
    "resolve": word_set(
        "alert bug case comment complaint conflict conflicts conversation discussion dispute escalation finding "
        "findings incident issue note problem review task thread threads ticket tickets todo violation vulnerability"
    ),
    "run": word_set("cleanup migration migrations"),
    "sign": word_set("agreement contract document transaction"),
    "switch": word_set("off on"),
    "take": word_set("down offline over"),
    "tear": word_set("down"),
    "turn": word_set("off on"),
}
"""Verbs that write together with what they are done to, which stands behind them."""
