"""The context of the dashboard: its state, its engine and its tokens."""

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
    """Starts work in the process of the dashboard.

    Each method returns once the work is on record.
    """

    async def go_on(self, run_id: str, how: Resumption | None) -> None:
        """Continue a council after a person's decision, or an ended run as `how` says."""

    async def review(self, submission: Submission) -> None:
        """Start a review of work that is in no tracker. The head of the work can name a branch."""

    async def council(self, run_id: str, problem: str, repo: str) -> None:
        """Start a council about a problem. The repository is optional."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dashboard:
    """The context of every request.

    `key` signs forms. `token` gives access to the owner and to programs.
    """

    store: Store
    engine: Engine
    feed: Feed
    key: bytes
    token: str
    background: Background
    person: str = ""
    is_local: bool = True
    watching: bool = False
    mcp: ASGIApp | None = None  # the application for MCP requests
    webhook: Webhook | None = None  # the receiver of a forge's webhooks


@contextmanager
def open_dashboard(state: Path, engine: Engine, **options: Any) -> Iterator[Dashboard]:
    """Open a dashboard.

    The feed of live updates has a database connection of its own, so that pages do not delay it.
    """
    with closing(Store(state)) as store, closing(Store(state)) as feed_store:
        if not store.setting(KEY):
            # The key is stored, so that forms on open pages stay valid after a restart.
            store.set_setting(KEY, secrets.token_hex(32))
        key = bytes.fromhex(store.setting(KEY))
        yield Dashboard(store=store, engine=engine, feed=Feed(feed_store), key=key, **options)


def dashboard_of(request: Request) -> Dashboard:
    dashboard: Dashboard = request.app.state.dashboard
    return dashboard
