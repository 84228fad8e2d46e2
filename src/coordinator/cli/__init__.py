"""The command line: the front page, and the way to each command.

Not even typer is imported until a command is called, so that --help and --version answer at once.
"""

import os
import sys
from collections.abc import Sequence

from coordinator import __version__
from coordinator.errors import CoordinatorError, StoreError, UsageError

# Each command: its module in commands/, its function (or group) there, and its line on the front page.
COMMANDS = {
    "review": ("reviews", "review", "judge the work in a repository against what was asked"),
    "watch": ("daemon", "watch", "review every issue that enters in_review, and update the tracker"),
    "serve": ("daemon", "serve", "show every review, run and council in a browser, live, and act on them"),
    "run": ("workflows", "run", "take an issue through the stages of a workflow"),
    "runs": ("workflows", "runs", "list the runs of workflows, newest first"),
    "event": ("workflows", "event", "tell a run what has become of its pull request"),
    "council": ("councils", "council", "let several models settle a problem by proposing and voting"),
    "decide": ("councils", "decide", "decide for a council that did not agree"),
    "board": ("board", "app", "the embedded tracker: add, list, show, comment on and move issues"),
    "workflow": ("workflows", "app", "check workflow files, and print their JSON schema"),
    "list": ("reviews", "list_runs", "list reviews and councils, newest first"),
    "show": ("reviews", "show", "show one review, run or council, and what decided it"),
    "resume": ("reviews", "resume", "go on with what was interrupted or has failed"),
    "retry": ("reviews", "retry", "review, or run a workflow, again from the start under a new id"),
    "override": ("reviews", "override", "decide a review yourself: accept or reject, with a reason"),
    "cancel": ("reviews", "cancel", "stop a review, run or council, whichever process runs it"),
    "asks": ("reviews", "asks", "list what waits for a person"),
    "answer": ("reviews", "answer", "answer an ask as a person"),
    "doctor": ("setup", "doctor", "ask every seat a tiny question and say what is wrong"),
    "try": ("setup", "try_seat", "ask one seat about a case: the tool for writing prompts"),
    "smoke": ("setup", "smoke", "review a throw-away issue on the Multica server, and delete it"),
    "replay": ("replay", "replay", "decide recorded panels again under other rules"),
    "calibrate": ("replay", "calibrate", "say how often panel and seats err, and what would do better"),
    "canary": ("replay", "canary", "review work of which you know whether it is right"),
    "record": ("reviews", "record", "print a past review as recorded replies"),
    "local": ("daemon", "local", "serve a small real model on this machine, without a key"),
    "init": ("setup", "init", "write a commented configuration to start from"),
    "config": ("setup", "show_config", "print the whole configuration, with secrets masked"),
    "trust": ("setup", "trust", "let coordinator.yaml of a repository count, as it is now"),
    "salvage": ("setup", "salvage", "save what can be read of a damaged state file"),
    "demo": ("daemon", "demo", "watch work get sent back, reworked and accepted; no key, no network"),
}

FRONT_PAGE = """\
Usage: coordinator [COMMAND] [OPTIONS]

  The layer between "the agent says it is done" and "it is done".

Commands:
{commands}

  Without a command it watches: `coordinator` is `coordinator watch`.
  Begin with `coordinator demo`, or with `coordinator init`; `coordinator COMMAND --help` has more.

Options:
  --version  Print the version.
  --help     Show this message.

Exit codes: 0 accepted, completed or agreed, 1 rejected or failed, 2 escalated, 3 error,
64 bad usage, 70 unexpected failure.
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command; every failure is one line and an exit code, never a traceback."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; whatever it writes is for its user alone."""
    usual = os.umask(0o077)
    try:
        code = _dispatch(list(arguments))
        sys.stdout.flush()
        return code
    except CoordinatorError as error:
        return _failed(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _failed("stopped", 130)
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads what we print; python would complain when it ends
        return 141
    except ExceptionGroup as group:
        first: BaseException = group
        while isinstance(first, BaseExceptionGroup):
            first = first.exceptions[0]
        is_ours = group.split(CoordinatorError)[1] is None
        return _failed(str(first), getattr(first, "exit_code", 70)) if is_ours else _unexpected(group)
    except Exception as error:
        from coordinator.cli.terminal import forget

        forget(sys.stdout)
        return _unexpected(error)
    finally:
        os.umask(usual)


def _dispatch(arguments: list[str]) -> int:
    if arguments == ["--version"]:
        print(f"coordinator {__version__}")
        return 0
    if arguments == ["--help"]:
        commands = "\n".join(f"  {name:<9} {line}" for name, (*_, line) in COMMANDS.items())
        print(FRONT_PAGE.format(commands=commands), end="")
        return 0
    if not arguments or arguments[0].startswith("-"):
        arguments = ["watch", *arguments]
    name, *rest = arguments
    if name not in COMMANDS:
        from difflib import get_close_matches

        near = get_close_matches(name, COMMANDS, n=1)
        guess = f"did you mean {near[0]}? " if near else ""
        raise UsageError(f"there is no command '{name}'", fix=f"{guess}see `coordinator --help`")
    from coordinator.cli.commands import call

    module, function, _ = COMMANDS[name]
    return call(name, module, function, rest)


def _unexpected(error: Exception) -> int:
    from coordinator.cli.logs import log_file, log_unexpected

    try:
        log_unexpected(error)
        where = f"details in {log_file()}"
    except StoreError as unwritable:
        where = f"no details: {unwritable}"
    return _failed(f"unexpected {type(error).__name__}: {error} ({where})", 70)


def _failed(what: str, code: int) -> int:
    from coordinator.cli.terminal import one_line

    print(f"coordinator: {one_line(what)}", file=sys.stderr)
    return code
