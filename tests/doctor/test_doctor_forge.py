"""What `doctor` finds wrong with a forge, how we sign in as a GitHub App, and what of that is kept secret."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from coordinator.app.runtime import diagnose, open_tracker
from coordinator.config.settings import Config, load
from coordinator.doctor.health import HealthCheck
from coordinator.errors import ConfigError
from coordinator.trackers.forge import app as sign_in
from coordinator.trackers.forge.kind import forge_api
from tests.support.forge.state import Dialect
from tests.support.forge_house import DIALECTS, FORGES, SHOP, settle, site_at
from tests.support.forge_server import ForgeServer


@pytest.fixture(params=DIALECTS)
def server(request: pytest.FixtureRequest) -> Iterator[ForgeServer]:
    with ForgeServer(request.param) as running:
        running.repo(SHOP, private=True)
        running.grant(SHOP, "judge", "admin")
        yield running


@pytest.fixture
def github() -> Iterator[ForgeServer]:
    with ForgeServer("github") as running:
        running.repo(SHOP, private=True)
        yield running


def configure(
    server: ForgeServer, home: Path, options: str = "", *, token: str | None = None
) -> Config:
    """The configuration of a home for the repository on a server."""
    home.mkdir(exist_ok=True)
    given = f"url: '{server.url}', repos: [{SHOP}]{', ' if options else ''}{options}"
    (home / "coordinator.yaml").write_text(f"tracker: {server.dialect}\nforge: {{{given}}}\n")
    environ = {
        "COORDINATOR_HOME": str(home),
        "COORDINATOR_TOKEN": server.user("judge") if token is None else token,
    }
    return load(config=home / "coordinator.yaml", environ=environ)


def found(config: Config) -> list[HealthCheck]:
    return [one for one in asyncio.run(diagnose(config)) if one.what not in ("state", "sandbox")]


@pytest.mark.parametrize("where", FORGES)
def test_a_healthy_set_up_is_fine_and_nothing_is_written(where: str, tmp_path: Path) -> None:
    with site_at(where, tmp_path / "site") as site:
        number = site.open()
        config = settle(site, tmp_path / "home", (), "merge: always")
        seen = {one.what: one for one in found(config)}
        assert {one.state for one in seen.values()} == {"fine"}
        assert f"we are {site.me}" in seen["token"].detail
        for purpose in (
            "for the work",
            "for reviews",
            "for comments and labels",
            "the commit status",
            "merges",
        ):
            assert purpose in seen[site.repo].detail
        assert ("limit" in seen) == (site.dialect == "github")
        if where == "real":
            assert site.server.get(f"/repos/{site.repo}/labels") == []  # type: ignore[union-attr]
        else:
            tried = [one.status for one in site.standin.requests if one.method != "GET"]
            assert tried == [422] * len(tried) != []
        assert (site.statuses(number), site.ours(number)) == ([], {})


@pytest.mark.parametrize(
    ("dialect", "right", "words", "fix"),
    [
        ("github", "pull_requests=write", "reviews: POST", "Pull requests: write"),
        ("github", "issues=write", "comments and labels: POST", "Issues: write"),
        ("github", "statuses=write", "the commit status: POST", "Commit statuses: write"),
        ("github", "contents=write", "merges and dispatches: POST", "Contents: write"),
        ("gitea", "write:issue", "required=[write:issue]", "the scope write:issue"),
        ("gitea", "write:repository", "required=[write:repository]", "the scope write:repository"),
    ],
)
def test_each_right_that_is_missing_is_named(
    dialect: Dialect, right: str, words: str, fix: str, tmp_path: Path
) -> None:
    with ForgeServer(dialect) as server:
        server.repo(SHOP)
        server.grant(SHOP, "judge", "admin")
        server.world.lacking.add(right)
        broken = [
            one
            for one in found(configure(server, tmp_path, "merge: label"))
            if one.state == "broken"
        ]
    assert words in broken[0].detail
    assert broken[0].fix == f"the token needs {fix}"
    assert len(broken) == 1 + (right == "write:repository")  # which two things need


def test_who_may_only_read_or_write_is_told_what_that_means(tmp_path: Path) -> None:
    with ForgeServer("gitea") as server:
        server.repo(SHOP)
        config = configure(server, tmp_path)
        server.grant(SHOP, "judge", "read")
        states = [(one.state, one.fix) for one in found(config) if one.what == SHOP]
        server.grant(SHOP, "judge", "write")
        (fine, doubtful) = (one for one in found(config) if one.what == SHOP)
    assert [state for state, _ in states] == ["fine", "broken", "broken", "doubtful"]
    assert states[2] == ("broken", "the token needs write access to the repository")
    assert (fine.state, doubtful.state) == ("fine", "doubtful")
    assert "administrator" in doubtful.fix


def test_what_is_wrong_before_that_is_named_with_its_fix(
    server: ForgeServer, tmp_path: Path
) -> None:
    def last(config: Config) -> tuple[str, str, str]:
        one = found(config)[-1]
        assert one.state == "broken"
        return one.what, one.detail, one.fix

    config = configure(server, tmp_path)
    for token in ("nonsense", "two\nlines", "grün"):
        what, detail, fix = last(configure(server, tmp_path, token=token))
        assert (what, "COORDINATOR_TOKEN" in fix, token.split()[-1] in detail) == (
            "token",
            True,
            False,
        )
    what, detail, fix = last(configure(server, tmp_path, token=""))
    assert (what, detail) == ("tracker", f"tracker {server.dialect} needs COORDINATOR_TOKEN")
    assert str(tmp_path / "env") in fix
    assert (
        last(config.model_copy(update={"forge": config.forge.model_copy(update={"repos": ()})}))[0]
        == "tracker"
    )
    with server.down():
        assert last(config)[0] == "server"
    server.grant(SHOP, "judge", "none")
    what, detail, fix = last(config)
    assert (what, fix) == (SHOP, "it does not exist, or the token has no right to read it")


def test_a_token_that_ends_soon_is_doubtful(github: ForgeServer, tmp_path: Path) -> None:
    github.grant(SHOP, "judge", "write")
    token = github.world.new_token(github.world.user("judge"), timedelta(days=3))
    (seen,) = (
        one for one in found(configure(github, tmp_path, token=token)) if one.state != "fine"
    )
    assert (seen.what, seen.state, "the token expires within a week" in seen.detail) == (
        "token",
        "doubtful",
        True,
    )


def test_gitea_has_no_dispatch_and_needs_an_address(tmp_path: Path) -> None:
    with ForgeServer("gitea") as server:
        config = configure(server, tmp_path, "restart: dispatch")
    assert found(config)[-1].detail == "Gitea cannot dispatch a workflow"
    away = config.model_copy(update={"forge": config.forge.model_copy(update={"url": ""})})
    assert found(away)[-1].detail == "tracker gitea needs forge.url"


# -- as a GitHub App


def as_app(server: ForgeServer, home: Path, key: str = "") -> Config:
    app = server.app()
    (home / "app.pem").write_text(key or app.key)
    return configure(server, home, f"app: '{app.id}', app_key: {home / 'app.pem'}", token="")


def test_an_app_signs_in_with_its_key_and_renews_its_tokens(
    github: ForgeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = as_app(github, tmp_path)
    seen = {one.what: one for one in found(config)}
    assert {one.state for one in seen.values()} == {"fine"}
    assert "we are coordinator[bot]" in seen["token"].detail

    async def tokens() -> list[str]:
        api = forge_api(config)
        try:
            first = [await api.token(), await api.token()]
            monkeypatch.setattr(sign_in, "RENEWED", 3601.0)  # as if it were about to end
            first.append(await api.token())
            github.revoke(first[0])
            await api.get(f"/repos/{SHOP}")
            return first
        finally:
            await api.close()

    first, again, renewed = asyncio.run(tokens())
    assert first == again != renewed


def test_what_an_app_fetches_with_is_masked_like_any_secret(
    github: ForgeServer, tmp_path: Path
) -> None:
    config = as_app(github, tmp_path)
    number = github.open_pull(SHOP, "author", "sort", "Sort")

    async def deliver() -> str:
        async with open_tracker(config) as tracker:
            return (await tracker.delivery(await tracker.issue(f"{SHOP}#{number}"))).repo

    assert Path(asyncio.run(deliver())).is_dir()
    (token,) = (
        token
        for token, (user, _) in github.world.tokens.items()
        if user.login == "coordinator[bot]"
    )
    assert token in config.secret_values()


@pytest.mark.parametrize(
    ("key", "words", "fix"),
    [
        ("no key at all", "is not a private key", "give the .pem file"),
        ("another", "could not be decoded", "a key of forge.app"),
    ],
)
def test_a_wrong_key_is_said_to_be_one(
    github: ForgeServer, tmp_path: Path, key: str, words: str, fix: str
) -> None:
    last = found(as_app(github, tmp_path, github.app("another").key if key == "another" else key))[
        -1
    ]
    assert (last.what, last.state) == ("token", "broken")
    assert words in last.detail
    assert fix in last.fix


def test_an_app_needs_a_package_and_its_key_file(
    github: ForgeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = as_app(github, tmp_path)
    (tmp_path / "app.pem").unlink()
    assert "app.pem" in found(config)[-1].detail
    monkeypatch.setitem(sys.modules, "jwt", None)
    with pytest.raises(ConfigError, match=r"pip install 'agent-coordinator\[github-app\]'"):
        asyncio.run(forge_api(config).me())
