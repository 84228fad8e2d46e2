"""The limits of a template: its size, its depth, and the work that it may do."""

from coordinator.workflow.gotemplate.errors import Refusal

LONGEST = 100_000  # characters of a template
LARGEST = 1_000_000  # bytes of one text, and of the whole result
DEEPEST = 64  # levels of blocks, parentheses and calls, and of lists and mappings in the data
MOST_STEPS = 200_000  # executed parts of a template
MOST_WORK = 8_000_000  # bytes that functions read and write
ELEMENT = 64  # bytes that take about as long to show as an element of a list


class Allowance:
    """The work that one execution of a template can still do."""

    def __init__(self) -> None:
        self._steps = MOST_STEPS
        self._bytes = MOST_WORK

    def step(self) -> None:
        """Count one executed part. Raise Refusal after too many."""
        self._steps -= 1
        if self._steps < 0:
            raise Refusal("the template takes too many steps; perhaps it never ends")

    def handle(self, size: int) -> None:
        """Count the bytes of a text. Raise Refusal after too many."""
        self._bytes -= size
        if self._bytes < 0:
            raise Refusal("the template takes too many steps; perhaps it never ends")


def check_size(size: int) -> None:
    """Raise Refusal if a text has too many bytes."""
    if size > LARGEST:
        raise Refusal(f"the text grows beyond {LARGEST} characters")
