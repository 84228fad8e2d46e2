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
        bool, Option("--backlog", help="Review also what was in review before the first start.")
    ] = False,
    dry_run: Annotated[
        bool, Option("--dry-run", help="Log what would be written to the tracker; write nothing.")
    ] = False,
    serve: Annotated[
        bool,
        Option("--serve", help="Also show the dashboard, where `serve` of the configuration says."),
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Review every issue that enters in_review, and update the tracker.

    Runs until it is stopped (Ctrl-C or SIGTERM). The next start goes on where it stopped, even
    after a crash. Several can run on one machine, or on many machines with one database: one of
    them watches, the others stand by and do reviews. Log lines go to stderr and to coordinator.log
    in the home directory.

    The workflows that watch.workflows names are started by their schedule, or by an issue that
    matches.

    A dry run only reads the tracker, and starts no workflow. Its reviews are kept apart from the
    real ones, which are still to be done.

    Examples:
      coordinator watch --backlog --serve
      coordinator watch --dry-run
    """
    from coordinator.cli import daemon

    daemon.watch(config, backlog=backlog, dry_run=dry_run, serve=serve)


def worker(config: ConfigFile = None) -> None:
    """Do the reviews and runs that others begin, with as many other workers as you like.

    Runs until it is stopped. After SIGTERM or Ctrl-C it finishes and records the steps in progress,
    for watch.drain at most, and leaves the rest to the other workers. A second signal stops it at
    once. A worker watches no tracker: start `coordinator watch` somewhere.

    Workers on several machines share the database that COORDINATOR_DATABASE names, see
    docs/fleet.md.

    Example:
      coordinator worker
    """
    from coordinator.cli import daemon

    daemon.watch(config, backlog=False, dry_run=False, serve=False, polls=False)


def workers(json: Json = False) -> None:
    """Show who does reviews and runs, and which.

    Shows each process with its version, how long it has been running, the number of reviews and
    runs that it works on, and the ids of those that it holds. A process that has been silent for
    longer than its lease is gone, and the others take over what it held.

    Example:
      coordinator workers
    """
    from coordinator.cli import runs

    runs.show_workers(as_json=json)


def serve(
    host: Annotated[
        str, Option("--host", metavar="ADDRESS", help="Listen there instead of on 127.0.0.1.")
    ] = "",
    port: Annotated[
        int | None,
        Option(
            metavar="N", help="The port, 8750 if not given; 0 is any free one.", min=0, max=65_535
        ),
    ] = None,
    open_browser: Annotated[bool, Option("--open", help="Open it in a browser.")] = False,
    config: ConfigFile = None,
) -> None:
    """Show every review, run and council on pages, live, and let a person act.

    Reviews nothing itself: `coordinator watch --serve` does both in one process. Only this machine
    can reach it, unless --host says otherwise. The link that is printed lets a browser in; its
    token is made at the first start and kept in dashboard.token of the home directory, or it is
    COORDINATOR_DASHBOARD_TOKEN if that is set.

    Where the extra mcp is installed, agents find the tools of `coordinator mcp` at /mcp, with the
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
            help="Whose token it is: the name that what they decide will have. Without a name, "
            "list who has one.",
        ),
    ] = "",
    role: Annotated[
        Literal["look", "decide"], Option("--role", help="Look at everything, or look and decide.")
    ] = "decide",
    remove: Annotated[bool, Option("--remove", help="Let them in no longer.")] = False,
    config: ConfigFile = None,
) -> None:
    """Give somebody a token of their own for the dashboard, so that their decisions carry their
    name.

    The dashboard's own token belongs to the owner, who enters a name in each form. A person with a
    token of their own always acts under the name of the token. They can answer only what they are
    asked themselves, and see the answers of others only after their own. The token is shown once;
    only its hash is kept. Running the command again makes a new token.

    Examples:
      coordinator access maria
      coordinator access tom --role look
      coordinator access maria --remove
    """
    from coordinator.cli import dashboard

    typer.echo(dashboard.access(config, name, role, remove=remove))


def mcp(
    allow_decide: Annotated[
        bool, Option("--allow-decide", help="Let the agent decide for you, too.")
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Serve the Model Context Protocol on stdin and stdout, for an agent that starts this command.

    The agent gets the tools review, council, status and inbox, and reads verdicts as
    coordinator://review/ID. It starts normal reviews and councils: `coordinator list` shows them,
    and they go on if the agent gives up a call. Needs the extra: pip install
    'agent-coordinator[mcp]'.

    Example:
      coordinator mcp --allow-decide
      claude mcp add coordinator -- coordinator mcp
    """
    if find_spec("mcp") is None:
        raise ConfigError(
            "the Model Context Protocol is not installed",
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
            "--home", metavar="DIR", help="Where to put it; a temporary directory if not given."
        ),
    ] = None,
    serve: Annotated[
        bool,
        Option(
            "--serve", help="Also show the dashboard, from the beginning until you press Ctrl-C."
        ),
    ] = False,
) -> None:
    """Watch work that drifted from its issue get sent back, reworked and accepted; no key, no
    network.

    A scripted author delivers to a real git repository, a real daemon reviews with real checks. The
    judges' replies are recorded, and labelled so wherever they are shown.

    Examples:
      coordinator demo --home /tmp/demo
      coordinator demo --serve
    """
    from coordinator.app.signals import interruptible
    from coordinator.demo.play import play

    interruptible()
    play(home, serve=serve)
