"""Several models on one problem: they propose, vote and revise until they agree, or a person decides."""

from __future__ import annotations

from coordinator.council.charge import Attachment
from coordinator.council.history import CouncilHistory, history
from coordinator.council.session import cancel, convene, decide, go_on, look_up, send_choice
from coordinator.council.values import Choice

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
