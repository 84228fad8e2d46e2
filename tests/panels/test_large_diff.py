"""Each judge is asked about each part of a large diff, and its reports become one ballot."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from coordinator.app.runtime import open_store
from coordinator.config.environment import state_file
from coordinator.judgement.ballots import shown_labels
from coordinator.models import Abstention, Ask, Ballot, Case, Issue
from coordinator.panels.diff_shown import shown_diff
from coordinator.panels.records import unshown_files
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.storage.events import AskKey
from coordinator.storage.store import Store
from coordinator.views.review import seats_waited_for, standing_results
from tests.support.dying_reviewer import work_until_killed
from tests.support.processes import Copy
from tests.support.reviews import (
    GREETS,
    JUDGES,
    WORK,
    Line,
    add_issue,
    fail_line,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
    submit,
)

LIMITED = "protocol: judge-with-debate, diff_limit: 2000"
PARTS = 4
# One file for each part after the first, which has the files of WORK.
FILES = WORK | {
    f"src/file_{part}.py": "".join(f"name_{part}_{line} = {line}\n" for line in range(100))
    for part in range(2, PARTS + 1)
}


def quote_of(part: int) -> dict[str, str]:
    if part == 1:
        return GREETS
    return {"source": f"src/file_{part}.py", "quote": f"name_{part}_77 = 77"}


def on_parts(seat: str, against: Sequence[int] = ()) -> list[Line]:
    """What a judge says about each part. It answers no in the parts `against`."""
    lines = []
    for part in range(1, PARTS + 1):
        fails = ["CK-001"] if part in against else []
        scores = (2, 2) if part in against else (5, 5)
        said = report(scores, against=fails, evidence=[quote_of(part)])
        lines.append(judge_line(seat, said, part=part))
    return lines


def reviewed(tmp_path: Path, lines: Sequence[Line], review: str = LIMITED) -> ReviewRecord:
    config = make_config(tmp_path / "home", lines, review)
    return review_locally(config, make_repository(tmp_path / "repo", FILES))


def judge_asks(record: ReviewRecord, seat: str) -> list[int]:
    return [ask.part for ask in record.asked if ask.purpose == "judge" and ask.seat == seat]


def prompts(tmp_path: Path, record: ReviewRecord, purpose: str) -> list[str]:
    with closing(Store(state_file(tmp_path / "home"))) as store:
        asked = [ask.answered.prompt for ask in record.asked if ask.purpose == purpose]
        return [store.text(prompt) for prompt in asked]


def test_every_judge_is_asked_about_every_part_with_the_whole_rubric(tmp_path: Path) -> None:
    lines = [rubric_line()]
    for seat in JUDGES:
        lines += on_parts(seat)
    record = reviewed(tmp_path, lines)
    assert record.verdict is not None
    assert record.verdict.outcome == "accept", record.verdict.explanation
    for seat in JUDGES:
        assert judge_asks(record, seat) == [1, 2, 3, 4]
    assert not seats_waited_for(record)
    assert {result.seat for result in standing_results(record)} == set(JUDGES)
    sent = prompts(tmp_path, record, "judge")
    assert len(sent) == len(set(sent)) == PARTS * len(JUDGES)
    for prompt in sent:
        assert "Does greet greet by name?" in prompt
        assert "A src/file_4.py" in prompt  # the list of changed paths is whole
        shown = [part for part in range(2, PARTS + 1) if f"+name_{part}_77" in prompt]
        assert len(shown) <= 1


def test_a_small_diff_is_asked_about_once_as_ever(tmp_path: Path) -> None:
    lines = [rubric_line(), *(judge_line(seat, report((5, 5))) for seat in JUDGES)]
    config = make_config(tmp_path / "home", lines)
    record = review_locally(config, make_repository(tmp_path / "repo"))
    assert record.state == "accept"
    for seat in JUDGES:
        assert judge_asks(record, seat) == [0]
    for prompt in prompts(tmp_path, record, "judge"):
        assert "too large for one prompt" not in prompt
        assert "Every checklist id and every dimension exactly once." in prompt
    assert all(isinstance(each, Ballot) and not each.shown for each in standing_results(record))


def test_a_part_without_a_usable_reply_is_an_abstention_of_the_seat(tmp_path: Path) -> None:
    lines = [rubric_line(), *on_parts("Ann"), *on_parts("Bob"), *on_parts("Cid")]
    lines = [line for line in lines if (line["seat"], line.get("part")) != ("Cid", 3)]
    lines.append(fail_line("Cid", "failed") | {"part": 3})
    record = reviewed(tmp_path, lines)
    assert record.verdict is not None
    assert record.verdict.rule == "degraded accept"
    assert judge_asks(record, "Cid") == [1, 2, 3]
    [cid] = [result for result in standing_results(record) if isinstance(result, Abstention)]
    assert (cid.seat, cid.cause) == ("Cid", "failed")
    assert cid.detail == "part 3 of 4 of the diff: as recorded"


def test_a_judge_that_quotes_only_other_parts_has_not_read_this_one(tmp_path: Path) -> None:
    lines = [rubric_line(), *(judge_line(seat, report((5, 5))) for seat in JUDGES)]
    record = reviewed(tmp_path, lines)
    assert record.verdict is not None
    assert record.verdict.outcome == "error"
    assert "none of its evidence is from this part of the diff" in record.verdict.explanation


def test_a_debate_shows_the_files_that_the_open_points_quote(tmp_path: Path) -> None:
    lines = [rubric_line(), *on_parts("Ann", against=[3]), *on_parts("Bob"), *on_parts("Cid")]
    for seat in JUDGES:
        against = ["CK-001"]
        evidence = [{"source": "src/file_3.py", "quote": "name_3_50 = 50"}]
        lines.append(judge_line(seat, report((2, 2), against=against, evidence=evidence), 1))
    record = reviewed(tmp_path, lines, LIMITED + ", debates: 1")
    assert record.verdict is not None
    assert record.verdict.outcome == "reject", record.verdict.explanation
    debated = prompts(tmp_path, record, "debate")
    assert len(debated) == len(JUDGES)
    for prompt in debated:
        assert "only what the open points are about" in prompt
        assert "+def greet(name):" in prompt or "+name_3_77 = 77" in prompt


def test_a_judge_whose_prompt_cut_the_diff_was_not_shown_all_of_it(tmp_path: Path) -> None:
    lines = [rubric_line(), *(judge_line(seat, report((5, 5))) for seat in JUDGES)]
    config = make_config(tmp_path / "home", lines)
    record = review_locally(config, make_repository(tmp_path / "repo"))
    assert record.work is not None
    [whole, *_] = prompts(tmp_path, record, "judge")
    ask = Ask(seat="Ann", purpose="judge", prompt=whole, template="", reference="", deadline=1)
    assert shown_diff(record.work, [ask]) is None
    cut = ask.model_copy(update={"prompt": whole.replace("+We greeted 40 guests.", "[... ...]")})
    shown = shown_diff(record.work, [cut])
    assert shown is not None
    assert shown.missing == ("greet.py", "notes.md")
    ballots = []
    for result in standing_results(record):
        assert isinstance(result, Ballot)
        ballots.append(result.model_copy(update={"shown": shown}))
    case = Case(review="r", issue=Issue(key="1", title="t"), work=record.work, seed="s")
    assert unshown_files(case, ballots) == ("greet.py", "notes.md")
    assert shown_labels(ballots) == [
        "every judge was shown 0 of 0 kB of the diff, not all of greet.py, notes.md"
    ]


def test_too_many_parts_call_a_person_and_name_the_files(tmp_path: Path) -> None:
    evidence = [{"source": "src/file_4.py", "quote": "name_4_77 = 77"}]
    lines = [rubric_line()]
    lines += [judge_line(seat, report((5, 5), evidence=evidence)) for seat in JUDGES]
    record = reviewed(tmp_path, lines, LIMITED + ", parts: 3")
    assert record.verdict is not None
    assert (record.verdict.outcome, record.verdict.rule) == ("escalate", "not shown")
    assert "src/file_3.py" in record.verdict.explanation
    assert judge_asks(record, "Ann") == [0]


def test_a_seat_that_dies_between_parts_keeps_the_replies_that_it_has(tmp_path: Path) -> None:
    lines = [rubric_line()]
    for seat in JUDGES:
        lines += on_parts(seat)
    config = make_config(tmp_path / "home", lines, LIMITED + ", single: decide")
    submit(config, add_issue(config, make_repository(tmp_path / "repo", FILES)))
    environ = {**os.environ, "COORDINATOR_HOME": str(config.home)}
    options: dict[str, Any] = {"env": environ, "cwd": config.home, "stderr": tmp_path / "stderr"}
    life = partial(Copy, work_until_killed, 12, False, **options)
    kills = 0
    while (code := life().wait(120)) != 0:
        assert code == -signal.SIGKILL, (tmp_path / "stderr").read_text()[-2000:]
        kills += 1
        assert kills < 30
    assert kills > 2
    with open_store(config.home) as store:
        (run,) = store.runs()
        record = ReviewReader(store).review(run.id)
        keys = [event.key for event in store.events(run.id) if event.key.startswith("ask/judge/")]
    assert record.state == "accept"
    assert len(keys) == len(set(keys)) == PARTS * len(JUDGES)
    assert AskKey.parse(keys[0]).part
