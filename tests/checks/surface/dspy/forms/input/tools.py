"""Tools, functions, methods and objects in lists: as they run."""
import dspy


def plain(x: int) -> int:
    """Plain.

    Args:
        x: x
    """
    return x


def without_doc(x: int) -> int:
    return x


class Kit:
    def method(self, x: int) -> int:
        """A method."""
        return x


class Callable:
    """An object."""

    def __call__(self, x: int) -> int:
        """Its call."""
        return x


named = dspy.Tool(plain, name="named", desc="Named.")
bare = dspy.Tool(plain)
react = dspy.ReAct("question -> answer", tools=[plain, without_doc, Kit().method, Callable(), named])
act = dspy.CodeAct("question -> answer", [plain, without_doc])
MODULES = [react, act]
