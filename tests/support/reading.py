"""Readers of replies that return a refusal as a value, which tests can compare."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from coordinator.judgement import rubric
from coordinator.models import Value
from coordinator.parsing import council_replies, report
from coordinator.parsing.fields import ParseError

Arguments = ParamSpec("Arguments")
Read = TypeVar("Read")


class Unreadable(Value):
    """A reply that cannot be read in the requested form, and the reason."""

    cause: str


def or_unreadable(read: Callable[Arguments, Read]) -> Callable[Arguments, Read | Unreadable]:
    @wraps(read)
    def read_or_state_cause(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Read | Unreadable:
        try:
            return read(*args, **kwargs)
        except ParseError as error:
            return Unreadable(cause=str(error))

    return read_or_state_cause


read_argument = or_unreadable(report.read_argument)
read_criteria = or_unreadable(rubric.read_criteria)
read_plan = or_unreadable(council_replies.read_plan)
read_probes = or_unreadable(report.read_probes)
read_proposal = or_unreadable(council_replies.read_proposal)
read_report = or_unreadable(report.read_report)
read_revision = or_unreadable(council_replies.read_revision)
read_rubric = or_unreadable(report.read_rubric)
read_ruling = or_unreadable(report.read_ruling)
read_stage_verdict = or_unreadable(report.read_stage_verdict)
read_synthesis = or_unreadable(council_replies.read_synthesis)
read_vote = or_unreadable(council_replies.read_vote)
