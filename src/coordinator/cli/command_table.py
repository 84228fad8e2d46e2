"""The commands by name, each with its one-line summary for `--help`.

The front page and the dispatcher read this table. `coordinator --help` imports nothing else.
"""

from typing import NamedTuple


class Command(NamedTuple):
    """One command: its name, the function in `cli/commands/` that declares it, and its summary."""

    name: str
    module: str
    function: str
    summary: str


class Renamed(NamedTuple):
    """An old name that still works: its replacement, and the version that removes the old name."""

    replacement: str
    until: str


_COMMANDS = (
    Command("review", "reviews", "review", "judge the work in a repository against the request"),
    Command(
        "watch",
        "daemon",
        "watch",
        "review every issue that enters in_review, and update the tracker",
    ),
    Command(
        "worker",
        "daemon",
        "worker",
        "execute reviews and runs that other processes start, on any number of machines",
    ),
    Command(
        "workers", "daemon", "workers", "list the worker processes with their reviews and runs"
    ),
    Command("run", "workflows", "run", "take an issue through the stages of a workflow"),
    Command(
        "council",
        "workflows",
        "council",
        "let several models solve a problem together, with proposals and votes",
    ),
    Command(
        "serve",
        "daemon",
        "serve",
        "show every review, run and council in a browser, live, and act on them",
    ),
    Command("access", "daemon", "access", "give a person their own token for the dashboard"),
    Command("list", "reviews", "list_runs", "list reviews, runs and councils, newest first"),
    Command("show", "reviews", "show", "show one review, run or council, and how it was decided"),
    Command(
        "inbox",
        "reviews",
        "inbox",
        "list everything that waits for a person, with the command for each",
    ),
    Command(
        "decide",
        "reviews",
        "decide",
        "make the decision that a panel, a council or a workflow leaves to you",
    ),
    Command("answer", "reviews", "answer", "answer an ask as a person"),
    Command(
        "resume",
        "reviews",
        "resume",
        "continue an interrupted or failed review, run or council, or start it again",
    ),
    Command(
        "cancel", "reviews", "cancel", "stop a review, run or council, whichever process runs it"
    ),
    Command("init", "setup", "init", "write a commented configuration to start from"),
    Command(
        "doctor",
        "setup",
        "doctor",
        "check this machine, ask every seat a tiny question, and report problems",
    ),
    Command(
        "demo",
        "daemon",
        "demo",
        "watch work get sent back, reworked and accepted; no key, no network",
    ),
    Command("action", "reviews", "action", "review the pull request of a GitHub Actions run"),
    Command(
        "board add",
        "board",
        "add",
        "add an issue with its text, assignee and repository",
    ),
    Command("board list", "board", "list_issues", "list the issues, oldest first"),
    Command("board show", "board", "show_issue", "show one issue with its history and comments"),
    Command("board comment", "board", "comment", "comment on an issue, or reply to a comment"),
    Command("board move", "board", "move", "change the status; in_review asks for a review"),
    Command("board label", "board", "label", "add and remove labels"),
    Command("workflow check", "workflows", "check", "check workflow files and report errors"),
    Command(
        "workflow graph",
        "workflows",
        "graph",
        "draw the stages of a workflow and the transitions between them",
    ),
    Command(
        "workflow schema",
        "workflows",
        "schema",
        "print the JSON Schema of workflow files, for an editor",
    ),
    Command(
        "seat record",
        "reviews",
        "record",
        "print the replies of a past review or council, for `recorded:` seats",
    ),
    Command(
        "seat stats",
        "reviews",
        "seat_stats",
        "report how each seat judges, what it costs, and whether it stands apart",
    ),
    Command("config", "setup", "show_config", "print the whole configuration, with secrets masked"),
    Command(
        "config trust",
        "setup",
        "trust",
        "trust the coordinator.yaml of a repository in its present version",
    ),
    Command(
        "state export",
        "setup",
        "export",
        "print the whole record: one line of JSON for each review, run and council",
    ),
    Command(
        "state import",
        "setup",
        "import_state",
        "import an exported record into the configured database",
    ),
    Command(
        "state prune",
        "setup",
        "prune",
        "shorten the records of reviews that ended long ago",
    ),
    Command(
        "state salvage",
        "setup",
        "salvage",
        "copy the readable rows of a damaged state file into a new file",
    ),
    Command(
        "mcp",
        "daemon",
        "mcp",
        "serve MCP on stdin and stdout, so that an agent can have its work reviewed",
    ),
    Command(
        "hook install",
        "setup",
        "install_hook",
        "review an agent's work whenever the agent says that it is done",
    ),
    Command(
        "hook uninstall",
        "setup",
        "uninstall_hook",
        "remove the hooks, so that the agent's work is no longer reviewed",
    ),
    Command("replay", "reviews", "replay", "decide reviews again under other rules"),
    Command(
        "replay calibrate",
        "reviews",
        "calibrate",
        "report how often the panel and each seat were wrong, and suggest better settings",
    ),
    Command("replay canary", "reviews", "canary", "review work whose right verdict you know"),
)
COMMANDS = {command.name: command for command in _COMMANDS}

# Names that only group commands, such as `board` in `coordinator board add`.
GROUPS = {
    "board": "the embedded tracker: issues with status, comments and history, in one file",
    "workflow": "workflow files: check them, draw them, and print their JSON Schema",
    "seat": "seats: record their replies, and see how they judge",
    "hook": "hooks in CLI agents: review an agent's work when it says that it is done",
    "state": "the whole record: export it, import it, prune it, or rescue a damaged file",
}

# The headings of the front page. All other commands are listed under "More".
SECTIONS = {
    "Judge and decide": ("review", "watch", "run", "council", "serve"),
    "Look up and act": ("list", "show", "inbox", "decide", "answer", "resume", "cancel"),
    "Set up": ("init", "doctor", "demo"),
}

RENAMED = {
    "asks": Renamed("inbox", "0.3"),
    "calibrate": Renamed("replay calibrate", "0.3"),
    "canary": Renamed("replay canary", "0.3"),
    "event": Renamed("decide", "0.3"),
    "override": Renamed("decide", "0.3"),
    "record": Renamed("seat record", "0.3"),
    "retry": Renamed("resume --again", "0.3"),
    "runs": Renamed("list --kind run", "0.3"),
    "salvage": Renamed("state salvage", "0.3"),
    "trust": Renamed("config trust", "0.3"),
}
