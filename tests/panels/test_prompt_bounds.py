"""What reaches a prompt is bounded, each text and all of them together; what is looked up is not cut."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from coordinator.agents import MissingAgent
from coordinator.config.environment import state_file
from coordinator.config.review import ReviewConfig
from coordinator.config.settings import Config
from coordinator.models import (
    Ballot,
    Case,
    ChangedFile,
    CheckResult,
    Issue,
    PreviousReview,
    Reason,
    Work,
)
from coordinator.panels.prompt_parts import PromptBuilder, make_ask, rubric_text, without_excess
from coordinator.parsing.excerpt import MARK_ROOM, shorten
from coordinator.parsing.report import read_rubric
from coordinator.storage.store import Store
from coordinator.trackers import ISSUE_LIMIT
from tests.support.gullible import trusted, untrusted
from tests.support.reviews import (
    GREETS,
    JUDGES,
    RUBRIC,
    add_issue,
    judge_line,
    make_config,
    make_repository,
    report,
    review_board,
    rubric_line,
    rubric_quoting,
    submit,
)

LEFT_OUT = re.compile(r"\n\[\.\.\. (\d+) bytes left out \.\.\.\]\n")
MIDDLE = "and every guest is greeted in the tongue of their own town"


@pytest.mark.parametrize("limit", [MARK_ROOM, 150, 151, 152, 153, 400])
def test_what_is_shortened_fits_and_says_what_is_missing(limit: int) -> None:
    text = "Grüße an alle Gäste, ".join(map(str, range(30)))
    shown, size = shorten(text, limit), len(text.encode())
    assert len(shown.encode()) <= limit
    assert shorten(shown, limit) == shown, "what is recorded and read again stays as it is"
    head, missing, tail = LEFT_OUT.split(shown)
    assert text.startswith(head)
    assert text.endswith(tail)
    assert size == int(missing) + len(head.encode()) + len(tail.encode())
    assert shorten(text, size) == text


def test_the_longest_texts_give_way_all_to_one_length_and_short_ones_stay() -> None:
    given = {"short": "s" * 400, "long": ["a" * 50_000, {"deep": "b" * 5_000}], "yes": True}
    shown = without_excess(dict(given), 40_000)
    assert (shown["short"], shown["yes"]) == (given["short"], True)
    assert json.dumps(shown).count("bytes left out") == 1
    assert {"deep": "b" * 5_000} in shown["long"]  # type: ignore[operator]
    closer = without_excess(dict(given), 53_400)
    lengths = [len(closer["long"][0]), len(closer["long"][1]["deep"])]  # type: ignore[index]
    assert lengths == pytest.approx([800, 800], abs=MARK_ROOM)


def test_a_whole_prompt_fits_and_keeps_instructions_fences_and_form() -> None:
    many = "words that go on and on\n" * 20_000
    changed = tuple(
        ChangedFile(path=f"{number}/{'p' * 3_000}\nA x", change="A") for number in range(400)
    )
    reasons = tuple(Reason(id=f"R{number}", text=many, requirement=many) for number in range(1, 5))
    case = Case(
        review="r",
        issue=Issue(key="B-1", title="Greet", text=many),
        work=Work(
            repo="/r", base="", commit="", revision="", diff=many, diff_bytes=0, changed=changed
        ),
        checks=tuple(
            CheckResult(name=name, status="red", blocks=False, summary="1", output=many)
            for name in "abc"
        ),
        earlier=PreviousReview(reasons=reasons),
        seed="s",
    )
    rubric = read_rubric(json.dumps(RUBRIC | {"reference": "w"}), reference="w")

    def prompt(**limits: Any) -> str:
        builder = PromptBuilder(case, Config(home=Path(), review=ReviewConfig(**limits)))
        given = builder.delivery() | {"rubric": rubric_text(rubric, case.issue.title)}
        return builder.ask("judge", "Ann", 0, MissingAgent(), given).prompt

    whole, small = (
        prompt(prompt_limit=10_000_000, diff_limit=1_000_000),
        prompt(prompt_limit=50_000),
    )
    assert len(prompt().encode()) <= 400_000
    assert 45_000 < len(small.encode()) <= 50_000
    assert len(untrusted(small)) == len(untrusted(whole)) > 8
    assert all(LEFT_OUT.search(text) for text in untrusted(small) if len(text) > 3_000)
    assert trusted(small) == trusted(whole), "every word of our own, and the form of the reply"


def test_a_conversation_that_nobody_fences_fits_too(tmp_path: Path) -> None:
    variables: dict[str, object] = {
        "own_instructions": False,
        "folder": "",
        "issue": "i" * 90_000,
        "dropped": 0,
    }
    variables |= {
        "values": {"name": "v" * 90_000},
        "earlier": [],
        "messages": [{"who": "W", "text": "m" * 90_000}],
    }
    config = Config(home=tmp_path, review=ReviewConfig(prompt_limit=50_000))
    ask = make_ask("work", "Agent", 1, "", config, variables, deadline=1.0, issue="B-1", run="r")
    assert len(ask.prompt) <= 50_000
    assert len(LEFT_OUT.findall(ask.prompt)) == 3


def test_a_huge_issue_is_shown_in_part_and_a_quote_of_the_rest_is_still_found(
    tmp_path: Path,
) -> None:
    quote = {"source": "issue", "quote": MIDDLE}
    lines = [
        rubric_line(reply=rubric_quoting(MIDDLE)),
        *(judge_line(seat, report((4, 4), evidence=(GREETS, quote))) for seat in JUDGES),
    ]
    config = make_config(tmp_path / "home", lines)
    filler = "It is a long story.\n" * 3_000
    small = add_issue(
        config, make_repository(tmp_path / "repo"), f"Greet\n\n{filler}{MIDDLE}\n{filler}"
    )
    huge = add_issue(config, make_repository(tmp_path / "other"), f"Greet\n\n{filler * 60}{MIDDLE}")
    for key in (small, huge):
        submit(config, key)
    first, second = review_board(config)
    for whole in (first, second):
        assert whole.verdict is not None
        ballots = [each for each in whole.standings[-1].testimonies if isinstance(each, Ballot)]
        assert {proof.found for ballot in ballots for proof in ballot.proofs} == {"verified"}
    with closing(Store(state_file(config.home))) as store:
        prompts = [
            store.text(asked.answered.prompt) for whole in (first, second) for asked in whole.asked
        ]
        assert max(map(len, prompts)) < 80_000
        assert all("bytes left out" in prompt for prompt in prompts)
        assert (
            max(len(event.body) for whole in (first, second) for event in store.events(whole.id))
            < 2 * ISSUE_LIMIT
        )
