"""Dispatchers to probe: correct ones, on a session and by hand, and each of the mistakes that people make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolcrib.registry.testing import Stage

from .callers import CacheOfAllCallers, FactsOfTheFirstCall, KeptOverTheTurn, OneCurrentCaller
from .choices import NoKnownNameMeansDefaults, NullTakenForEmpty, OldNameWidens, TextTakenForList, TruthinessOfTheList
from .correct import MANIFEST as MANIFEST
from .correct import REGISTRY as REGISTRY
from .correct import AStoreOfItsOwn, ByHand, FetchedWhenCalled, OnAsyncSession, OnSession, Stored
from .names import AnyAgent, CaseInsensitive, OldNameIsCalled, PrefixOfTheName, SeparatorsAreAlike
from .phases import (
    FailureAllows,
    FilterAtCallOnly,
    FilterAtOfferOnly,
    GrantAtCallOnly,
    NothingOfNobody,
    OfferedTwice,
    RefusedAfterItRan,
    RunTwice,
)
from .scopes import (
    AnotherSpellingPasses,
    ArgumentsNotChecked,
    FirstOfTheListChecked,
    ModelSetsThePin,
    PinIsNotWritten,
    UnknownObjectAllowed,
)

CORRECT: tuple[Callable[[Stage], Any], ...] = (
    OnSession,
    OnAsyncSession,
    FetchedWhenCalled,
    ByHand,
    Stored,
    AStoreOfItsOwn,
)
FAULTS: dict[Callable[[Stage], Any], str] = {
    FilterAtOfferOnly: "alias bound-argument call call-without-offer foreign-id in-between revoked two-callers",
    FilterAtCallOnly: "given-back offer revoked two-callers",
    GrantAtCallOnly: "alias bound-argument call call-without-offer foreign-id in-between revoked two-callers",
    TruthinessOfTheList: "call call-without-offer offer revoked",
    NullTakenForEmpty: "bound-argument call call-without-offer foreign-id given-back offer revoked two-callers",
    TextTakenForList: "call call-without-offer offer revoked",
    NoKnownNameMeansDefaults: "call call-without-offer offer revoked",
    OldNameWidens: "call call-without-offer offer",
    OldNameIsCalled: "old-name",
    CaseInsensitive: "near-miss",
    SeparatorsAreAlike: "near-miss",
    PrefixOfTheName: "near-miss",
    AnyAgent: "bound-argument call call-without-offer in-between revoked two-callers",
    CacheOfAllCallers: "two-callers",
    KeptOverTheTurn: "in-between revoked",
    FactsOfTheFirstCall: "bound-argument call call-without-offer foreign-id in-between offer revoked two-callers",
    OneCurrentCaller: "in-between",
    RefusedAfterItRan: "alias bound-argument call call-without-offer foreign-id in-between revoked two-callers",
    FailureAllows: "call call-without-offer offer revoked",
    ModelSetsThePin: "foreign-id",
    PinIsNotWritten: "bound-argument call call-without-offer foreign-id revoked two-callers",
    ArgumentsNotChecked: "alias call call-without-offer foreign-id revoked",
    UnknownObjectAllowed: "foreign-id",
    FirstOfTheListChecked: "foreign-id",
    AnotherSpellingPasses: "alias",
    NothingOfNobody: "bound-argument call call-without-offer foreign-id given-back offer revoked two-callers",
    OfferedTwice: "given-back offer revoked two-callers",
    RunTwice: "bound-argument call call-without-offer foreign-id revoked two-callers",
}
