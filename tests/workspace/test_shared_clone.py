"""One clone that many reviews, and the person it belongs to, use at once: each review is of its own work."""

from __future__ import annotations

import asyncio
import re
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from coordinator.errors import OriginUnavailable, WorkspaceError
from coordinator.models import Ballot, Quote
from coordinator.workspace import repository
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.multica_daemon import ASKED, FAST, ended, enter, ours, outcome, watching
from tests.support.multica_house import META, answers, settle
from tests.support.multica_server import MulticaServer, Run
from tests.support.origins import URL, Origin
from tests.support.repositories import git
from tests.support.reviews import RUBRIC, report
from tests.support.waiting import wait_until
from tests.support.workspaces import fingerprint

ONE_JUDGE = "panel: {meta_judge: {mention: Meta-Judge}, judge: {name: Judge, mention: Judge}}\nreview: {protocol: judge, single: decide}\n"


@pytest.fixture
def origin(tmp_path: Path) -> Origin:
    return Origin(tmp_path)


@contextmanager
def fetching_beside(clone: Path) -> Iterator[None]:
    """A person who fetches in the clone, again and again."""
    stop = threading.Event()

    def fetch() -> None:
        while not stop.wait(0.1):
            git(clone, "fetch", "--quiet", "--prune", "origin")
            git(clone, "pack-refs", "--all")

    person = threading.Thread(target=fetch)
    person.start()
    try:
        yield
    finally:
        stop.set()
        person.join()


async def freeze(origin: Origin, home: Path, *heads: str) -> Workspace:
    return Workspace(await snapshot(str(origin.clone), "origin/main", home, heads=heads), home)


def frozen(origin: Origin, home: Path, *heads: str) -> Workspace:
    return asyncio.run(freeze(origin, home, *heads))


def test_branches_that_are_fetched_at_once_are_each_its_own(origin: Origin, tmp_path: Path) -> None:
    origin.push("refs/heads/a", "refs/heads/b")

    async def all_at_once(turn: int) -> Sequence[Workspace]:
        return await asyncio.gather(
            *(freeze(origin, tmp_path / f"{name}{turn}", name) for name in "aabb")
        )

    with fetching_beside(origin.clone):
        for turn in range(3):
            found = asyncio.run(all_at_once(turn))
            heads = [(work.work.head, work.work.commit) for work in found]
            assert heads == [
                (head, origin.commit(head)) for head in (f"refs/heads/{name}" for name in "aabb")
            ]
            assert ["# refs/heads/b" in work.work.diff for work in found] == [
                False,
                False,
                True,
                True,
            ]


def test_the_clone_is_as_it_was_whatever_its_settings_ask_for(
    origin: Origin, tmp_path: Path
) -> None:
    git(origin.clone, "fetch", "--quiet", "origin")
    for setting in (
        "fetch.prune",
        "fetch.pruneTags",
        "fetch.writeCommitGraph",
        "submodule.recurse",
    ):
        git(origin.clone, "config", setting, "true")
    git(origin.clone, "config", "gc.auto", "1")
    git(origin.clone, "config", "remote.origin.tagOpt", "--tags")
    origin.push("refs/heads/work", "refs/heads/other", "refs/tags/v1")
    before = fingerprint(origin.clone)
    workspace = frozen(origin, tmp_path / "home", "work")
    assert "# refs/heads/work" in workspace.work.diff
    assert asyncio.run(workspace.still_current())
    origin.push("refs/heads/work", line="return ''")
    assert not asyncio.run(workspace.still_current())
    assert fingerprint(origin.clone) == before
    asyncio.run(workspace.remove())
    assert fingerprint(origin.clone) == before


@pytest.mark.parametrize("base", ["", "origin/main"])
def test_what_others_merged_since_the_clone_was_fetched_is_not_held_against_the_author(
    origin: Origin, tmp_path: Path, base: str
) -> None:
    was = origin.commit("main")
    origin.push("refs/heads/main", line="return 'Good day, ' + name")
    origin.push("refs/heads/work")
    work = asyncio.run(snapshot(str(origin.clone), base, tmp_path / "home", heads=["work"]))
    assert (work.base, git(origin.clone, "rev-parse", "origin/main")) == (
        origin.commit("main"),
        was,
    )
    assert "-    return 'Good day, ' + name  # refs/heads/main" in work.diff


def test_a_clean_up_of_the_clone_takes_nothing_away(origin: Origin, tmp_path: Path) -> None:
    origin.push("refs/heads/work")
    git(origin.clone, "fetch", "--quiet", "origin")
    workspace = frozen(origin, tmp_path / "home", "work")
    git(origin.path, "update-ref", "-d", "refs/heads/work")
    git(origin.clone, "fetch", "--quiet", "--prune", "origin")
    git(origin.clone, "reflog", "expire", "--expire=now", "--all")
    git(origin.clone, "gc", "--quiet", "--prune=now")
    assert not git(origin.clone, "rev-list", "--all", "--", "greet.py")
    with pytest.raises(subprocess.CalledProcessError):
        git(origin.clone, "cat-file", "-e", workspace.work.commit)
    anew = Workspace(workspace.work, workspace.home)
    assert "# refs/heads/work" in asyncio.run(anew.full_diff())
    assert "# refs/heads/work" in (asyncio.run(anew.checkout()) / "greet.py").read_text()
    assert not asyncio.run(anew.still_current())


def test_a_pull_request_is_judged_and_not_a_branch_of_the_same_name(
    origin: Origin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "ARRIVAL", 0)
    # A branch whose name looks like the whole name of the pull request's head is not that head.
    origin.push("refs/heads/work", "refs/pull/7/head", "refs/heads/refs/pull/7/head")
    workspace = frozen(origin, tmp_path / "home", "refs/pull/7/head", "work")
    assert (
        workspace.work.commit
        == origin.commit("refs/pull/7/head")
        != origin.commit("refs/heads/work")
    )
    assert workspace.work.head == "refs/pull/7/head"
    assert (
        frozen(origin, tmp_path / "other", "refs/pull/8/head", "work").work.head
        == "refs/heads/work"
    )
    commit = origin.commit("refs/heads/work")
    assert frozen(origin, tmp_path / "third", commit).work.commit == commit


def test_a_push_that_has_arrived_only_in_part_is_waited_for(
    origin: Origin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "ARRIVAL", 100)
    asked = tmp_path / "asked"
    other_side = tmp_path / "other-side"
    other_side.write_text(f'#!/bin/sh\necho >> {asked}\nfor last; do :; done\nexec sh -c "$last"\n')
    other_side.chmod(0o755)
    # The user's own settings apply to a fetch, unlike those of the clone.
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".gitconfig").write_text(f"[core]\nsshCommand = {other_side}\n")
    git(origin.clone, "remote", "set-url", "origin", f"ssh://example.invalid{origin.path}")
    origin.push("refs/heads/work")
    git(origin.path, "update-ref", "refs/pull/7/head", origin.commit("refs/heads/main"))

    async def push_meanwhile() -> Workspace:
        review = asyncio.create_task(freeze(origin, tmp_path / "home", "refs/pull/7/head", "work"))
        await asyncio.to_thread(wait_until, asked.exists)
        while asked.stat().st_size < 2:  # it has seen the difference, and asks again
            await asyncio.sleep(0.01)
        git(origin.path, "update-ref", "refs/pull/7/head", origin.commit("refs/heads/work"))
        return await review

    assert asyncio.run(push_meanwhile()).work.commit == origin.commit("refs/heads/work")


def test_a_shallow_clone_fetches_the_work_and_keeps_its_depth(
    origin: Origin, tmp_path: Path
) -> None:
    origin.push("refs/heads/main", line="return 'first'")
    origin.push("refs/heads/main", line="return 'second'")
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "--quiet", "--depth=1", f"file://{origin.path}", str(shallow))
    origin.push("refs/heads/work")
    before = fingerprint(shallow)
    work = asyncio.run(snapshot(str(shallow), "origin/main", tmp_path / "home", heads=["work"]))
    assert "# refs/heads/work" in work.diff
    assert fingerprint(shallow) == before


def test_a_name_that_is_no_branch_is_refused_and_changes_nothing(
    origin: Origin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "ARRIVAL", 0)
    origin.push("refs/heads/work")
    before = fingerprint(origin.clone)
    for name in ("work:refs/heads/main", "*", "--upload-pack=touch", "+work", "work\nmain", "HEAD"):
        with pytest.raises(
            WorkspaceError, match=r"could not be fetched into .*: origin has no such branch"
        ):
            frozen(origin, tmp_path / "home", name)
    assert fingerprint(origin.clone) == before


def test_an_origin_that_does_not_answer_is_asked_again_later(
    origin: Origin, tmp_path: Path
) -> None:
    origin.push("refs/heads/work")
    workspace = frozen(origin, tmp_path / "home", "work")
    away = origin.path.rename(tmp_path / "away.git")
    with pytest.raises(OriginUnavailable, match="for 'refs/heads/work'") as caught:
        asyncio.run(workspace.still_current())
    assert caught.value.transient
    away.rename(origin.path)
    assert asyncio.run(workspace.still_current())


def look(run: Run) -> None:
    """Judge the work that is shown, by what is written there and nothing else."""
    (line,) = re.findall(r"^\+    (return .*  # refs/\S+)$", run.prompt, re.MULTILINE)
    seen = [{"source": "greet.py:2", "quote": line}]
    good = "+ name" in line
    answers(report((4, 4) if good else (2, 2), against=() if good else ["CK-001"], evidence=seen))(
        run
    )


@pytest.mark.parametrize("many", [12, pytest.param(60, marks=pytest.mark.soak)])
def test_every_issue_gets_the_verdict_that_its_own_work_deserves(
    origin: Origin, tmp_path: Path, many: int
) -> None:
    with MulticaServer() as server, fetching_beside(origin.clone):
        server.add_agent(META, behave=answers(RUBRIC))
        server.add_agent("Judge", behave=look)
        author = server.add_agent("Author")
        issues = []
        for number in range(1, many + 1):
            issue = server.add_issue(
                "Send greetings", assignee=author, status="in_progress", description=ASKED
            )
            server.add_pull_request(issue, branch=f"work-{number}", head_sha="", number=number)
            origin.push(
                f"refs/heads/work-{number}",
                line="return 'Hello, ' + name" if number % 2 else "return ''",
            )
            if number % 3:  # the others are at a server that has no names for pull requests
                git(
                    origin.path,
                    "update-ref",
                    f"refs/pull/{number}/head",
                    f"refs/heads/work-{number}",
                )
            issues.append(issue)
        repos = f"multica: {{repos: [{{url: {URL}, path: {origin.clone}, base: origin/main}}]}}\n"
        config = settle(server, tmp_path / "home", repos + ONE_JUDGE + FAST)
        with watching(server, config):
            for issue in issues:
                enter(server, issue)
            records = {whole.submission.key: whole for whole in ended(server, config, many)}
    for number, issue in enumerate(issues, 1):
        whole = records[issue.identifier]
        assert whole.work is not None
        assert whole.work.commit == origin.commit(f"refs/heads/work-{number}")
        (ballot,) = (
            result for result in whole.standings[-1].testimonies if isinstance(result, Ballot)
        )
        for proof in ballot.proofs:
            assert isinstance(proof.evidence, Quote)
            assert (proof.found, proof.evidence.text.split()[-1]) == (
                "verified",
                f"refs/heads/work-{number}",
            )
        expected, status = ("accept", "done") if number % 2 else ("reject", "in_progress")
        assert (outcome(whole)[0], issue.status) == (expected, status)
        (said,) = ours(server, issue, expected)
        assert number % 2 or f"# refs/heads/work-{number}” [verified" in said
