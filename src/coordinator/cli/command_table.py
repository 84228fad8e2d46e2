"""The commands by name, with the line that `--help` shows for each.

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
    """An old name that still works: the words that replace it, and the version that drops it."""

    replacement: str
    until: str


_COMMANDS = (
    Command("review", "reviews", "review", "judge the work in a repository against what was asked"),
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
        "do the reviews and runs that others begin, on as many machines as you like",
    ),
    Command("workers", "daemon", "workers", "show who does reviews and runs, and which"),
    Command("run", "workflows", "run", "take an issue through the stages of a workflow"),
    Command(
        "council",
        "workflows",
        "council",
        "let several models settle a problem by proposing and voting",
    ),
    Command(
        "serve",
        "daemon",
        "serve",
        "show every review, run and council in a browser, live, and act on them",
    ),
    Command("access", "daemon", "access", "give somebody a token of their own for the dashboard"),
    Command("list", "reviews", "list_runs", "list reviews, runs and councils, newest first"),
    Command("show", "reviews", "show", "show one review, run or council, and what decided it"),
    Command(
        "inbox",
        "reviews",
        "inbox",
        "list what waits for a person, with the command that deals with it",
    ),
    Command(
        "decide", "reviews", "decide", "decide what a panel, a council or a workflow leaves to you"
    ),
    Command("answer", "reviews", "answer", "answer an ask as a person"),
    Command(
        "resume",
        "reviews",
        "resume",
        "go on with what was interrupted or has failed, or begin it again",
    ),
    Command(
        "cancel", "reviews", "cancel", "stop a review, run or council, whichever process runs it"
    ),
    Command("init", "setup", "init", "write a commented configuration to start from"),
    Command("doctor", "setup", "doctor", "ask every seat a tiny question and say what is wrong"),
    Command(
        "demo",
        "daemon",
        "demo",
        "watch work get sent back, reworked and accepted; no key, no network",
    ),
    Command("action", "reviews", "action", "review the pull request of a run of GitHub Actions"),
    Command(
        "board add",
        "board",
        "add",
        "add an issue: what is asked, of whom, and where the work will be",
    ),
    Command("board list", "board", "list_issues", "list the issues, oldest first"),
    Command("board show", "board", "show_issue", "show one issue with its history and comments"),
    Command("board comment", "board", "comment", "comment on an issue, or reply to a comment"),
    Command("board move", "board", "move", "change the status; in_review asks for a review"),
    Command("board label", "board", "label", "add and remove labels"),
    Command("workflow check", "workflows", "check", "say what is wrong with workflow files"),
    Command(
        "workflow graph",
        "workflows",
        "graph",
        "draw the stages of a workflow, and what leads where",
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
        "print the replies of a past review or council, to be used as recorded ones",
    ),
    Command("config", "setup", "show_config", "print the whole configuration, with secrets masked"),
    Command(
        "config trust", "setup", "trust", "let coordinator.yaml of a repository count, as it is now"
    ),
    Command(
        "state export",
        "setup",
        "export",
        "print all that is on record, a line of JSON for each review, run and council",
    ),
    Command(
        "state import",
        "setup",
        "import_state",
        "put what was exported into the database that is configured now",
    ),
    Command("state salvage", "setup", "salvage", "save what can be read of a damaged state file"),
    Command(
        "mcp",
        "daemon",
        "mcp",
        "let an agent have its work reviewed: an MCP server on stdin and stdout",
    ),
    Command(
        "hook install",
        "setup",
        "install_hook",
        "have an agent's work reviewed when it says that it is done",
    ),
    Command("hook uninstall", "setup", "uninstall_hook", "let it stop again without a review"),
    Command("replay", "reviews", "replay", "decide reviews again under other rules"),
    Command(
        "replay calibrate",
        "reviews",
        "calibrate",
        "say how often panel and seats err, and what would do better",
    ),
    Command(
        "replay canary", "reviews", "canary", "review work of which you know whether it is right"
    ),
)
COMMANDS = {command.name: command for command in _COMMANDS}

# Names that only group commands, as `board` in `coordinator board add`.
GROUPS = {
    "board": "the embedded tracker: issues with comments, a status and its history, in one file",
    "workflow": "workflow files: check them, draw them, and print their JSON Schema",
    "seat": "who is asked: record replies",
    "hook": "the gate inside an agent: its work is reviewed when it says that it is done",
    "state": "all that is on record: export it, or save what can be read of a damaged file",
}

# The headings of the front page. All other commands are listed under "More".
SECTIONS = {
    "Judge and settle": ("review", "watch", "run", "council", "serve"),
    "What is on record": ("list", "show", "inbox", "decide", "answer", "resume", "cancel"),
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
