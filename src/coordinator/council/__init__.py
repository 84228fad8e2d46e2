"""Several models on one problem: they propose, vote and revise until they agree, or a person decides."""

from __future__ import annotations

from coordinator.council.api import cancel, convene, decide, go_on, look_up, send_choice
from coordinator.council.history import CouncilHistory, history
from coordinator.council.records import Choice
from coordinator.council.request import Attachment

__all__ = [
    "Attachment",
    "Choice",
    "CouncilHistory",
    "cancel",
    "convene",
    "decide",
    "go_on",
    "history",
    "look_up",
    "send_choice",
]
