"""Read the pages of the documentation: the fences, their marks, and the commands that they name."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import typer
from typer.core import TyperCommand

from coordinator.cli.command_table import COMMANDS, GROUPS, RENAMED
from coordinator.cli.commands import load_function
from tests.support.paths import ROOT

DOCS = ROOT / "docs"
PAGES = (*sorted(DOCS.glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md")
FENCE = re.compile(r"((?:^ *<!-- .* -->\n)*)^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
# Words of a shell that a command can follow.
BEFORE = {"until", "while", "do", "then", "--", "uvx", "$"}
PROGRAMS = ("coordinator", "agent-coordinator")


class Block(NamedTuple):
    """A fence of a page, and the invisible comments above it."""

    page: Path
    line: int
    kind: str
    text: str
    marks: str

    @property
    def why_not_run(self) -> str:
        found = re.search(r"<!-- not run: (.+) -->", self.marks)
        return found[1] if found else ""

    @property
    def is_run(self) -> bool:
        return self.kind in ("sh", "console", "python") and not self.why_not_run

    @property
    def checked_by(self) -> tuple[str, ...]:
        """Return the tests that compare the fence.

        The page of the commands is generated again, and compared as a whole.
        """
        made = ("project/test_docs.py",) if self.page.name == "cli.md" else ()
        return (*made, *re.findall(r"<!-- checked by tests/([\w/]+\.py) -->", self.marks))


def blocks(page: Path, *kinds: str) -> list[Block]:
    """Return the fences of a page that are of these kinds, or all of them."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        marks, indent, kind, inside = match.groups()
        line = text.count("\n", 0, match.start(3)) + 1
        if not kinds or kind in kinds:
            found.append(
                Block(page, line, kind, re.sub(f"^{indent}", "", inside, flags=re.MULTILINE), marks)
            )
    return found


def commands_in(shell: str) -> Iterator[list[str]]:
    """Return the words of each `coordinator …` in shell lines, up to the next pipe, redirection or separator."""
    for line in shell.replace("\\\n", " ").splitlines():
        if not any(re.search(rf"(^|[\s(]){program}( |$)", line) for program in PROGRAMS):
            continue
        lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        words = list(lexer)
        for at, word in enumerate(words):
            before = words[at - 1] if at else ";"
            if word in PROGRAMS and (
                before in BEFORE or not re.search(r"\w", before) or re.match(r"[A-Z_]+=", before)
            ):
                yield _until_the_next(words[at + 1 :])


def _until_the_next(words: list[str]) -> list[str]:
    end = next(
        (at for at, word in enumerate(words) if re.fullmatch(r"[|&;<>()]+", word)), len(words)
    )
    number = end > 0 and end < len(words) and words[end][0] == ">" and words[end - 1].isdigit()
    return words[: end - 1 if number else end]


@cache
def command_line(name: str) -> TyperCommand:
    """Return a parser of a command's arguments that looks nothing up in the state of this machine."""
    app = typer.Typer(add_completion=False)
    app.command()(load_function(COMMANDS[name]))
    command = typer.main.get_command(app)
    assert isinstance(command, TyperCommand)
    for each in command.params:
        each.callback = None
    return command


def _named(words: Sequence[str]) -> tuple[str, Sequence[str], str]:
    """Return the command that these words name, the remaining words, and an error if there is one."""
    if not words or words[0] in ("--help", "-h", "--version", "-V"):
        return "", (), ""
    if words[0].startswith("-"):
        return "watch", words, ""
    if words[0] in RENAMED:
        return "", (), f"`{words[0]}` is called `{RENAMED[words[0]][0]}` now"
    length = 2 if " ".join(words[:2]) in COMMANDS else 1
    name = " ".join(words[:length])
    if name in COMMANDS:
        return name, words[length:], ""
    is_known = name in GROUPS and words[1:] in ([], ["--help"])
    return "", (), "" if is_known else f"there is no command `{' '.join(words[:2])}`"


def wrong_mention(words: Sequence[str]) -> str:
    """Return the error in a mention of a command with some of its options, or an empty string."""
    name, rest, wrong = _named(words)
    if not name:
        return wrong
    known = {
        option
        for each in command_line(name).params
        for option in (*each.opts, *each.secondary_opts)
    }
    given = {word.partition("=")[0] for word in rest if re.match(r"--?[a-zA-Z]", word)}
    unknown = sorted(given - known - {"--help", "-h"})
    return f"`{name}` has no {', '.join(unknown)}" if unknown else ""


def wrong_command(words: Sequence[str]) -> str:
    """Return the error of the command line for this command, without running it; empty if it is valid."""
    name, rest, wrong = _named(words)
    if not name or {"--help", "-h"} & set(rest):
        return wrong or wrong_mention(words)
    try:
        command_line(name).make_context(name, list(rest))
    except typer.TyperException as error:
        return f"`{name}`: {error.format_message()}"
    return ""


class Command(NamedTuple):
    """A command of a page, and the lines that the page shows as its output; … stands for any text."""

    text: str
    says: tuple[str, ...]


def commands(page: Path) -> Iterator[Command]:
    """Return the commands of the page in order.

    A `sh` or `python` fence is one command. In a `console` fence, each line after a $ is one.
    """
    for block in blocks(page, "sh", "python", "console"):
        if block.why_not_run:
            continue
        if block.kind == "sh":
            yield Command(f"set -e\n{block.text}set +e", ())
        elif block.kind == "python":
            yield Command(f"set -e\npython3 - <<'END'\n{block.text}END\nset +e", ())
        else:
            for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
                command, *says = part.splitlines()
                yield Command(command, tuple(line for line in says if line.strip()))


def missing(says: tuple[str, ...], printed: str) -> list[str]:
    """Return the expected lines that the command did not print in this order."""
    rest = iter(printed.splitlines())
    return [line for line in says if not any(fits(line, real) for real in rest)]


def fits(line: str, real: str) -> bool:
    return (
        re.fullmatch(".*".join(map(re.escape, line.rstrip().split("…"))), real.rstrip()) is not None
    )
