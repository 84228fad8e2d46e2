"""The pages of docs/ that are made from the program itself: `make docs` writes them."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from coordinator.cli import COMMANDS, run
from coordinator.cli.board import app as board
from coordinator.config import reference

MADE = "<!-- made by `make docs`; do not edit -->"

CLI = f"""\
# Commands

{MADE}

`coordinator --help` lists the commands, `coordinator COMMAND --help` explains one; this page is all of them.

| exit code | of `review`, `resume` and `retry` |
|---|---|
| 0 | accepted |
| 1 | rejected |
| 2 | escalated: a person decides |
| 3 | error: nothing was decided; also when a state file, repository or tracker cannot be used, or the work moved on |
| 64 | the command line, its input or the configuration is wrong |
| 70 | an unexpected failure; the line says where its details are |
| 130, 143 | stopped by Ctrl-C or SIGTERM; the line says how to go on |

Every failure is one line on stderr: what is wrong, where, and how to mend it. Progress goes to stderr as well,
results to stdout.

`--json` of `review`, `resume` and `retry` prints one object: `id` of the review, `kind` (`decided`, or `superseded`
with `why`), and the `verdict` with `outcome`, `rule`, `explanation`, `reasons` (`id`, `text`, `requirement`, `proofs`,
`seats`), `advice`, `notices`, `dissent`, `mean` and `bar` (exact fractions such as `7/2`), `labels`, `stability`.
"""

CONFIGURATION = f"""\
# Configuration

{MADE}

`coordinator.yaml` is read from `--config FILE`, else from the working directory, else from the home directory
(`COORDINATOR_HOME`, or `~/.coordinator`). For a repository under review it is read from the commit the work is compared
with, never from the work ([trust](trust.md)). `coordinator init` writes one to start from, `coordinator config` prints
the whole tree as it is understood. An unknown key is an error that names its line and the nearest known one:

```text
coordinator: coordinator.yaml:2: unknown key "protocl" under review (did you mean "protocol"?)
```

Scalars are taken as they are written: `bar: 3.5` is exactly 3.5, `run: true` is the command `true`. Durations are
seconds, or `30s`, `15m`, `2h`. A path is relative to the file it stands in. Variables come from the process, or from
the file `env` of the home directory, which must have mode 600:

```text
coordinator: /home/ada/.coordinator/env holds secrets, and its mode 644 lets others at them (chmod 600 …)
```
"""


def pages() -> dict[str, str]:
    """The text of each page by its file name."""
    return {
        "cli.md": "\n".join([CLI, *map(_section, ("", *commands()))]),
        "configuration.md": f"{CONFIGURATION}\n{reference()}",
    }


def commands() -> Iterator[str]:
    """Every command, with those of a group after it."""
    for name in COMMANDS:
        yield name
        if name == "board":
            yield from (
                f"board {made.name or getattr(made.callback, '__name__', '')}" for made in board.registered_commands
            )


def _section(command: str) -> str:
    return f"## {f'coordinator {command}'.strip()}\n\n```text\n{_help(command)}```\n"


def _help(command: str) -> str:
    os.environ["COLUMNS"] = "80"  # whatever the terminal has, the page is the same
    with redirect_stdout(io.StringIO()) as page:
        run([*command.split(), "--help"])
    return page.getvalue()


if __name__ == "__main__":
    for file, text in pages().items():
        Path(sys.argv[1], file).write_text(text, encoding="utf-8")
