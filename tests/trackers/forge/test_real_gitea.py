"""A real Gitea, as `make forge` starts it: many pull requests, kills, two daemons, tokens, issues."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from coordinator.app.runtime import open_tracker
from coordinator.errors import Conflict
from tests.support.crash_daemon import watch
from tests.support.forge.real import PASSWORD, RealGitea
from tests.support.forge_house import (
    FINE,
    MENDED,
    STATES,
    Site,
    ends,
    environment,
    panel,
    records,
    settle,
    site_at,
)
from tests.support.processes import Copy
from tests.support.waiting import PATIENCE

pytestmark = [pytest.mark.integration, pytest.mark.needs("gitea")]
AT_ONCE = 20
KILLS = 6


def daemon(home: Path, variables: dict[str, str]) -> Copy:
    more = ("--config", str(home / "coordinator.yaml"))
    return Copy(watch, 15.0, "", *more, env=variables, cwd=home, stderr=home / "stderr")


def kill(daemons: list[Copy]) -> None:
    for each in daemons:
        each.kill()


def real(site: Site) -> RealGitea:
    assert isinstance(site.server, RealGitea)
    return site.server


def test_real_twenty_at_once_with_two_daemons_and_kills_are_all_merged_once(tmp_path: Path) -> None:
    with site_at("real", tmp_path) as site, ExitStack() as ending:
        settings = f"merge: always, {STATES}"
        # The base moves with each merge. Rechecks would be reviews of their own.
        settle(site, tmp_path, panel(FINE), settings, extra="review: {base_moved: ignore}\n")
        variables = environment(tmp_path, site.token)
        daemons = [daemon(tmp_path, variables) for _ in range(2)]
        ending.callback(lambda: kill(daemons))
        time.sleep(5)  # a first look, so that what follows is new
        began = time.monotonic()
        numbers = []
        for count in range(AT_ONCE):
            files = {**MENDED, f"guest{count}.txt": f"{count}\n"}
            numbers.append(site.open(f"Greet {count}", files))
        for number_of_kill in range(KILLS):
            time.sleep(4)
            daemons[number_of_kill % 2].kill()
            daemons[number_of_kill % 2].wait(PATIENCE)
            daemons[number_of_kill % 2] = daemon(tmp_path, variables)
        real(site).wait(lambda: all(site.pull(number).merged for number in numbers), 1500)
        print(f"\n{AT_ONCE} at once, {KILLS} kills: {time.monotonic() - began:.0f} s")
        for number in numbers:
            pull = site.pull(number)
            assert [review.state for review in pull.reviews] == ["APPROVED"]
            assert Counter(site.ours(number)) == {"verdict": 1}
            assert pull.labels == ["accepted"]


def test_real_a_token_that_is_revoked_parks_the_work_until_it_is_renewed(tmp_path: Path) -> None:
    with site_at("real", tmp_path) as site, ExitStack() as ending:
        config = settle(site, tmp_path, panel(FINE), STATES)
        address = f"{site.server.url}/api/v1/users/{site.me}/tokens"
        sign_in = (site.me, PASSWORD)
        scopes = ["write:repository", "write:issue", "read:user"]

        def new_token() -> str:
            body = {"name": secrets.token_hex(4), "scopes": scopes}
            made = httpx.post(address, json=body, auth=sign_in, trust_env=False).json()
            (tmp_path / "env").write_text(f"COORDINATOR_TOKEN={made['sha1']}\n")
            (tmp_path / "env").chmod(0o600)
            return str(made["name"])

        name = new_token()
        variables = environment(tmp_path, "")
        del variables["COORDINATOR_TOKEN"]
        process = daemon(tmp_path, variables)
        ending.callback(process.kill)
        time.sleep(5)  # a first look
        httpx.delete(f"{address}/{name}", auth=sign_in, trust_env=False)
        number = site.open(files=MENDED)
        time.sleep(5)  # nothing can be read meanwhile
        assert ends(config) == []
        new_token()
        began = time.monotonic()
        real(site).wait(lambda: ends(config) == ["done"], 300)
        print(f"\nafter a new token: {time.monotonic() - began:.1f} s")
        assert [record.state for record in records(config)] == ["accept"]
        assert [review.state for review in site.pull(number).reviews] == ["APPROVED"]


def test_real_an_issue_is_moved_by_labels_and_knows_its_pull_requests(tmp_path: Path) -> None:
    with site_at("real", tmp_path) as site:
        config = settle(site, tmp_path, [], "status_labels: {qa: 'needs QA'}")
        number = real(site).issue(site.repo, site.asker, "Send greetings", "To every guest.")
        key = f"{site.repo}#{number}"
        pull = real(site).open_pull(site.repo, site.author, "greet", "Greet", f"Fixes #{number}")

        async def work() -> None:
            async with open_tracker(config) as tracker:
                for status in ("in_progress", "qa", "in_review", "done", "cancelled", "todo"):
                    to: Any = status
                    issue = await tracker.issue(key)
                    await tracker.move(key, to, entry="", version=issue.version)
                    tracker.wake()
                    closed = {"done", "cancelled"}
                    listed = await tracker.issues(closed, all_open=True)
                    assert [row.status for row in listed] == [status]
                with pytest.raises(Conflict):
                    await tracker.move(key, "done", entry="", version=1)
                [known] = await tracker.pulls(key)
                assert known.url.endswith(f"/pulls/{pull}")
                assert (await tracker.entry(key)) is not None
                head = site.pull(pull).head
                assert await tracker.merge(key, entry=head, base="main") == ""
                assert (await tracker.issue(key)).status == "done"

        asyncio.run(work())
