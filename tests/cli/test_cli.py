"""The command line as its users meet it: exit codes, signals, one clear line for each kind of bad input."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from packaging.version import Version

from coordinator import __version__
from coordinator.cli import run
from coordinator.cli.command_table import COMMANDS, GROUPS, RENAMED
from coordinator.reviews.record import ReviewReader
from coordinator.storage.store import Store
from tests.support.commands import (
    configured,
    coordinator,
    environment,
    listed,
    reviewing,
    three_judges,
)
from tests.support.doc_pages import command_line
from tests.support.machines import machine
from tests.support.paths import DOCS
from tests.support.repositories import git
from tests.support.reviews import (
    ISSUE,
    JUDGES,
    Line,
    deliver,
    fail_line,
    judge_line,
    make_repository,
    report,
    rubric_line,
    write_replies,
)
from tests.support.shell import Ran, call, data_of
from tests.support.waiting import PATIENCE, wait_until

GOOD, BAD, THIN = report((4, 4)), report((2, 2), against=["CK-001"]), report((4, 3))
VERDICT_FIELDS = {
    *("outcome", "rule", "explanation", "reasons", "advice", "notices"),
    *("dissent", "mean", "bar", "labels", "work"),
}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_repository(tmp_path_factory.mktemp("cli") / "repo")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def issue(tmp_path: Path) -> Path:
    file = tmp_path / "issue.md"
    file.write_text(ISSUE, encoding="utf-8")
    return file


def one_judge(place: Path, lines: Iterable[Line] = (), extra: str = "checks: []") -> Path:
    """A configuration with one recorded judge, in a file of its own."""
    replies = write_replies(place, [rubric_line(), *(lines or [judge_line("Judge", GOOD)])])
    return configured(
        place,
        "judge",
        f"meta_judge: {{recorded: {replies}}}, judge: {{recorded: {replies}}}",
        extra,
    )


def refusal(ran: Ran, code: int) -> str:
    """The one line that a refused command says."""
    assert ran.returncode == code, ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stderr.startswith("coordinator: ")
    assert ran.stderr.count("\n") == 1, ran.stderr
    return ran.stderr.strip()


# -- what is written is private


def test_everything_in_a_used_home_is_for_its_user_alone(
    repo: Path, home: Path, issue: Path
) -> None:
    home.mkdir(mode=0o755, exist_ok=True)
    usual = os.umask(0o022)
    try:
        check = "checks: [{name: modes, run: 'umask; ls -ld . *.py', timeout: 60}]"
        ran = coordinator(
            home, *reviewing(issue, repo, one_judge(home.parent, extra=check), "--json")
        )
        coordinator(home, "board", "add", "Later", "--text", "do it")
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(usual)
    assert ran.returncode == 0, ran.stderr
    with closing(Store(home / "state.db")) as store:
        (measured,) = ReviewReader(store).review(data_of(ran.stdout)["id"]).checks
    first, folder, *files = measured.output.splitlines()
    assert first == "0022"
    assert [line[4:10] for line in (folder, *files)] == ["------"] * (1 + len(files))
    assert files
    used = [path for path in home.rglob("*") if not path.is_symlink()]
    assert {"state.db", "board.db"} <= {path.name for path in used}
    assert [str(path) for path in used if path.stat().st_mode & 0o077] == []


# -- verdicts and exit codes


def heads_of(ran: Ran) -> list[str]:
    """What the rows of progress are about, but for the sandbox: that row is there only on a machine without one."""
    heads = [line.split()[0] for line in ran.stderr.splitlines()]
    return [head for head in heads if head != "sandbox"]


@pytest.mark.parametrize(
    ("line", "code", "outcome"),
    [
        (judge_line("Judge", GOOD), 0, "accept"),
        (judge_line("Judge", BAD), 1, "reject"),
        (judge_line("Judge", THIN), 2, "escalate"),
        (fail_line("Judge", "late"), 3, "error"),
    ],
)
def test_one_judge_ends_with_the_exit_code_of_its_verdict(
    repo: Path, home: Path, issue: Path, line: Line, code: int, outcome: str
) -> None:
    ran = coordinator(home, *reviewing(issue, repo, one_judge(home.parent, [line]), "--json"))
    shown = coordinator(home, "show", "local").stdout
    assert ("Decide with `coordinator decide local-" in shown) == (outcome == "escalate")
    assert ("`coordinator resume local-" in shown) == (outcome == "error")
    said = data_of(ran.stdout)
    assert (ran.returncode, said["verdict"]["outcome"]) == (code, outcome)
    assert heads_of(ran)[:3] == ["review", "issue", "work"]


@pytest.mark.parametrize(
    ("replies", "code", "outcome"),
    [
        ((GOOD, GOOD, GOOD), 0, "accept"),
        ((BAD, BAD, BAD), 1, "reject"),
        ((GOOD, GOOD, report((2, 2))), 2, "escalate"),
        (("not a report", "neither", "nor this"), 3, "error"),
    ],
)
def test_a_panel_ends_with_the_exit_code_of_its_verdict(
    repo: Path, home: Path, issue: Path, replies: Sequence[object], code: int, outcome: str
) -> None:
    lines = [judge_line(seat, reply) for seat, reply in zip(JUDGES, replies, strict=True)]
    ran = coordinator(home, *reviewing(issue, repo, three_judges(home.parent, lines), "--json"))
    said = data_of(ran.stdout)
    assert (ran.returncode, said["verdict"]["outcome"]) == (code, outcome)
    assert said.keys() == {"id", "kind", "verdict"}
    assert said["kind"] == "decided"
    assert said["verdict"].keys() == VERDICT_FIELDS


def test_progress_goes_to_stderr_and_the_verdict_to_stdout(
    repo: Path, home: Path, issue: Path
) -> None:
    issue.write_text(f"\x1b[2J{ISSUE}", encoding="utf-8")
    config = one_judge(
        home.parent, [judge_line("Judge", BAD)], 'checks: [{name: quick, run: "true"}]'
    )
    ran = coordinator(home, *reviewing(issue, repo, config))
    assert heads_of(ran) == [
        "review",
        "issue",
        "work",
        "check",
        "noticed",
        "rubric",
        "judges",
        "Judge",
    ]
    assert "2 files changed" in ran.stderr
    assert "recorded reply" in ran.stderr
    assert ran.stdout.startswith("Verdict: reject, by the rule “gate”")
    assert "R1: an essential requirement is not met" in ran.stdout
    assert "labels: single opinion, recorded replies" in ran.stdout
    [row] = listed(home)
    assert f"`coordinator show {row['id']}`" in ran.stdout
    assert "\x1b" not in ran.stderr + ran.stdout


# -- what is on record


def test_the_record_can_be_listed_shown_and_tried_again(
    repo: Path, home: Path, issue: Path
) -> None:
    config = one_judge(home.parent)
    first = data_of(coordinator(home, *reviewing(issue, repo, config, "--json")).stdout)["id"]
    assert [row["state"] for row in listed(home)] == ["accept"]
    assert listed(home, "--state", "reject") == []
    assert "Send greetings (above the bar)" in coordinator(home, "list").stdout

    shown = coordinator(home, "show", first, "--prompts").stdout
    assert f"Review {first}: accept" in shown
    assert "overall" in shown
    assert "✓ greet.py:2: “return 'Hello, ' + name” [verified]" in shown
    assert "==== Judge (judge): prompt" in shown
    assert "==== Judge (judge): reply" in shown

    whole = data_of(coordinator(home, "show", first, "--json").stdout)
    assert (whole["id"], whole["state"], whole["verdict"]["outcome"]) == (first, "accept", "accept")
    assert {
        "submission",
        "work",
        "checks",
        "rubric",
        "settings",
        "asked",
        "standings",
        "ending",
    } <= whole.keys()

    looked_up = coordinator(home, "resume", first[:9])
    assert (looked_up.returncode, looked_up.stderr) == (0, "")
    assert looked_up.stdout.startswith("Verdict: accept")
    again = data_of(
        coordinator(home, "resume", first, "--again", "--config", config, "--json").stdout
    )["id"]
    assert again.startswith(f"{first}-")
    assert [row["id"] for row in listed(home)] == [again, first]
    assert f"(such as {again}, {first})" in refusal(coordinator(home, "show", "local"), 64)
    assert "has already ended" in refusal(coordinator(home, "cancel", first), 64)
    # It is held as before wherever one is, and with --config by that file; one that cannot begin leaves nothing behind.
    assert coordinator(home, "resume", first, "--again", cwd=repo).returncode == 0
    (home.parent / "bare.yaml").write_text("review: {bar: 4}\n")
    refused = coordinator(
        home, "resume", first, "--again", "--config", home.parent / "bare.yaml", cwd=repo
    )
    assert "protocol judge-with-debate needs" in refusal(refused, 64)
    assert len(listed(home)) == 3


def test_what_is_left_to_a_person_is_in_the_inbox_until_it_is_decided(
    repo: Path, home: Path, issue: Path
) -> None:
    config = one_judge(home.parent, [judge_line("Judge", THIN)])
    review_id = data_of(coordinator(home, *reviewing(issue, repo, config, "--json")).stdout)["id"]
    waiting = coordinator(home, "inbox").stdout
    assert waiting.startswith(
        f"{review_id}  escalate (thin margin): local: Send greetings\n  Decide with `coordinator decide "
    )
    assert coordinator(home, "inbox", "--person", "maria").stdout == "nothing waits for a person\n"
    decide = ("decide", review_id, "accept")
    assert "a decision needs a reason" in refusal(coordinator(home, *decide), 64)
    assert "'maybe' is not a valid decision" in refusal(
        coordinator(home, "decide", review_id, "maybe", "--reason", "so"), 64
    )
    for option in ("--key", "--file"):
        assert f"{option} cannot be used for {review_id}" in refusal(
            coordinator(home, *decide, option, "x"), 64
        )
    decided = coordinator(home, *decide, "--reason", "it greets", "--by", "Eve")
    assert (decided.returncode, decided.stdout.splitlines()[0]) == (0, f"{review_id}: accept")
    assert coordinator(home, "inbox").stdout == "nothing waits for a person\n"
    # What failed to be judged leaves the inbox when it is reviewed again.
    failed = one_judge(home.parent, [fail_line("Judge", "late")])
    again = coordinator(home, "resume", review_id, "--again", "--config", failed, "--json")
    assert again.returncode == 3
    assert "--again` reviews it again" in coordinator(home, "inbox").stdout
    assert coordinator(home, *reviewing(issue, repo, one_judge(home.parent))).returncode == 0
    assert coordinator(home, "inbox").stdout == "nothing waits for a person\n"


def test_what_is_not_there_is_said_in_one_line(home: Path) -> None:
    assert coordinator(home, "list").stdout.startswith("no reviews, runs or councils found")
    for command in ("show", "cancel"):
        assert "there is no run nope (`coordinator list` shows them)" in refusal(
            coordinator(home, command, "nope"), 3
        )


# -- stopping and going on


@contextmanager
def started(home: Path, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A process that is surely gone after the block, with its stderr to read."""
    command = [sys.executable, "-m", "coordinator", *map(str, arguments)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=home.parent, env=environment(home), stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read_until(process: subprocess.Popen[str], *words: str) -> str:
    """Read stderr until every word has been said; the end of the process ends it at the latest."""
    said = ""
    assert process.stderr is not None
    while not all(word in said for word in words):
        line = process.stderr.readline()
        assert line, f"it ended before saying {words}: {said}"
        said += line
    return said


def stopped(process: subprocess.Popen[str], by: signal.Signals) -> str:
    """What it says after a signal."""
    process.send_signal(by)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + by
    assert out == ""
    return err


def test_ctrl_c_stops_cleanly_and_resume_does_not_ask_again(
    repo: Path, home: Path, issue: Path
) -> None:
    ann, bob, cid = JUDGES
    answers = [judge_line(ann, GOOD), judge_line(bob, GOOD), judge_line(cid, GOOD, delay=60)]
    config = three_judges(home.parent, answers)
    with started(home, *reviewing(issue, repo, config)) as process:
        # Shown while the third is waited for
        said = read_until(process, f"\n{ann:<14} 4.", f"\n{bob:<14} 4.")
        wait_until(lambda: asked(home) >= 3)
        err = stopped(process, signal.SIGINT)
    review_id = said.split()[1].rstrip(",")
    assert (
        err
        == f"coordinator: stopped; `coordinator resume {review_id} --config {config}` continues it\n"
    )

    # Whoever has answered would fail if asked again.
    three_judges(
        home.parent, [fail_line(ann, "failed"), fail_line(bob, "failed"), judge_line(cid, GOOD)]
    )
    gone_on = coordinator(home, "resume", review_id, "--config", config)
    assert gone_on.returncode == 0, gone_on.stderr
    assert "Verdict: accept" in gone_on.stdout
    assert [row["state"] for row in listed(home)] == ["accept"]


def asked(home: Path) -> int:
    """How many asks are on record as answered."""
    with closing(sqlite3.connect(f"file:{home / 'state.db'}?mode=ro", uri=True)) as state:
        return int(
            state.execute("SELECT count(*) FROM events WHERE key LIKE 'ask/%'").fetchone()[0]
        )


def test_sigterm_stops_too_and_an_open_review_can_be_cancelled(
    repo: Path, home: Path, issue: Path
) -> None:
    slow = one_judge(home.parent, [judge_line("Judge", GOOD, delay=60)])
    with started(home, *reviewing(issue, repo, slow)) as process:
        review_id = read_until(process, "rubric").split()[1].rstrip(",")
        assert "continues it" in stopped(process, signal.SIGTERM)
    assert [row["state"] for row in listed(home, "--state", "open")] == ["open"]
    assert "is still open" in refusal(coordinator(home, "resume", review_id, "--again"), 64)
    assert coordinator(home, "cancel", review_id, "--reason", "withdrawn").returncode == 0
    assert f"Review {review_id}: cancelled" in coordinator(home, "show", review_id).stdout
    assert "cancelled and cannot continue" in refusal(
        coordinator(home, "resume", review_id, "--config", slow), 3
    )
    assert (
        coordinator(
            home, "resume", review_id, "--again", "--config", one_judge(home.parent)
        ).returncode
        == 0
    )


def test_cancel_stops_a_review_that_another_process_runs(
    repo: Path, home: Path, issue: Path
) -> None:
    slow = one_judge(home.parent, [judge_line("Judge", GOOD, delay=60)])
    with started(home, *reviewing(issue, repo, slow)) as process:
        review_id = read_until(process, "rubric").split()[1].rstrip(",")
        assert coordinator(home, "cancel", review_id).returncode == 0
        assert (
            f"coordinator: {review_id} cancelled: cancelled by hand\n"
            in process.communicate(timeout=PATIENCE)[1]
        )
    assert process.returncode == 3


def test_without_a_command_the_front_page_is_shown_unless_a_tracker_is_chosen(
    home: Path, tmp_path: Path
) -> None:
    assert coordinator(home).stdout == coordinator(home, "--help").stdout
    (tmp_path / "coordinator.yaml").write_text("review: {bar: 4}\n")
    assert coordinator(home).stdout.startswith("Usage: ")
    (tmp_path / "coordinator.yaml").write_text("tracker: board\n")
    assert "protocol judge-with-debate needs" in refusal(coordinator(home), 64)
    (tmp_path / "coordinator.yaml").unlink()
    home.mkdir(exist_ok=True)
    (home / "env").write_text("COORDINATOR_SERVER_URL=http://127.0.0.1:9\n")
    (home / "env").chmod(0o600)
    assert "tracker multica needs COORDINATOR_WORKSPACE_ID" in refusal(coordinator(home), 64)


def test_without_a_command_it_watches_the_board(repo: Path, home: Path) -> None:
    config = one_judge(home.parent, extra="checks: []\nwatch: {poll: 0.1s}")
    add = (
        "board",
        "add",
        "Send greetings",
        "--file",
        "-",
        "--assignee",
        "ada",
        "--repo",
        repo,
        "--base",
        "main",
    )
    assert coordinator(home, *add, given=ISSUE).stdout == "B-1 todo: Send greetings\n"
    with started(home, "--config", config) as daemon:
        # What is in review by now; what comes from here on is new
        read_until(daemon, "are not reviewed")
        assert coordinator(home, "board", "move", "B-1", "in_review", "--as", "ada").returncode == 0
        said = read_until(daemon, "comment posted")
        daemon.send_signal(signal.SIGTERM)
        assert "stopped" in daemon.communicate(timeout=PATIENCE)[1]
    assert daemon.returncode == 0
    # Of a tracker's work, a judge alone has no last word.
    assert "B-1.1  verdict        escalate (single opinion)" in said
    page = coordinator(home, "board", "show", "B-1").stdout
    assert "(single opinion)" in page
    assert "B-1 entered review" in (home / "coordinator.log").read_text()


# -- bad usage and bad input


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("revew",), "unknown command 'revew' (did you mean review? see `coordinator --help`)"),
        (("--bogus",), "No such option: --bogus"),
        (("review", "--bogus"), "see `coordinator review --help`"),
        (("show",), "Missing argument 'ID'"),
        (("list", "--limit", "none"), "Invalid value for '--limit'"),
        (("list", "--state", "good"), "there is no state 'good' (known: open, accept"),
        (("board",), "see `coordinator board --help`"),
        (("board", "ad"), "unknown command 'board ad' (did you mean board add?"),
        (("board", "move", "B-1", "finished"), "there is no issue 'B-1'"),
        (("board", "add", "Title"), "the issue 'Title' has no text"),
        (
            ("init", "no/such/place.yaml", "--tracker", "multica"),
            "no/such/place.yaml cannot be written",
        ),
    ],
)
def test_bad_usage_is_64_and_one_line(tmp_path: Path, arguments: Sequence[str], said: str) -> None:
    assert said in refusal(coordinator(tmp_path / "home", *arguments, cwd=tmp_path), 64)


@pytest.fixture(scope="module")
def lived_in(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one accepted review."""
    place = tmp_path_factory.mktemp("lived-in")
    (place / "issue.md").write_text(ISSUE, encoding="utf-8")
    ran = coordinator(place / "home", *reviewing(place / "issue.md", repo, one_judge(place)))
    assert ran.returncode == 0, ran.stderr
    return place / "home"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            b"review: {protocl: judge}",
            'x.yaml:1: unknown key "protocl" under review (did you mean "protocol"?)',
        ),
        (b"review: {protocol: judge", "x.yaml:2: not YAML"),
        (
            b"panel:\n  judge: {recorded: no.jsonl}\nreview:\n  bar: high",
            "x.yaml:4: review.bar should be a number",
        ),
        (b"\xff\xfe", "x.yaml is not text in UTF-8"),
        (b"", "x.yaml:1: the file is empty"),
    ],
)
def test_a_malformed_configuration_is_refused_with_its_line(
    lived_in: Path, repo: Path, issue: Path, tmp_path: Path, text: bytes, said: str
) -> None:
    config = tmp_path / "x.yaml"
    config.write_bytes(text)
    assert said in refusal(coordinator(lived_in, *reviewing(issue, repo, config)), 64)


def test_bad_input_is_one_line_and_loses_nothing(
    lived_in: Path, repo: Path, issue: Path, tmp_path: Path
) -> None:
    config, empty = one_judge(tmp_path), tmp_path / "empty.md"
    empty.write_text(" \n")

    def refused(
        code: int, issue: object, repo: object, base: str, config: object, given: str = ""
    ) -> str:
        arguments = ("review", "--issue", issue, "--repo", repo, "--base", base, "--config", config)
        return refusal(coordinator(lived_in, *arguments, given=given), code)

    assert "none.yaml cannot be read: No such file" in refused(
        64, issue, repo, "main", tmp_path / "none.yaml"
    )
    assert "cannot be read: Is a directory" in refused(64, issue, repo, "main", tmp_path)
    assert "cannot read none.md: No such file" in refused(64, "none.md", repo, "main", config)
    assert "empty.md has no text (write the request into it)" in refused(
        64, empty, repo, "main", config
    )
    assert "standard input has no text" in refused(64, "-", repo, "main", config, given="\n")
    assert "name the path of a git repository" in refused(3, issue, tmp_path, "main", config)
    assert "there is no directory" in refused(3, issue, tmp_path / "none", "main", config)
    assert "has no revision 'mian'" in refused(3, issue, repo, "mian", config)
    assert [row["state"] for row in listed(lived_in)][-1] == "accept"


def test_an_env_file_that_others_can_read_is_refused_with_the_command_that_mends_it(
    home: Path,
) -> None:
    home.mkdir()
    secrets = home / "env"
    secrets.write_text("COORDINATOR_TOKEN=hidden-word\n")
    secrets.chmod(0o644)
    said = refusal(coordinator(home, "watch"), 64)
    assert f"(chmod 600 {secrets})" in said
    secrets.chmod(0o600)
    shown = coordinator(home, "config")
    assert shown.returncode == 0
    assert "COORDINATOR_TOKEN: ****" in shown.stdout
    assert "hidden-word" not in shown.stdout


def test_a_check_that_hangs_is_red_and_leaves_no_process(
    repo: Path, home: Path, issue: Path
) -> None:
    check = f'checks: [{{name: hangs, run: "echo $$ > {home.parent}/pid; exec sleep 600", timeout: 1s, blocks: true}}]'
    ran = coordinator(
        home, *reviewing(issue, repo, one_judge(home.parent, extra=f"sandbox: off\n{check}"))
    )
    assert ran.returncode == 1
    assert "hangs: red, timed out after 1 s" in ran.stderr
    assert 'R1: the check "hangs" is red' in ran.stdout
    with pytest.raises(ProcessLookupError):
        os.kill(int((home.parent / "pid").read_text()), 0)


def test_a_check_that_prints_a_gigabyte_is_kept_short(repo: Path, home: Path, issue: Path) -> None:
    check = (
        'checks: [{name: loud, run: "head -c 1000000000 /dev/zero; echo the end", output: 2000}]'
    )
    ran = coordinator(home, *reviewing(issue, repo, one_judge(home.parent, extra=check)))
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stderr) < 3000
    assert (home / "state.db").stat().st_size < 1_000_000


def test_a_reply_file_without_the_reply_ends_in_error_and_says_which(
    repo: Path, home: Path, issue: Path
) -> None:
    config = one_judge(home.parent, [judge_line("Somebody", GOOD)])
    ran = coordinator(home, *reviewing(issue, repo, config))
    assert ran.returncode == 3
    assert "no recorded reply for Judge, judge, round 0" in ran.stderr
    assert "Verdict: error, by the rule “quorum”" in ran.stdout
    assert "`coordinator resume local-" in ran.stdout
    (home.parent / "replies.jsonl").write_text(json.dumps(rubric_line()) + '\n{"seat": "Judge"\n')
    assert "replies.jsonl:2: Invalid JSON" in refusal(
        coordinator(home, *reviewing(issue, repo, config)), 64
    )
    review_id = listed(home)[0]["id"]
    assert (
        coordinator(
            home, "resume", review_id, "--again", "--config", one_judge(home.parent)
        ).returncode
        == 0
    )


def test_a_damaged_state_file_is_refused_until_it_is_salvaged(
    lived_in: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    subprocess.run(["cp", "-r", lived_in, home], check=True)
    state = home / "state.db"
    tear(state)
    said = refusal(coordinator(home, "list"), 3)
    assert f"{state} is damaged" in said
    command = (
        said.partition("coordinator state salvage ")[2]
        .rstrip(")")
        .replace("NEW", str(home / "saved.db"))
        .split()
    )
    salvaged = coordinator(home, "state", "salvage", *command)
    assert salvaged.returncode == 0, salvaged.stderr
    assert "texts: " in salvaged.stdout
    exchange = salvaged.stdout.rpartition("then run: ")[2]
    subprocess.run(exchange, shell=True, check=True)
    assert len(listed(home)) == 1
    assert (home / "state.db.damaged" / "state.db").exists()
    assert "exists already" in refusal(
        coordinator(home, "state", "salvage", state, "--to", state), 64
    )


def tear(state: Path) -> None:
    """Overwrite the pages of one table, as a failing disk does."""
    with closing(sqlite3.connect(state)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [page_size] = db.execute("PRAGMA page_size").fetchone()
        [root] = db.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'open_runs'"
        ).fetchone()
        pages = [
            root,
            *(
                row[0]
                for row in db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'")
            ),
        ]
    with open(state, "r+b") as file:
        for page in pages:
            file.seek((page - 1) * page_size)
            file.write(b"torn" * (page_size // 4))


def test_a_state_file_of_a_newer_version_is_left_alone(lived_in: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    subprocess.run(["cp", "-r", lived_in, home], check=True)
    with closing(sqlite3.connect(home / "state.db")) as db:
        db.execute("PRAGMA user_version = 99")
    before = (home / "state.db").read_bytes()
    assert "upgrade coordinator, or set another COORDINATOR_HOME" in refusal(
        coordinator(home, "list"), 3
    )
    assert (home / "state.db").read_bytes() == before


@pytest.mark.parametrize("command", ["demo --home HOME", "list", "serve", "watch", "council How?"])
def test_a_home_that_cannot_be_made_is_said_in_one_line(tmp_path: Path, command: str) -> None:
    (tmp_path / "file").touch()
    home = tmp_path / "file" / "home"
    said = refusal(coordinator(home, *command.replace("HOME", str(home)).split(), cwd=tmp_path), 3)
    assert (
        f"cannot create {home}: Not a directory (check its permissions, or choose a writable directory"
        in said
    )


def test_a_failure_that_nobody_foresaw_is_told_where_no_log_can_be_written(home: Path) -> None:
    (home / "coordinator.log").mkdir(parents=True)
    command = f"'{sys.executable}' -m coordinator list >/dev/full"
    ran = subprocess.run(
        command, shell=True, env=environment(home), capture_output=True, text=True, check=False
    )
    assert f"(no details: cannot write {home}/coordinator.log: Is a directory" in refusal(ran, 70)


def test_a_failure_that_nobody_foresaw_is_70_and_its_details_are_in_the_log(home: Path) -> None:
    command = f"'{sys.executable}' -m coordinator list >/dev/full"
    ran = subprocess.run(
        command, shell=True, env=environment(home), capture_output=True, text=True, check=False
    )
    assert f"(details in {home}/coordinator.log)" in refusal(ran, 70)
    assert "Traceback" in (home / "coordinator.log").read_text()


# -- which configuration counts


def test_the_configuration_of_a_reviewed_repository_is_the_one_that_was_trusted(
    tmp_path: Path, issue: Path
) -> None:
    home, repo = tmp_path / "home", make_repository(tmp_path / "repo")
    (repo / "folder").mkdir()
    mine = one_judge(tmp_path).read_text()
    (tmp_path / "coordinator.yaml").unlink()
    # The repository has a configuration, at its base too: that is not enough, wherever the command is started.
    git(repo, "checkout", "--quiet", "main")
    deliver(repo, {"coordinator.yaml": mine})
    git(repo, "checkout", "--quiet", "-B", "work")
    env = machine(tmp_path / "machine") | {"COORDINATOR_HOME": str(home)}
    for where, named in ((repo, "."), (tmp_path, "repo/folder")):
        ran = call(
            "review", "--issue", issue, "--repo", named, "--base", "main", env=env, cwd=where
        )
        notice, refused = ran.stderr.splitlines()
        assert notice.endswith(
            f"is not trusted in its present version, so it is not used; read it, then `coordinator config trust {repo}`"
        )
        assert (
            ran.returncode,
            refused.startswith("coordinator: no agent or model that can judge "),
        ) == (
            64,
            True,
        )
    # Once it is trusted it counts, also if the work changes or deletes it.
    assert coordinator(home, "config", "trust", repo).stdout.startswith(
        f"{repo}/coordinator.yaml is trusted in its present version, "
    )
    deliver(
        repo,
        {
            "coordinator.yaml": "nonsense",
            "greet.py": "def greet(name):\n    return 'Hello, ' + name\n",
        },
    )
    ran = coordinator(home, "review", "--issue", issue, "--base", "main", cwd=repo)
    assert ran.returncode == 0, ran.stderr
    assert "so the version that you trusted before is used" in ran.stderr
    assert f"configured by {repo}/coordinator.yaml in the version that you trusted" in ran.stderr
    gone = coordinator(home, "config", "trust", repo, "--remove").stdout
    assert gone == f"{repo}/coordinator.yaml is no longer trusted\n"


def test_init_writes_a_configuration_that_loads_and_never_overwrites(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert coordinator(home, "init", "--tracker", "multica").stdout.startswith(
        "wrote coordinator.yaml"
    )
    assert "was not changed" in refusal(coordinator(home, "init"), 64)
    assert coordinator(home, "config").stdout.startswith("# source: coordinator.yaml")


# -- help


def test_the_front_page_names_every_command_and_the_exit_codes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["--help"]) == 0
    page = capsys.readouterr().out
    assert all(f"\n  {name.split()[0]} " in page for name in COMMANDS)
    headings = [
        line for line in page.splitlines() if line.endswith(":") and not line.startswith(" ")
    ]
    assert headings == ["Judge and decide:", "Look up and act:", "Set up:", "More:", "Options:"]
    assert "64 bad usage" in page
    assert max(map(len, page.splitlines())) <= 100
    assert (run(["-h"]), capsys.readouterr().out) == (0, page)
    assert (run(["-V"]), run(["--version"])) == (0, 0)
    assert len(set(capsys.readouterr().out.splitlines())) == 1


@pytest.mark.parametrize("command", [*COMMANDS, *GROUPS])
def test_every_help_page_says_what_to_do(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command.split(), "--help"]) == 0
    page = capsys.readouterr().out
    assert page.startswith(f"Usage: coordinator {command} ")
    example = page.partition("Example")[2].partition("Options:")[0]
    assert f"coordinator {command}" in example if command not in GROUPS else "Commands:" in page
    assert (run([*command.split(), "-h"]), capsys.readouterr().out) == (0, page)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_parameter_of_a_command_has_its_words(command: str) -> None:
    for parameter in command_line(command).params:
        assert getattr(parameter, "hidden", False) or getattr(parameter, "help", ""), parameter.name


@pytest.mark.parametrize("old", RENAMED)
def test_an_old_name_still_works_and_says_what_it_is_called_now(
    old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    now, until = RENAMED[old]
    assert run([old, "--help"]) == 0
    out, err = capsys.readouterr()
    what = f"`coordinator {old}` is now `coordinator {now}`; {until} removes the old name"
    assert err == f"coordinator: {what}\n"
    assert out.startswith(f"Usage: coordinator {now.partition(' --')[0]} ")
    assert Version(__version__) < Version(until), (
        "what was promised to go by this version is still there"
    )


def test_an_old_name_leaves_what_programs_read_alone(home: Path) -> None:
    ran = coordinator(home, "asks", "--json")
    assert (ran.returncode, data_of(ran.stdout)) == (0, [])
    assert ran.stderr.count("\n") == 1


# -- for programs


def test_every_json_has_the_one_envelope_of_the_schema(repo: Path, home: Path, issue: Path) -> None:
    config = one_judge(home.parent, [judge_line("Judge", THIN)])
    review_id = data_of(coordinator(home, *reviewing(issue, repo, config, "--json")).stdout)["id"]

    def printed(*arguments: object, code: int = 0) -> str:
        ran = coordinator(home, *arguments, "--json")
        assert ran.returncode == code, ran.stderr
        data_of(ran.stdout)
        return str(json.loads(ran.stdout)["kind"])

    assert printed("inbox") == "inbox"
    assert printed("workers") == "workers"
    assert printed("resume", review_id, code=2) == "review end"
    assert printed("decide", review_id, "accept", "--reason", "it greets", "--by", "Eve") == "done"
    assert printed("config", "--config", config) == "config"
    assert printed("doctor", "--config", config) == "doctor"
    docs = DOCS
    schema = json.loads((docs / "output.schema.json").read_text(encoding="utf-8"))
    kinds = {envelope["properties"]["kind"]["const"] for envelope in schema["oneOf"]}
    assert {"review", "run", "council", "list"} < kinds
    [line] = coordinator(home, "state", "export").stdout.splitlines()
    assert (json.loads(line)["kind"], data_of(line)["id"]) == ("review", review_id)
    documented = (docs / "cli.md").read_text(encoding="utf-8")
    assert [kind for kind in kinds if f"| `{kind}` |" not in documented] == []
