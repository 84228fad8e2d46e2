"""The prompts of all judges, in the first round and in debates, begin with the same bytes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from coordinator.agents import MissingAgent
from coordinator.config.environment import state_file
from coordinator.config.review import ReviewConfig
from coordinator.config.settings import Config
from coordinator.models import Ask, Case, CheckResult, Issue, PreviousReview, Reason, Work
from coordinator.panels.prompt_parts import PromptBuilder, ask_again
from coordinator.storage.store import Store
from tests.support.reviews import (
    JUDGES,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
)

DEBATED = {
    "splits": ["Care: 2 to 5"],
    "criteria": ("Care",),
    "scripts": [],
    "own": "OWN",
    "peers": ["PEER"],
}


def ask(purpose: str, seat: str, number: int, config: Config, **more: object) -> Ask:
    case = Case(
        review="r",
        issue=Issue(key="B-1", title="Greet", text="Greet every guest."),
        work=Work(repo="/r", base="", commit="", revision="", diff="+ hello\n" * 99, diff_bytes=0),
        checks=(CheckResult(name="tests", status="green", blocks=True, summary="ok"),),
        earlier=PreviousReview(reasons=(Reason(id="R1", text="Nobody is greeted"),)),
        seed="s",
    )
    builder = PromptBuilder(case, config)
    variables = builder.delivery() | {"rubric": "{}"} | more
    return builder.ask(purpose, seat, number, MissingAgent(), variables)  # type: ignore[arg-type]


def test_a_debate_begins_with_all_that_the_first_ask_showed(tmp_path: Path) -> None:
    config = Config(home=tmp_path)
    first = ask("judge", "Ann", 0, config)
    beginning = first.prompt[: first.shared]
    assert "hello" in beginning
    assert "Nobody is greeted" in beginning
    assert first.reference not in beginning
    for seat, number in (("Ann", 1), ("Bob", 1), ("Ann", 2)):
        later = ask("debate", seat, number, config, **DEBATED)
        assert later.prompt[: later.shared] == beginning
        assert "only these checklist ids, dimensions and earlier reasons" in later.prompt
        again = ask_again(later, "{", "malformed")
        assert again.prompt[: again.shared] == beginning


def test_templates_of_the_users_own_need_not_begin_alike(tmp_path: Path) -> None:
    (tmp_path / "debate.md").write_text("{{ own }} {{ reference }}\n{{ work }}", encoding="utf-8")
    config = Config(home=tmp_path, prompts=tmp_path)
    assert ask("judge", "Ann", 0, config).shared
    debate = ask("debate", "Ann", 1, config, **DEBATED)
    assert debate.prompt.startswith("OWN ")
    assert debate.shared == 0


def test_a_prompt_above_the_limit_is_cut_as_before(tmp_path: Path) -> None:
    config = Config(home=tmp_path, review=ReviewConfig(prompt_limit=50_000))
    peers = ["p" * 30_000, "q" * 30_000]
    later = ask("debate", "Ann", 1, config, **DEBATED | {"peers": peers})
    assert len(later.prompt) <= 50_000
    assert later.prompt[: later.shared] == ask("judge", "Ann", 0, config).prompt[: later.shared]


def test_whole_reviews_repeat_the_beginning_byte_for_byte(tmp_path: Path) -> None:
    lines = [rubric_line()]
    for seat, scores in zip(JUDGES, ((2, 2), (5, 5), (5, 5)), strict=True):
        lines += [judge_line(seat, report(scores), number) for number in range(3)]
    config = make_config(tmp_path / "home", lines, "protocol: judge-with-debate, debates: 2")
    whole = review_locally(config, make_repository(tmp_path / "repo"))
    with closing(Store(state_file(config.home))) as store:
        prompts = {
            (asked.purpose, asked.seat): store.text(asked.answered.prompt)
            for asked in whole.asked
            if asked.purpose in ("judge", "debate")
        }
    assert len(prompts) == 2 * len(JUDGES)
    beginnings = set()
    for (purpose, _), prompt in prompts.items():
        heading = "## The debate" if purpose == "debate" else "## Your answer"
        beginnings.add(prompt.partition(heading)[0])
    assert len(beginnings) == 1
