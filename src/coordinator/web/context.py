"""What the dashboard is about: the state it reads, the engine it acts through, and who may come in."""

import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from starlette.requests import Request
from starlette.types import ASGIApp

from coordinator.engine import Engine
from coordinator.models import Submission
from coordinator.storage.store import Store
from coordinator.web.live import Feed
from coordinator.web.webhooks import Webhook
from coordinator.workflow.records import Resumption

KEY = "dashboard/key"


class Background(Protocol):
    """What is done beside the pages, in their process; each returns once it has begun, or raises a UsageError."""

    async def go_on(self, run_id: str, how: Resumption | None) -> None:
        """Carry on with a council that a person decided for, or with a run that has ended, as a person says."""

    async def review(self, submission: Submission) -> None:
        """Begin a review of work that is in no tracker; its head may be the name of a branch."""

    async def council(self, run_id: str, problem: str, repo: str) -> None:
        """Begin a council about a problem, with a repository or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dashboard:
    """Everything that a request may need; `key` signs forms, `token` lets the owner and programs in."""

    store: Store
    engine: Engine
    feed: Feed
    key: bytes
    token: str
    background: Background
    person: str = ""
    is_local: bool = True
    watching: bool = False
    mcp: ASGIApp | None = None  # what answers agents
    webhook: Webhook | None = None  # what answers a forge


@contextmanager
def open_dashboard(state: Path, engine: Engine, **options: Any) -> Iterator[Dashboard]:
    """Open a dashboard on this state; the feed has a connection of its own, so that no long page holds it up."""
    with closing(Store(state)) as store, closing(Store(state)) as feed_store:
        if not store.setting(KEY):
            # Kept, so that a page that is open while we start again can still be sent.
            store.set_setting(KEY, secrets.token_hex(32))
        key = bytes.fromhex(store.setting(KEY))
        yield Dashboard(store=store, engine=engine, feed=Feed(feed_store), key=key, **options)


def dashboard_of(request: Request) -> Dashboard:
    dashboard: Dashboard = request.app.state.dashboard
    return dashboard
