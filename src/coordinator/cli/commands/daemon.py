"""Commands that run until stopped (`watch`, `worker`, `serve`, `mcp`, `demo`), and `access`."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

import typer
from typer import Argument, Option

from coordinator.cli.commands import ConfigFile, Json
from coordinator.errors import ConfigError


def watch(
    backlog: Annotated[
        bool,
        Option("--backlog", help="Also review issues that were in review before the first start."),
    ] = False,
    dry_run: Annotated[
        bool, Option("--dry-run", help="Log the planned writes to the tracker, but write nothing.")
    ] = False,
    serve: Annotated[
        bool,
        Option(
            "--serve",
            help="Also serve the dashboard, at the address in `serve` of the configuration.",
        ),
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Review every issue that enters in_review, and update the tracker.

    Runs until it is stopped (Ctrl-C or SIGTERM), and after a restart continues where it stopped,
    even after a crash. Several can run on one machine, or on many machines with one database: one
    of them watches, the others stand by and execute reviews. Log lines go to stderr and to
    coordinator.log in the home directory.

    The workflows in watch.workflows start by themselves, on their schedule or when an issue
    matches.

    A dry run only reads the tracker and records its reviews separately, so the real reviews are
    still due. It starts no workflow.

    Examples:
      coordinator watch --backlog --serve
      coordinator watch --dry-run
    """
    from coordinator.cli import daemon

    daemon.watch(config, backlog=backlog, dry_run=dry_run, serve=serve)


def worker(config: ConfigFile = None) -> None:
    """Execute reviews and runs that other processes start, together with any number of other
    workers.

    Runs until it is stopped. After SIGTERM or Ctrl-C it lets the steps in progress finish, for at
    most watch.drain, and leaves the rest to other workers; a second signal stops it at once. A
    worker does not watch the tracker: start `coordinator watch` somewhere.

    Workers on several machines share the database in COORDINATOR_DATABASE, see docs/fleet.md.

    Example:
      coordinator worker
    """
    from coordinator.cli import daemon

    daemon.watch(config, backlog=False, dry_run=False, serve=False, polls=False)


def workers(json: Json = False) -> None:
    """List the worker processes with their reviews and runs.

    Shows the version and uptime of each process, how many reviews and runs it is working on, and
    which ones it holds. A process that is silent for longer than its lease counts as dead, and
    other workers take over its reviews and runs.

    Example:
      coordinator workers
    """
    from coordinator.cli import runs

    runs.show_workers(as_json=json)


def serve(
    host: Annotated[
        str,
        Option("--host", metavar="ADDRESS", help="Listen on this address instead of 127.0.0.1."),
    ] = "",
    port: Annotated[
        int | None,
        Option(
            metavar="N",
            help="The port, 8750 if not given; 0 chooses a free port.",
            min=0,
            max=65_535,
        ),
    ] = None,
    open_browser: Annotated[
        bool, Option("--open", help="Open the dashboard in a browser.")
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Show every review, run and council in a browser, live, and let people act on them.

    It does not watch the tracker: `coordinator watch --serve` does both in one process. Only this
    machine can reach it, unless --host says otherwise. The printed link contains the token that
    lets a browser in. The token is created at the first start and stored in dashboard.token of the
    home directory; COORDINATOR_DASHBOARD_TOKEN replaces it.

    If the extra `mcp` is installed, agents find the tools of `coordinator mcp` at /mcp, with the
    same token.

    Examples:
      coordinator serve --open
      coordinator serve --host 0.0.0.0 --port 8080
    """
    from coordinator.cli import dashboard

    dashboard.serve(config, host, port, open_browser=open_browser)


def access(
    name: Annotated[
        str,
        Argument(
            metavar="NAME",
            help="The name of the person, under which their decisions are recorded. Without a "
            "name, list the people with a token.",
        ),
    ] = "",
    role: Annotated[
        Literal["look", "decide"],
        Option("--role", help="look: read everything; decide: also make decisions."),
    ] = "decide",
    remove: Annotated[bool, Option("--remove", help="Remove the access of this person.")] = False,
    config: ConfigFile = None,
) -> None:
    """Give a person their own token for the dashboard, so that their decisions carry their name.

    The dashboard's own token belongs to the owner, who enters a name in each form. A person with
    their own token is known by NAME: their decisions are recorded under that name, they can answer
    only asks to themselves, and they see the answers of others only after their own. The token is
    shown once, and only its hash is stored. If you give a person access again, a new token replaces
    the old one.

    Examples:
      coordinator access maria
      coordinator access tom --role look
      coordinator access maria --remove
    """
    from coordinator.cli import dashboard

    typer.echo(dashboard.access(config, name, role, remove=remove))


def mcp(
    allow_decide: Annotated[
        bool, Option("--allow-decide", help="Also let the agent make decisions in your name.")
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Serve the Model Context Protocol on stdin and stdout, for an agent that starts this command.

    The agent gets the tools review, council, status and inbox, and reads verdicts as
    coordinator://review/ID. It starts normal reviews and councils: `coordinator list` shows them,
    and they continue if the agent cancels its call. Needs the extra: pip install
    'agent-coordinator[mcp]'.

    Example:
      coordinator mcp --allow-decide
      claude mcp add coordinator -- coordinator mcp
    """
    if find_spec("mcp") is None:
        raise ConfigError(
            "the package for the Model Context Protocol is not installed",
            fix="pip install 'agent-coordinator[mcp]'",
        )
    from coordinator.app.logs import log_to_file
    from coordinator.mcp.server import serve_stdio

    log_to_file()
    serve_stdio(config, allow_decide=allow_decide)


def demo(
    home: Annotated[
        Path | None,
        Option(
            "--home",
            metavar="DIR",
            help="The directory for the demo; a temporary one if not given.",
        ),
    ] = None,
    serve: Annotated[
        bool,
        Option(
            "--serve", help="Also serve the dashboard, from the beginning until you press Ctrl-C."
        ),
    ] = False,
) -> None:
    """Show how work that does not fit its issue is rejected, reworked and accepted; no key, no
    network.

    A scripted author delivers to a real git repository, and a real daemon reviews with real checks.
    The judges' replies are recorded, and marked as recorded wherever they are shown.

    Examples:
      coordinator demo --home /tmp/demo
      coordinator demo --serve
    """
    from coordinator.app.signals import interruptible
    from coordinator.demo.play import play

    interruptible()
    play(home, serve=serve)
