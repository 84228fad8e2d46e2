"""Where the state is."""

from __future__ import annotations

from pathlib import Path


def state_file(home: Path) -> Path:
    """The state of this home."""
    return home / "state.db"


def job_of(id: str) -> str:
    """What kind of run has this id: a review, a council, or what else there is."""
    import os
    from contextlib import closing

    from coordinator.config.environment import home
    from coordinator.storage.store import Store

    with closing(Store(state_file(home(os.environ)))) as store:
        return store.run(id).job
