"""Recorded judges under the rules: the figures are those of the rules, and always the same."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bench.panels import main, text_of
from bench.panels.recordings import read_recording
from bench.panels.rules import ReplayFigures, decide_scores, replay
from coordinator.errors import UsageError
from coordinator.judgement.ballots import Rules
from coordinator.judgement.statistics.calibration import RuleFigures
from tests.support.paths import ROOT

PAGE = ROOT / "docs/replay.md"
SETS = ("llmbar", "llmjudge_trec", "pandalm", "rewardbench2")
DATA = Path(os.environ.get("RECORDED_JUDGES") or ROOT.parent / "shared/data/recorded-judges")


def lines(count: int = 60) -> list[dict[str, Any]]:
    """Two judges that are always right, one that accepts everything; every tenth is too close to call and wrong."""
    rows = []
    for number in range(count):
        good = number % 2 == 0
        scores = {"Ann": 9 if good else 2, "Bob": 8 if good else 1, "Cid": 9}
        if number % 10 == 0:
            scores = dict.fromkeys(scores, 6)
        for judge, score in scores.items():
            rows.append(
                {
                    "item": f"i{number}",
                    "judge": judge,
                    "score": score,
                    "truth": int(good and number % 10 > 0),
                }
            )
    return rows


def write(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def rule(figures: ReplayFigures, name: str) -> RuleFigures:
    return next(each for each in figures.rules if each.rule == name)


def test_each_rule_decides_what_it_should(tmp_path: Path) -> None:
    recording = read_recording(write(tmp_path / "j.jsonl.gz", lines()))
    found = replay(recording, {"bar": "3.4"})
    assert (found.items, found.judges, found.panels, found.bars) == (60, 3, 1, (Fraction(17, 5),))
    # 60 items: 24 good, 30 that Cid alone likes, 6 that all put just above the bar and that are bad
    mean, default = rule(found, "mean"), rule(found, "default rule")
    assert (mean.decided.hits, mean.right.hits, mean.false_accepts.hits) == (60, 54, 6)
    assert (default.decided.hits, default.right.hits, default.false_accepts.hits) == (24, 24, 0)
    assert (rule(found, "majority").right.hits, rule(found, "majority").false_accepts.hits) == (
        54,
        6,
    )
    assert rule(found, "spread 0.5").decided.hits == 30
    assert rule(found, "margin 0.3").decided.hits == 54


def test_a_bar_that_is_not_given_is_fitted_on_the_other_half(tmp_path: Path) -> None:
    found = replay(read_recording(write(tmp_path / "j.jsonl", lines())), {})
    assert rule(found, "mean").right.hits == 60  # above what Cid alone likes, below what all like
    assert rule(found, "best single judge").right.hits == 60


def test_what_one_margin_has_in_common_is_taken_in_part(tmp_path: Path) -> None:
    rows = [row for row in lines(20) if row["judge"] != "Cid"]
    found = replay(read_recording(write(tmp_path / "j.jsonl", rows)), {"bar": "3"})
    assert [(percent, by_margin.of) for percent, by_margin, _ in found.curve] == [
        (30, 6),
        (50, 10),
        (70, 14),
        (90, 18),
        (100, 20),
    ]


def test_scores_alone_are_decided_by_the_rules_of_reviews() -> None:
    rules = Rules(bar=Fraction(7, 2), quorum=2)
    high, low = Fraction(5), Fraction(1)
    assert decide_scores((high, high, high), 3, rules) == "accept"
    assert decide_scores((low, low, low), 3, rules) == "reject"
    assert decide_scores((low, high, high), 3, rules) == "escalate"
    assert decide_scores((high, high), 3, rules) == "escalate"
    assert decide_scores((high,), 3, rules) == "error"
    close = Fraction(33, 10)
    assert decide_scores((close, close, close), 3, rules) == "escalate"
    assert decide_scores((close, close), 3, rules) == "reject"  # silence does not help
    assert (
        decide_scores((close, close, close), 3, rules.model_copy(update={"thin": "decide"}))
        == "reject"
    )


def test_pairs_calls_ties_and_slips_are_read_for_what_they_are(tmp_path: Path) -> None:
    pair = [
        {"item": 1, "judge": "A", "verdict": 1, "score": "2|9", "truth": 2, "order": order}
        for order in (0, 1)
    ]
    pair += [{"item": 2, "judge": "A", "verdict": 1, "score": "9|4", "truth": 1, "order": 0}]
    pair += [{"item": 2, "judge": "A", "verdict": 2, "score": "", "truth": 1, "order": 1}]
    pair += [{"item": 3, "judge": "A", "verdict": 0, "score": "5|5", "truth": 0}]
    scored = read_recording(write(tmp_path / "pair.jsonl", pair))
    assert [
        (truth, [scored.levels[at] for at in by.values()]) for _, truth, by in scored.items
    ] == [
        (True, [Fraction(5)]),
        (False, [1 + 4 * Fraction(1, 7)]),
    ]
    voted = read_recording(tmp_path / "pair.jsonl", verdicts=True)
    assert [(truth, dict(by)) for _, truth, by in voted.items] == [(True, {"A": 0}), (False, {})]
    many = [
        {"item": n, "judge": "A", "scores": f"{n % 10}|1|", "truth": n % 4} for n in range(2_000)
    ]
    calls = read_recording(
        write(tmp_path / "calls.jsonl", [*many, {**many[0], "item": "slip", "scores": "99"}])
    )
    assert "from 0 to 9" in calls.note
    assert calls.items[-1][2] == {}
    assert [truth for _, truth, _ in calls.items[:4]] == [False, False, True, True]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no scores or verdicts"),
        ('{"item": 1, "judge": "A", "truth": 1}\n', "no scores"),
        ('{"item": 1, "judge": "A", "truth": 1, "score": "good"}\n', "bad.jsonl:1: "),
        ('{"item": 1, "truth": 1, "score": 1}\n', "judge"),
        (
            '{"item": 1, "judge": "A", "truth": 1, "score": 1}\n',
            "no scores or verdicts that differ",
        ),
        ('{"item": 1, "judge": "A", "truth": 1, "score": NaN}\n', "no number"),
        ("[1]\n", "bad.jsonl:1: "),
        ("not json\n", "cannot read"),
    ],
)
def test_a_file_that_is_none_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "bad.jsonl").write_text(text)
    with pytest.raises(UsageError, match=said):
        read_recording(tmp_path / "bad.jsonl")


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    main([*map(str, arguments)])
    return capsys.readouterr().out


def test_the_command_prints_a_table_a_plot_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "judges.jsonl", [row | {"usd": "0.01"} for row in lines()])
    shown = printed(capsys, file, "--bar", "3.4")
    assert shown == printed(capsys, file, "--bar", "3.4")
    assert "default rule 40.0 (28.6-52.6) 100.0 (86.2-100.0) 0.0 (0.0-9.6)" in " ".join(
        shown.split()
    )
    assert "$0.0300 an item" in shown
    assert "      m" in shown
    (found,) = json.loads(printed(capsys, file, "--json"))
    assert ReplayFigures.model_validate(found).name == "judges"
    assert "name files of recorded judges" in printed(capsys)
    for wrong in (("--thin", "often"), ("--bar", "high"), ("--quorum", "many")):
        with pytest.raises(SystemExit) as ended:
            main([str(file), *wrong])
        assert ended.value.code == 64
        assert f"panels: {wrong[0]}: " in capsys.readouterr().err


@pytest.mark.skipif(
    not DATA.is_dir(),
    reason="the recorded judges are not here: set RECORDED_JUDGES to their folder",
)
def test_the_figures_of_the_page_are_those_of_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    every = json.loads(printed(capsys, "--json", *(DATA / f"{name}.csv.gz" for name in SETS)))
    page = PAGE.read_text()
    for found in map(ReplayFigures.model_validate, every):
        shown = text_of(found).splitlines()
        table = [line for line in shown if line.count("(") == 4 or "items," in line]
        assert len(table) == 8
        assert [line for line in table if line not in page] == []
        default, margin = rule(found, "default rule").right, rule(found, "margin, as often").right
        assert default.interval[1] >= margin.hits / margin.of, found.name
