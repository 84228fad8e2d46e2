"""What kind of run an id is of."""

from __future__ import annotations


def job_of(id: str) -> str:
    """What kind of run has this id: a review, a council, or what else there is."""
    from coordinator.runtime import open_store

    with open_store() as store:
        return store.run(id).job
