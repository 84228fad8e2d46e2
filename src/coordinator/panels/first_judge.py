"""Choose the judge that is asked before the others, if one judge may suffice.

`decide_first_ballot` of judgement/consensus.py decides whether the ballot of this judge is enough.
"""

from coordinator.panels.prompt_parts import word
from coordinator.panels.session import PanelSession


def one_judge_may_suffice(session: PanelSession) -> bool:
    """Return whether blind tests have settled so much that one judge is asked first."""
    settings = session.settings
    executed = session.executed
    return settings.adaptive and len(settings.seats) > 1 and executed.is_settled


def first_judge(session: PanelSession) -> str:
    """Return the seat to ask first. It follows from the seed, so that no author can choose it."""
    number = int(word(session.case.seed, "first judge"), base=16)
    seats = session.settings.seats
    return seats[number % len(seats)]
