"""One filling in of a template, bounded in what it writes and in what it does."""

from collections.abc import Iterable, Mapping, Sequence

from coordinator.workflow.gotemplate.functions import Function
from coordinator.workflow.gotemplate.printing import Fault, inside, type_name, weight

LARGEST = 1_000_000  # characters that one value or one whole output may have
MOST_STEPS = 200_000  # what a template may do before it is taken for one that never ends
UNIT = 16  # characters of text that cost one step to handle


class Rendering:
    """What was written so far, what the dot and the variables are, and how much was done."""

    def __init__(self, data: object) -> None:
        self.dot = data
        self.variables: dict[int, object] = {0: data}  # by the number of their declaration; `$` is the first
        self.written: list[str] = []
        self._size = 0
        self._steps = 0

    def spend(self, steps: int) -> None:
        """Count what is done."""
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise Fault("the template does too much; perhaps it never ends")

    def write(self, text: str) -> None:
        """Add a text to what was written."""
        self._size += len(text)
        if self._size > LARGEST:
            raise Fault(f"the text grows beyond {LARGEST} characters")
        self.written.append(text)

    def call(self, name: str, function: Function, values: Sequence[object]) -> object:
        """What a function makes of values."""
        self.spend(sum(weight(value) for value in values if function.shows or isinstance(value, str)) // UNIT)
        result = function.apply(*values)
        if isinstance(result, str):
            self.spend(len(result) // UNIT)
            if len(result) > LARGEST:
                raise Fault(f"{name} makes more than {LARGEST} characters")
        return result

    def elements(self, value: object, names: int) -> Iterable[tuple[object, object]]:
        """The keys and elements of a list, of a mapping by its sorted keys, or of the numbers below one."""
        if value is None:
            return ()
        if isinstance(value, Mapping):
            self.spend(len(value) // UNIT)
            return ((key, inside(value[key])) for key in sorted(value, key=str))
        if isinstance(value, list | tuple):
            return enumerate(map(inside, value))
        if not isinstance(value, int) or isinstance(value, bool):
            raise Fault(f"range over a {type_name(value)}")
        if names > 1:
            raise Fault("range over a number has one variable")
        return enumerate(range(value))
