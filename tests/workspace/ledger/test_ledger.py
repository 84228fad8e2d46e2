"""The ledger counts every changed byte of the work as shown, masked or not shown."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coordinator.config.review import ReviewConfig, WorkLimits
from coordinator.models import Ledger, LedgerRow, Work
from coordinator.workspace import ledger as module
from coordinator.workspace.snapshot import snapshot
from tests.support.workspaces import Repo, run

TOKEN = "ghp_" + "Zq8Lw2Xn5Rv7Ty1Kp4Mb9Dc3Fg6Hj0Sa2Ue8"


def rows(work: Work) -> dict[str, tuple[int, int, int, str, str]]:
    return {
        row.path: (row.shown, row.masked, row.not_shown, row.reason, row.exempt)
        for row in work.ledger.rows
    }


def frozen(repo: Repo, home: Path, limit: int = 60_000, **options: object) -> Work:
    return run(snapshot(str(repo.root), "main", home, limit, **options))  # type: ignore[arg-type]


def test_each_changed_byte_is_counted_once(repo: Repo, home: Path) -> None:
    repo.write("plain.txt", "one\ntwo\n")
    repo.write("login.py", f"token = '{TOKEN}'\n")
    repo.write("long.txt", "x" * 2_500 + "\n")
    repo.write("latin.txt", b"caf\xe9\n")
    repo.write("data.bin", b"\0" * 100)
    repo.write("store.p12", b"secret")
    work = frozen(repo, home)
    assert rows(work) == {
        "plain.txt": (6, 0, 0, "", ""),
        "login.py": (10, 40, 0, "", ""),
        "long.txt": (1_999, 0, 501, "long line", ""),
        "latin.txt": (3, 0, 1, "not UTF-8", ""),
        "data.bin": (0, 0, 100, "binary", ""),
        "store.p12": (0, 0, 6, "withheld", ""),
    }
    assert work.unshown == work.ledger.held == ("data.bin", "latin.txt", "long.txt", "store.p12")
    assert work.ledger.secrets == ("login.py: github pat",)
    assert work.notices[0] == (
        "shown 2 of 6 changed files; not shown: data.bin (binary), latin.txt (not UTF-8), "
        "long.txt (long line), store.p12 (withheld)"
    )


@pytest.mark.parametrize("limit", [1_000, 2_000, 3_001, 7_000, 20_000])
def test_what_the_ledger_calls_shown_is_in_the_diff(repo: Repo, home: Path, limit: int) -> None:
    for number in range(12):
        lines = [f"{number:02}-{line:03}-{'y' * (line % 40)}\n" for line in range(60)]
        repo.write(f"{number:02}.txt", "".join(lines))
    work = frozen(repo, home, limit)
    for number in range(12):
        row = next(row for row in work.ledger.rows if row.path == f"{number:02}.txt")
        seen = [line for line in work.diff.splitlines() if line.startswith(f"+{number:02}-")]
        total = sum(7 + line % 40 for line in range(60))
        assert row.shown + row.not_shown == total
        assert abs(row.shown - sum(len(line) - 1 for line in seen)) <= 1
        assert bool(row.reason) == (len(seen) < 60)


def test_a_rename_and_a_link_keep_their_own_rows(repo: Repo, home: Path) -> None:
    text = "".join(f"line {number}\n" for number in range(50))
    repo.write("old name.txt", text)
    repo.write("b.txt", "b\n")
    repo.commit("before")
    repo.git("branch", "--force", "main")
    repo.git("checkout", "--quiet", "-b", "elsewhere")
    repo.write("new näme.txt", text + "more\n")
    (repo.root / "old name.txt").unlink()
    (repo.root / "b.txt").unlink()
    os.symlink("new näme.txt", repo.root / "b.txt")
    repo.write("z.bin", b"\0z")
    work = frozen(repo, home)
    assert rows(work)["new näme.txt"] == (4, 0, 0, "", "")
    assert rows(work)["b.txt"] == (14, 0, 0, "", "")
    assert rows(work)["z.bin"] == (0, 0, 2, "binary", "")


def test_a_changed_file_that_is_too_large_is_not_shown(repo: Repo, home: Path) -> None:
    repo.write("big.sql", "x\n" * 500)
    work = frozen(repo, home, limits=WorkLimits(largest=100))
    assert rows(work)["big.sql"] == (0, 0, 1_000, "too large", "")
    assert work.ledger.held == ("big.sql",)


def test_a_deleted_file_needs_only_its_name(repo: Repo, home: Path) -> None:
    repo.write("gone.txt", "some text\n" * 9_000)
    repo.write("gone.bin", b"\0")
    repo.commit("before")
    repo.git("branch", "--force", "main")
    repo.git("checkout", "--quiet", "-b", "elsewhere")
    (repo.root / "gone.txt").unlink()
    (repo.root / "gone.bin").unlink()
    work = frozen(repo, home)
    assert work.ledger.held == ()
    assert rows(work)["gone.txt"][3:] == ("cut", "deleted")


def test_the_rows_are_bounded_and_the_rest_is_counted(
    repo: Repo, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_ROWS", 3)
    for number in range(5):
        repo.write(f"{number}.bin", b"\0")
        repo.write(f"{number}.txt", "x\n")
    ledger = frozen(repo, home).ledger
    assert [row.path for row in ledger.rows] == ["0.bin", "1.bin", "2.bin"]
    assert (ledger.more, ledger.more_held) == (7, 2)
    assert ledger.held == ("0.bin", "1.bin", "2.bin", "and 2 more files")
    assert ledger.summary.startswith("shown 5 of 10 changed files; not shown: 0.bin (binary), ")


def test_generated_files_are_exempt_but_not_their_keys(repo: Repo, home: Path) -> None:
    repo.write("dist/app.js", "x" * 3_000)
    repo.write("dist/key.pem", "key\n")
    work = frozen(repo, home, generated=("dist/**",))
    assert rows(work)["dist/app.js"][3:] == ("long line", "generated")
    assert work.ledger.held == ("dist/key.pem",)


@pytest.mark.parametrize("glob", ["", " ", "{a,b}" * 12])
def test_a_glob_of_generated_files_is_checked(glob: str) -> None:
    with pytest.raises(ValueError, match="glob"):
        ReviewConfig(generated=(glob,))


def test_work_of_an_earlier_version_has_no_ledger() -> None:
    work = Work(repo="r", base="b", commit="c", revision="t", diff="", diff_bytes=0)
    assert work.ledger == Ledger()
    assert "ledger" not in work.model_dump()
    row = LedgerRow(path="a\nb", not_shown=1, reason="binary")
    assert Ledger(rows=(row,)).summary.endswith('not shown: "a\\nb" (binary)')
