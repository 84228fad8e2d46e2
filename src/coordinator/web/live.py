"""What happens, as it happens: one reader of the record, and a stream of server-sent events for each page."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress

from coordinator.storage.store import EventHead, Store
from coordinator.web.problems import RequestRefused

POLL = 0.25  # seconds between two looks at the file
HEARTBEAT = 15.0  # seconds after which a quiet stream shows that it is alive
BACKLOG = 64  # batches that a slow reader may be behind
CATCH_UP = 1_000  # events that are sent again to whoever comes back
MOST = 500  # streams at once

# To whoever has missed too much: look at everything again.
RESET = b"event: reset\ndata: {}\n\n"
ALIVE = b": alive\n\n"
HELLO = b"retry: 1000\n\n"

Inbox = asyncio.Queue[bytes]


class Feed:
    """Looks for new events once for all streams; whoever reads too slowly is sent away and may come back."""

    def __init__(self, store: Store, *, poll: float = POLL, heartbeat: float = HEARTBEAT) -> None:
        self.lag = 0.0  # seconds from the last event to when we saw it
        self._store = store
        self._poll = poll
        self._heartbeat = heartbeat
        self._inboxes: set[Inbox] = set()
        self._seen = store.last_seq()
        self._is_open = True

    @property
    def readers(self) -> int:
        return len(self._inboxes)

    async def run(self) -> None:
        """Look again and again until cancelled; then end all streams."""
        try:
            while True:
                self.look()
                await asyncio.sleep(self._poll)
        finally:
            self.close()

    def look(self) -> None:
        """Hand out what is new to all streams."""
        while news := self._store.heads_since(self._seen):
            self._seen = news[-1].seq
            self.lag = max(0.0, time.time() - news[-1].at)
            piece = encode_events(news)
            for inbox in tuple(self._inboxes):
                try:
                    inbox.put_nowait(piece)
                except asyncio.QueueFull:
                    self._inboxes.discard(inbox)
                    _end(inbox)

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self._is_open = False
        for inbox in self._inboxes:
            _end(inbox)
        self._inboxes.clear()

    def stream(self, after: int | None) -> AsyncGenerator[bytes, None]:
        """Return everything from now on, or after an event; ends when the reader is too slow or the feed is closed."""
        if len(self._inboxes) >= MOST:
            raise RequestRefused(503, f"{MOST} pages are live already", fix="close some of them")
        inbox: Inbox = asyncio.Queue(maxsize=BACKLOG)
        if self._is_open:
            self._inboxes.add(inbox)
        return self._pieces(inbox, after)

    async def _pieces(self, inbox: Inbox, after: int | None) -> AsyncGenerator[bytes, None]:
        try:
            yield HELLO
            if after is not None:
                # What is newer than what was handed out comes through the inbox.
                missed = self._store.heads_since(after, CATCH_UP)
                too_many = len(missed) == CATCH_UP
                yield RESET if too_many else encode_events(event for event in missed if event.seq <= self._seen)
            while self._is_open:
                piece = ALIVE
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._heartbeat):
                        piece = await inbox.get()
                if not piece:
                    return
                yield piece
        finally:
            self._inboxes.discard(inbox)


def _end(inbox: Inbox) -> None:
    """Have a stream end before anything else that it has not read yet."""
    while not inbox.empty():
        inbox.get_nowait()
    inbox.put_nowait(b"")


def encode_events(news: Iterable[EventHead]) -> bytes:
    """Return events as a browser's EventSource reads them."""
    text = ""
    for event in news:
        data = json.dumps({name: value for name, value in event._asdict().items() if name != "seq"})
        text += f"id: {event.seq}\ndata: {data}\n\n"
    return text.encode()
