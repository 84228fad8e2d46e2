"""Read the outcomes of the asks of all runs, and count the asks of the last hour."""

from pathlib import Path

from coordinator.storage.database import Statements, read_queries
from coordinator.storage.events import prefix_of
from coordinator.storage.rows import Event
from coordinator.storage.store import Store

HOUR = 3600.0

QUERIES = read_queries(
    Path(__file__).with_name("ask_history.sql"),
    Event=", ".join(Event._fields),
    ASK=prefix_of("ask"),
    BALLOT=prefix_of("ballot"),
    READ=prefix_of("read"),
)


class AskHistory:
    """The ended asks in one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sql = Statements(store.database, QUERIES)

    def ended_since(self, at: float, seq: int = 0) -> list[Event]:
        """Return the asks of all runs that ended since the time `at` and after the event `seq`."""
        if not seq:
            seq = self._store.seq_before(at)
        return self._sql.select(Event, "ended_since", seq=seq, at=at)

    def measured_since(self, seq: int, limit: int) -> list[Event]:
        """Return at most `limit` events after the event `seq` from which metrics are computed.

        These events are the ended asks, abstentions and verdicts of all runs.
        """
        return self._sql.select(Event, "measured_since", seq=seq, limit=limit)

    def pause_after(self, most: int) -> float:
        """Return the seconds to wait until fewer than `most` asks ended in the past hour, or 0."""
        now = self._store.now()
        # After a clock was set back, some asks seem to end in the future. They are left out.
        at = self._sql.value(
            "nth_last",
            n=max(most, 1) - 1,
            seq=self._store.seq_before(now - HOUR),
            first=now - HOUR,
            last=now,
        )
        if at is None:
            return 0.0
        return float(at) + HOUR - now
