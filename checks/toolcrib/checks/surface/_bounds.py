"""The bounds of following a program. Each one that is hit is reported; none is passed over.

Room: checks, middle.
"""

MAX_DEPTH = 60  # nested calls that are followed
MAX_RECURSION = 3  # calls of one function inside itself
MAX_RECURSIONS = 40  # such calls in all, for one module or one function that nothing calls
MAX_STEPS = 400_000  # expressions and statements followed for one module or one function that nothing calls
MUCH = 600_000  # of these for all that was followed in one part; whole servers take 200,000 to 350,000
FEW_STEPS = 5_000  # for each module or function after that: what does not end within them is said to be unresolved
ASIDE_STEPS = 5_000  # steps for a call that cannot lead to a registration: only its value may matter
ASKED_STEPS = 20_000  # the same where the function that calls registers: what it asks for may be what it registers
ASIDE_TOTAL = 20_000  # steps for all such calls of one function
QUIET_CALLS, QUIET_STEPS = 8, 100_000  # calls and steps after which a function that led to nothing is one of those
MAX_LOOP = 4_000  # iterations of one loop


class OutOfSteps(Exception):  # noqa: N818  # a signal between two modules, not an error that anyone reports
    """The bound on steps is hit."""
