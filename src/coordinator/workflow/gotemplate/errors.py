"""The errors of templates: Refusal until the line is known, and then TemplateError."""

from coordinator.errors import UsageError


class TemplateError(UsageError):
    """A template is wrong, or the data does not fit it. `line` is the line in the template."""

    def __init__(self, what: str, line: int, *, fix: str = "") -> None:
        super().__init__(f"line {line} of the template: {what}", fix=fix)
        self.line = line
        self.problem = what


class Refusal(Exception):
    """The refusal of an operation. The caller that knows the line turns it into a TemplateError."""

    def __init__(self, problem: str, fix: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.fix = fix
