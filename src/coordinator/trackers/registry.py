"""All kinds of trackers, by their names in the configuration and in recorded submissions."""

from coordinator.trackers.board import BOARD
from coordinator.trackers.forge.kind import GITEA, GITHUB
from coordinator.trackers.kind import TrackerKind
from coordinator.trackers.local import LOCAL
from coordinator.trackers.multica.kind import MULTICA

ALL_TRACKERS: tuple[TrackerKind, ...] = (
    BOARD,
    MULTICA,
    GITHUB,
    GITEA,
    LOCAL,
)
TRACKERS = {kind.name: kind for kind in ALL_TRACKERS}
FORGES = tuple(kind.name for kind in ALL_TRACKERS if kind.is_forge)
