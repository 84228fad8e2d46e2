"""`watch`, `worker`, `serve`, `mcp` and `demo`: what runs until it is stopped; who does so, and who is let in."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

import typer
from typer import Argument, Option

from coordinator.cli.commands import ConfigFile, Json, work
from coordinator.errors import ConfigError


def watch(
    backlog: bool = False, dry_run: bool = False, serve: bool = False, config: ConfigFile = None
) -> None:
    """Review every issue that enters in_review, and update the tracker."""
    work.daemon.watch(config, backlog=backlog, dry_run=dry_run, serve=serve)


def worker(config: ConfigFile = None) -> None:
    """Do the reviews and runs that others begin, with as many other workers as you like."""
    work.daemon.watch(config, backlog=False, dry_run=False, serve=False, polls=False)


def workers(json: Json = False) -> None:
    """Show who does reviews and runs, and which."""
    work.runs.show_workers(as_json=json)


def serve(
    host: str = "",
    port: Annotated[int | None, Option(min=0, max=65_535)] = None,
    open_browser: Annotated[bool, Option("--open")] = False,
    config: ConfigFile = None,
) -> None:
    """Show every review, run and council on pages, live, and let a person act."""
    work.dashboard.serve(config, host, port, open_browser=open_browser)


def access(
    name: Annotated[str, Argument()] = "",
    role: Literal["look", "decide"] = "decide",
    remove: bool = False,
    config: ConfigFile = None,
) -> None:
    """Give somebody a token of their own for the dashboard, so that what they decide there has an author."""
    typer.echo(work.dashboard.access(config, name, role, remove=remove))


def mcp(allow_decide: bool = False, config: ConfigFile = None) -> None:
    """Serve the Model Context Protocol on stdin and stdout, for an agent that starts this command."""
    if find_spec("mcp") is None:
        raise ConfigError(
            "the Model Context Protocol is not installed",
            fix="pip install 'agent-coordinator[mcp]'",
        )
    from coordinator.cli.logs import log_to_file
    from coordinator.cli.mcp.server import serve_stdio

    log_to_file()
    serve_stdio(config, allow_decide=allow_decide)


def demo(home: Path | None = None, serve: bool = False) -> None:
    """Watch work that drifted from its issue get sent back, reworked and accepted; no key, no network."""
    from coordinator.cli.signals import interruptible
    from coordinator.demo.play import play

    interruptible()
    play(home, serve=serve)
