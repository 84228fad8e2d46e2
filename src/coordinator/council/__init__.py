"""Councils: several models propose, vote and revise until they agree, or a person decides."""

from coordinator.council.api import cancel, convene, decide, go_on, look_up
from coordinator.council.history import CouncilRecord, council_record
from coordinator.council.records import PersonChoice

__all__ = [
    "CouncilRecord",
    "PersonChoice",
    "cancel",
    "convene",
    "council_record",
    "decide",
    "go_on",
    "look_up",
]
