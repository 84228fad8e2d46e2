"""The page and the JSON of a review list the changed bytes of each file: shown, masked, not shown."""

from __future__ import annotations

import json
import re
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest

from coordinator.cli import run
from coordinator.config.environment import state_file
from coordinator.models import Ledger, LedgerRow
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.storage.store import Store
from coordinator.web.rendering import standalone
from tests.support.reviews import (
    JUDGES,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
)

TOKEN = "ghp_" + "Zq8Lw2Xn5Rv7Ty1Kp4Mb9Dc3Fg6Hj0Sa2Ue8"
FILES = {
    "plain.txt": "one\ntwo\n",
    "login.py": f"token = '{TOKEN}'\n",
    "<b>&.bin": "\0" * 1_200,
}


def table(page: str) -> list[list[str]]:
    """Return the texts of the cells, row by row."""
    [found] = re.findall(r'<details id="ledger".*?</details>', page, re.DOTALL)
    rows = []
    for row in re.findall(r"<tr>(.*?)</tr>", found, re.DOTALL):
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        rows.append([unescape(cell.strip()) for cell in cells])
    return rows


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ledger")
    lines = [rubric_line(), *(judge_line(seat, report((5, 5))) for seat in JUDGES)]
    review_locally(make_config(folder / "home", lines), make_repository(folder / "repo", FILES))
    return folder / "home"


def recorded(home: Path) -> ReviewRecord:
    with closing(Store(state_file(home))) as store:
        return ReviewReader(store).review(store.runs()[0].id)


def with_rows(record: ReviewRecord, rows: tuple[LedgerRow, ...], more: int = 0) -> ReviewRecord:
    assert record.work
    work = record.work.model_copy(update={"ledger": Ledger(rows=rows, more=more)})
    return record.model_copy(update={"work": work})


def test_the_page_lists_the_bytes_of_each_file(home: Path) -> None:
    page = standalone(recorded(home), (), lambda _: "")
    assert table(page) == [
        ["File", "Bytes", "Shown", "Masked", "Not shown", "Reason"],
        ["<b>&.bin", "1,200", "0", "0", "1,200", "binary, needs a person"],
        ["login.py", "50", "10", "40", "0", "new secret value: github pat, needs a person"],
        ["plain.txt", "6", "6", "0", "0", ""],
    ]
    assert "<b>&" not in page
    assert TOKEN not in page


def test_a_long_table_is_folded_and_counts_the_rest(home: Path) -> None:
    rows = tuple(LedgerRow(path=f"{number}.txt", shown=1) for number in range(11))
    short = standalone(with_rows(recorded(home), rows[:10]), (), lambda _: "")
    long = standalone(with_rows(recorded(home), rows, more=3), (), lambda _: "")
    assert '<details id="ledger" open>' in short
    assert '<details id="ledger">' in long
    assert len(table(long)) == 12
    assert "shown of 14 changed files" in long
    assert "3 more files" in long


def test_a_review_of_an_earlier_version_has_no_table(home: Path) -> None:
    assert 'id="ledger"' not in standalone(with_rows(recorded(home), ()), (), lambda _: "")


def test_the_json_of_a_review_has_the_rows(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COORDINATOR_HOME", str(home))
    assert run(["show", recorded(home).id, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["data"]["work"]["ledger"]["rows"]
    assert rows[1] == {
        "path": "login.py",
        "shown": 10,
        "masked": 40,
        "not_shown": 0,
        "reason": "",
        "exempt": "",
        "secret": "github pat",
    }
