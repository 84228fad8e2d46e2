"""The report of the benchmark: ratios with their spread, targets met and missed, and the same again from its file."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

import bench.__main__ as whole
from bench._report import Row, Subject, Target, subject_from, summary, table

ROWS = (
    Row("CPU", "ms", (30, 10, 20), "raw", (10, 10, 10), target=Target(2), headline=True),
    Row("pace", "/s", (20,), "peer", (10,), target=Target(3, "at least"), headline=True),
    Row("hook", "ms", (200, 240), target=Target(250, of="ours"), headline=True),
    Row(
        "pace",
        "/s",
        (20,),
        "gone",
        target=Target(3, "at least"),
        note="gone could not be installed: no index",
    ),
)


def test_a_row_shows_its_median_its_ratio_with_the_spread_and_whether_it_meets_its_target() -> None:
    assert table(ROWS).splitlines()[2:] == [
        "| CPU | 20 ms | raw | 10 ms | 2 (1-3) | ≤ 2: met |",
        "| pace | 20 /s | peer | 10 /s | 2 (2-2) | ≥ 3: missed |",
        "| hook | 220 ms |  |  |  | ≤ 250 ms: met |",
        "| pace | 20 /s | gone |  |  | ≥ 3: not measured |",
        "",
        "gone could not be installed: no index",
    ]


def test_the_readme_quotes_what_a_run_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subjects = [
        Subject("reviews", "Reviews.", ROWS),
        Subject("engine", "Engine.", error="OSError: full"),
    ]
    assert [subject_from(json.loads(json.dumps(asdict(each)))).error for each in subjects] == [
        "",
        "OSError: full",
    ]
    monkeypatch.setattr(whole, "BUILD", tmp_path / "build")
    monkeypatch.setattr(whole, "README", tmp_path / "README.md")
    whole.README.write_text(f"Before.\n{whole.BEGIN}\nold\n{whole.END}\nAfter.\n", encoding="utf-8")
    whole.keep(subjects, "")
    whole.quote()
    text = whole.README.read_text(encoding="utf-8")
    assert text.startswith("Before.\n")
    assert text.endswith(f"{whole.END}\nAfter.\n")
    assert summary(subjects) in text
    assert "old" not in text
