"""Bounds on following calls and expressions, so that every search ends.

Room: checks, middle. Data only. A bound that is hit is said in the report; it is never an answer.
"""

from __future__ import annotations

from typing import Final

MAX_DEPTH: Final = 60  # nested expressions and calls that are looked through for one value
MAX_CONTEXTS: Final = 100  # calls of one function that are told apart by their arguments
MAX_CALLS: Final = 25  # calls on the way from a tool to its evidence
MAX_AGAIN: Final = 2  # calls of one function inside itself
MAX_FRAMES: Final = 1_000  # calls that are followed for one tool
MAX_STEPS: Final = 50_000  # expressions that are looked at for one tool
MAX_EVIDENCE: Final = 20  # pieces that are kept for one tool
