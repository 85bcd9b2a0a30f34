"""The conformance kit as a Hypothesis state machine: it finds planted faults by chance, and passes what is correct."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from toolcrib.registry import UnknownAgent
from toolcrib.registry.testing.stateful import state_machine

dispatchers: Any = importlib.import_module("toolcrib_testing_dispatchers")  # conftest.py brings it

# The same steps every time, and none to shrink: what is looked at is that the fault is found.
ONCE = settings(
    max_examples=100,
    stateful_step_count=30,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
BY_CHANCE = (
    "FilterAtOfferOnly",
    "FilterAtCallOnly",
    "GrantAtCallOnly",
    "TruthinessOfTheList",
    "NullTakenForEmpty",
    "AnyAgent",
    "CacheOfAllCallers",
    "KeptOverTheTurn",
    "FactsOfTheFirstCall",
    "RefusedAfterItRan",
    "FailureAllows",
    "ArgumentsNotChecked",
)


@pytest.mark.parametrize("make", dispatchers.CORRECT, ids=lambda make: make.__name__)
def test_what_is_correct_passes(make: Any) -> None:
    run_state_machine_as_test(state_machine(make, dispatchers.REGISTRY), settings=ONCE)


@pytest.mark.parametrize("name", BY_CHANCE)
def test_planted_faults_are_found(name: str) -> None:
    machine = state_machine(getattr(dispatchers, name), dispatchers.REGISTRY)
    with pytest.raises(AssertionError, match="expected:"):
        run_state_machine_as_test(machine, settings=ONCE)


def test_the_machine_is_a_test_case() -> None:
    case = state_machine(dispatchers.ByHand, dispatchers.MANIFEST, agents=["builder"]).TestCase
    case.settings = settings(ONCE, max_examples=10)
    case("runTest").runTest()


def test_an_agent_that_is_none_is_an_error() -> None:
    with pytest.raises(UnknownAgent):
        state_machine(dispatchers.ByHand, dispatchers.REGISTRY, agents=["chatt"])
