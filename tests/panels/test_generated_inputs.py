"""Inputs that the request does not list: printed by a script of the tester, shown to judges where results differ."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from coordinator.app.runtime import open_store
from coordinator.parsing.report import Probes
from coordinator.reviews.publish import verdict_comment
from coordinator.reviews.record import ReviewRecord
from tests.support.multica_daemon import ASKED as MULTICA_ASKED
from tests.support.multica_daemon import FAST, ended, enter, watching
from tests.support.multica_house import META, answers, settle
from tests.support.multica_server import MulticaServer, Run
from tests.support.origins import URL, Origin
from tests.support.reading import Unreadable, read_probes
from tests.support.repositories import git, new_repository
from tests.support.reviews import (
    ASKED,
    JUDGES,
    RUBRIC,
    Line,
    add_issue,
    deliver,
    judge_line,
    make_config,
    probe_line,
    report,
    review_board,
    review_locally,
    rubric_line,
    submit,
    write_replies,
)
from tests.support.shell import call

pytestmark = pytest.mark.needs("bubblewrap")

BASE = {
    "greet.py": "def greet(name):\n    return 'Hello'\n",
    "test_greet.py": "from greet import greet\n\n\ndef test_greet():\n    assert greet('Ann').startswith('Hello')\n",
}
RIGHT = "def greet(name):\n    return 'Hello, ' + name\n"
# Right for the name of the blind test, wrong for a name with blanks at its ends.
WRONG = "def greet(name):\n    return 'Hello, ' + name.strip()\n"
DEMAND = {
    "kind": "demand",
    "title": "a guest is greeted",
    "quote": ASKED,
    "certainty": 5,
    "answers": ["CK-001"],
    "run": "from greet import greet\nexit('Bob' not in greet('Bob'))",
    "with": "python",
}
TRIAL = [{"path": "greet.py", "old": "return 'Hello'", "new": "return f'Hello, {name}'"}]
INPUTS = """
from greet import greet
for name in ('Ann', ' Ann', 'Ann ', 'B' * 9, '', 'x y'):
    try:
        said = repr(greet(name))
    except Exception as error:
        said = repr(error)
    print(f'{name!r}\\t{said}')
"""
HEADING = "## Inputs that the request does not list"
SHOWN = {"source": "greet.py", "quote": "def greet(name"}


def likes(seat: str, **more: Any) -> Line:
    return judge_line(seat, report((4, 4), evidence=[SHOWN]), **more)


def work_on(place: Path, work: str) -> Path:
    repo = new_repository(place)
    deliver(repo, BASE, "before")
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, {"greet.py": work})
    return repo


def reviewed(tmp_path: Path, work: str, tester: list[Line]) -> ReviewRecord:
    lines = [rubric_line(), *tester, *(likes(seat) for seat in JUDGES)]
    config = make_config(tmp_path / "home", lines)
    return review_locally(config, work_on(tmp_path / "repo", work))


def judge_prompt(tmp_path: Path, record: ReviewRecord) -> str:
    ask = next(ask for ask in record.asked if ask.purpose == "judge")
    with open_store(tmp_path / "home") as store:
        return store.text(ask.answered.prompt)


def outcome(record: ReviewRecord) -> tuple[str, str]:
    assert record.verdict is not None, record.error
    return record.verdict.outcome, record.verdict.rule


def test_judges_are_shown_the_inputs_with_which_the_work_differs(tmp_path: Path) -> None:
    record = reviewed(tmp_path, WRONG, [probe_line(DEMAND, trial=TRIAL, inputs=INPUTS)])
    assert record.inputs is not None
    assert record.inputs.said == "6 generated inputs: 2 differ"
    prompt = judge_prompt(tmp_path, record)
    assert HEADING in prompt
    assert (
        "input: ' Ann'\n"
        "before the work: 'Hello'\n"
        "with the work: 'Hello, Ann'\n"
        "with another solution: 'Hello,  Ann'"
    ) in prompt
    assert "f'Hello, {name}'" not in prompt, "the trial fix itself is shown to nobody"
    assert "import greet\nfor name" not in prompt, "nor is the script"
    # The judges see nothing wrong in it, and it decides nothing.
    assert outcome(record) == ("accept", "executed evidence")
    assert record.verdict is not None
    assert "another solution" not in verdict_comment(record.verdict, record.id)


def test_people_see_the_number_and_on_the_page_the_inputs(tmp_path: Path) -> None:
    tags = INPUTS.replace("'x y'", "'<b> '")
    record = reviewed(tmp_path, WRONG, [probe_line(DEMAND, trial=TRIAL, inputs=tags)])
    env = {**os.environ, "COORDINATOR_HOME": str(tmp_path / "home")}
    assert "\n6 generated inputs: 3 differ\n" in call("show", record.id, env=env).stdout
    page = tmp_path / "review.html"
    assert call("show", record.id, "--html", page, env=env).returncode == 0
    text = page.read_text(encoding="utf-8")
    assert "<summary>6 generated inputs: 3 differ</summary>" in text
    assert "input: &#39;&lt;b&gt; &#39;" in text


def test_nothing_is_shown_where_nothing_differs(tmp_path: Path) -> None:
    record = reviewed(tmp_path, RIGHT, [probe_line(DEMAND, trial=TRIAL, inputs=INPUTS)])
    assert record.inputs is not None
    assert record.inputs.said == "6 generated inputs: 0 differ"
    assert HEADING not in judge_prompt(tmp_path, record)
    assert outcome(record) == ("accept", "executed evidence")


def test_a_judge_who_finds_a_fault_there_shows_it_with_an_experiment(tmp_path: Path) -> None:
    shown = {
        "run": "from greet import greet\nprint('it says', repr(greet(' Ann')))\nexit(1)",
        "with": "python",
        "shows": "it says 'Hello, Ann'",
        "on": "work",
    }
    lines = [rubric_line(), probe_line(DEMAND, trial=TRIAL, inputs=INPUTS)]
    for seat in JUDGES:
        for number in (0, 1):
            against = report((2, 2), against=["CK-001"], evidence=[SHOWN, shown])
            lines.append(judge_line(seat, against, number))
    config = make_config(tmp_path / "home", lines)
    record = review_locally(config, work_on(tmp_path / "repo", WRONG))
    assert outcome(record)[0] == "reject"


@pytest.mark.parametrize(
    ("trial", "script", "why"),
    [
        ([], INPUTS, "there is no trial fix to compare with"),
        (TRIAL, "import nothing_like_it", "it ended with 1 with the trial fix: Traceback"),
        (
            TRIAL,
            "print('no tab')",
            "it prints no input that has the same result in both runs",
        ),
        (
            TRIAL,
            "import os\nprint('a\\t' + os.urandom(8).hex())",
            "it prints no input that has the same result in both runs",
        ),
        (
            [{"path": "greet.py", "old": "nowhere", "new": ""}],
            INPUTS,
            "it could not be run: the text to replace is 0 times in greet.py, not once",
        ),
    ],
)
def test_a_generator_that_cannot_be_used_is_dropped_with_the_reason(
    trial: list[dict[str, str]], script: str, why: str, tmp_path: Path
) -> None:
    record = reviewed(tmp_path, WRONG, [probe_line(DEMAND, trial=trial, inputs=script)])
    assert record.inputs is not None
    assert record.inputs.said.startswith(f"generated inputs dropped: {why}")
    assert HEADING not in judge_prompt(tmp_path, record)
    assert outcome(record) == ("accept", "executed evidence")


def test_a_trial_fix_that_meets_no_blind_test_compares_nothing(tmp_path: Path) -> None:
    useless = [{"path": "greet.py", "old": "return 'Hello'", "new": "return 'Good day'"}]
    first = probe_line(DEMAND, trial=useless, inputs=INPUTS)
    record = reviewed(tmp_path, WRONG, [first, probe_line(DEMAND, round=1)])
    assert record.inputs is not None
    assert record.inputs.dropped == "no blind test is green with the trial fix"


def test_judges_in_a_tracker_where_the_author_reads_are_shown_no_input(tmp_path: Path) -> None:
    prompts: list[str] = []
    origin = Origin(tmp_path)
    origin.push("refs/heads/main", line="return 'Hello'")
    origin.push("refs/heads/work-1", line="return 'Hello, ' + name.strip()")

    def look(run: Run) -> None:
        prompts.append(run.prompt)
        answers(report((4, 4), evidence=[{"source": "greet.py", "quote": "name.strip()"}]))(run)

    with MulticaServer() as server:
        server.add_agent(META, behave=answers(RUBRIC))
        server.add_agent("Judge", behave=look)
        author = server.add_agent("Author")
        issue = server.add_issue(
            "Greet", assignee=author, status="in_progress", description=MULTICA_ASKED
        )
        server.add_pull_request(issue, branch="work-1", head_sha="", number=1)
        tester = probe_line(DEMAND, trial=TRIAL, inputs=INPUTS, seat="Tester")
        replies = write_replies(tmp_path / "home", [tester])
        text = f"multica: {{repos: [{{url: {URL}, path: {origin.clone}, base: origin/main}}]}}\n"
        text += f"panel: {{meta_judge: {{mention: {META}}}, tester: {{recorded: {replies}}}, judge: {{mention: Judge}}}}\n"
        text += "review: {protocol: judge, experiments: probes}\n"
        config = settle(server, tmp_path / "home", text + FAST)
        with watching(server, config):
            enter(server, issue)
            (record,) = ended(server, config)
    assert [check.status for check in record.checks if check.probe] == ["green"]
    assert record.inputs is None
    (prompt,) = prompts
    assert HEADING not in prompt


def test_without_a_generator_nothing_is_recorded(tmp_path: Path) -> None:
    record = reviewed(tmp_path, WRONG, [probe_line(DEMAND, trial=TRIAL)])
    assert record.inputs is None
    assert "inputs" not in json.loads(record.model_dump_json())


def test_the_rework_is_compared_with_the_frozen_results(tmp_path: Path) -> None:
    against = report((2, 2), against=["CK-001", "CK-002"], evidence=[SHOWN])
    lines = [rubric_line(), probe_line(DEMAND, trial=TRIAL, inputs=INPUTS, review=1)]
    reject = "protocol: judge-with-debate, debates: 0, adaptive: off"
    lines += [judge_line(seat, against, review=1) for seat in JUDGES]
    config = make_config(tmp_path / "home", lines, reject)
    repo = work_on(tmp_path / "repo", WRONG)
    key = add_issue(config, repo)
    submit(config, key)
    (first,) = review_board(config)
    assert first.rubric is not None
    assert first.rubric.rubric.inputs is not None
    assert first.rubric.rubric.inputs.trial["' Ann'"] == "'Hello,  Ann'"
    assert first.inputs is not None
    assert first.inputs.differing == 2
    deliver(repo, {"greet.py": RIGHT})
    submit(config, key)
    _, second = review_board(config)
    assert second.inputs is not None
    assert second.inputs.said == "6 generated inputs: 0 differ"
    assert not [ask for ask in second.asked if ask.purpose == "probe"]


# -- the reply


def test_a_reply_may_leave_the_script_out() -> None:
    for inputs in (None, {}, {"run": "", "with": "python"}):
        read = read_probes(json.dumps({"probes": [DEMAND], "inputs": inputs}))
        assert isinstance(read, Probes)
        assert read.inputs is None


def test_the_script_begins_with_the_shared_part() -> None:
    given = {"probes": [DEMAND], "setup": "import greet", "inputs": {"run": "x()", "with": "sh"}}
    read = read_probes(json.dumps(given))
    assert isinstance(read, Probes)
    assert read.inputs is not None
    assert (read.inputs.run, read.inputs.language) == ("import greet\nx()", "sh")


def test_a_script_in_an_unknown_language_is_refused() -> None:
    given = {"probes": [DEMAND], "inputs": {"run": "x", "with": "cobol"}}
    read = read_probes(json.dumps(given))
    assert isinstance(read, Unreadable)
    assert "with should be one of python, sh" in read.cause
