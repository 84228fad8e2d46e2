"""Serve the dashboard on an address, with MCP if it is installed."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlencode

from coordinator.app.background import background
from coordinator.app.identity import person
from coordinator.config.environment import TOKEN_FILE, kept_token, state_file
from coordinator.config.settings import Config
from coordinator.engine.journal import JournalEngine
from coordinator.storage.sqlite import write_new
from coordinator.web.context import open_dashboard
from coordinator.web.serving import is_loopback, serving
from coordinator.web.webhooks import Webhook
from coordinator.workflow.records import WATCHED


@asynccontextmanager
async def dashboard(
    config: Config,
    engine: JournalEngine,
    file: Path | None,
    host: str = "",
    port: int | None = None,
    webhook: Webhook | None = None,
) -> AsyncIterator[str]:
    """Serve the dashboard while the body runs, and yield the sign-in link."""
    mcp_sessions = None
    if find_spec("mcp"):
        from coordinator.mcp.server import http_sessions

        mcp_sessions = http_sessions(file)
    where = host or config.serve.host
    token = token_of(config)
    async with background(config, file, engine) as tasks:
        opened = open_dashboard(
            state_file(config.home),
            engine,
            person=person(),
            token=token,
            is_local=is_loopback(where),
            watching=WATCHED in engine.jobs,
            background=tasks,
            mcp=mcp_sessions.asgi_app if mcp_sessions else None,
            webhook=webhook,
        )
        with opened as context:
            server = serving(context, where, config.serve.port if port is None else port)
            # The MCP sessions end first: the server waits until no connection is open.
            sessions = mcp_sessions.run() if mcp_sessions else nullcontext()
            async with server as address, sessions:
                yield f"{address}?{urlencode({'token': token})}"


def token_of(config: Config) -> str:
    """Return the owner's token from the environment, or else the stored one.

    If there is neither, make a token and store it.
    """
    given = config.environment.dashboard_token.get_secret_value()
    if given:
        return given
    if not kept_token(config.home):
        write_new(config.home / TOKEN_FILE, secrets.token_hex(32).encode())
    return kept_token(config.home)
