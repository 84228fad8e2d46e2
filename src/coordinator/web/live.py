"""Live updates: one reader of the record, and a stream of server-sent events for each page."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress

from coordinator.errors import StoreUnavailable
from coordinator.storage.store import EventHead, Store
from coordinator.web.problems import RequestRefused

CATCH_UP = 1_000  # a stream that has missed this many events gets RESET instead of the events
MOST = 500  # simultaneous streams

# Tells a page that it has missed too many events and has to be loaded again.
RESET = b"event: reset\ndata: {}\n\n"
ALIVE = b": alive\n\n"
HELLO = b"retry: 1000\n\n"


class Feed:
    """Polls for new events on behalf of all streams. Each stream has its own position."""

    poll = 0.1  # seconds between two checks for new events
    heartbeat = 15.0  # seconds without events after which a stream sends a comment to stay open

    def __init__(self, store: Store) -> None:
        self.lag = 0.0  # the age of the last event when we read it, in seconds
        self.readers = 0
        self._store = store
        self._version = store.data_version()  # read before `_seen`: an event can arrive in between
        self._seen = store.last_seq()
        self._news = asyncio.Event()  # wakes the streams once; then a new one replaces it
        self._pieces: dict[int, tuple[bytes, int]] = {}
        self._is_open = True

    async def run(self) -> None:
        """Poll until cancelled. Then end all streams, because the server waits for them to stop."""
        try:
            while True:
                with suppress(StoreUnavailable):  # the next page shows the error
                    self.look()
                await asyncio.sleep(self.poll)
        finally:
            self._is_open = False
            self._news.set()

    def look(self) -> None:
        """Wake all streams if there are new events."""
        version = self._store.data_version()
        if version == self._version:
            return
        self._version = version
        before = self._seen
        while True:
            news = self._store.heads_since(self._seen)
            if not news:
                break
            self._seen = news[-1].seq
            self.lag = max(0.0, self._store.now() - news[-1].at)
        if self._seen > before:
            self._pieces.clear()
            self._news.set()
            self._news = asyncio.Event()

    def piece_after(self, seen: int) -> tuple[bytes, int]:
        """Return the events after a position, encoded for a stream, and the new position.

        If there are too many events, return RESET instead. Streams at the same position share one
        read.
        """
        if seen not in self._pieces:
            news = self._store.heads_since(seen, CATCH_UP)
            last = news[-1].seq if news else seen
            if len(news) == CATCH_UP:
                self._pieces[seen] = (RESET, max(last, self._seen))
            else:
                self._pieces[seen] = (encode_events(news), last)
        return self._pieces[seen]

    def stream(self, after: int | None) -> AsyncGenerator[bytes, None]:
        """Return a stream of the events from now on, or after the event `after`.

        The stream ends when the feed is closed. Raise RequestRefused if there are too many streams.
        """
        if self.readers >= MOST:
            raise RequestRefused(
                503, f"{MOST} pages get live updates already", fix="close some of these pages"
            )
        return self._stream(self._seen if after is None else after)

    async def _stream(self, seen: int) -> AsyncGenerator[bytes, None]:
        self.readers += 1
        try:
            yield HELLO
            while self._is_open:
                news = self._news  # taken before we read, because an event can arrive in between
                piece, seen = self.piece_after(seen)
                if piece:
                    yield piece
                    continue
                try:
                    await asyncio.wait_for(news.wait(), self.heartbeat)
                except TimeoutError:
                    yield ALIVE
        finally:
            self.readers -= 1


def encode_events(news: Iterable[EventHead]) -> bytes:
    """Return events in the format of a browser's `EventSource`."""
    text = ""
    for event in news:
        fields = event._asdict()
        del fields["seq"]
        text += f"id: {event.seq}\ndata: {json.dumps(fields)}\n\n"
    return text.encode()
