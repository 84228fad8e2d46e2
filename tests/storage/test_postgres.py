"""What only a server can do to us: other people's tables, limits, clocks and characters."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from coordinator.config.environment import read_environment, secret_values
from coordinator.demo.play import run_daemon
from coordinator.errors import ConfigError, StoreError, StoreUnavailable, UsageError
from coordinator.storage.store import Store
from tests.support.databases import SERVER, state_in
from tests.support.programs import needing
from tests.support.waiting import wait_until


@pytest.fixture(params=needing("postgresql"))
def url(tmp_path: Path) -> Iterator[str]:
    with state_in(tmp_path, "postgresql") as url:
        yield url


@pytest.fixture
def store(url: str, tmp_path: Path) -> Iterator[Store]:
    assert url
    with closing(Store(tmp_path / "state.db")) as store:
        yield store


def test_a_key_beyond_the_limits_of_an_index_is_refused_alone(store: Store) -> None:
    with store.database.transaction():
        store.add_run("r1", "job", "{}", "")
        with pytest.raises(UsageError, match="too long"), store.database.savepoint():
            store.append("r1", 1, secrets.token_hex(5_000), "step", "{}")
        store.append("r1", 1, "a", "step", "{}")
    assert store.keys("r1") == ["a"]


def test_a_clock_that_was_set_since_is_noticed_with_the_next_write(store: Store) -> None:
    store.database.ahead += 600
    with store.database.transaction():
        assert abs(store.now() - time.time()) < 60


def test_a_lock_that_is_not_had_in_time_leaves_no_transaction_behind(
    store: Store, tmp_path: Path
) -> None:
    with closing(Store(tmp_path / "state.db")) as other:
        other.database.execute("SET lock_timeout = 50")
        timeout = pytest.raises(StoreUnavailable, match="lock timeout")
        with store.database.transaction(), timeout, other.database.transaction():
            pass
        with other.database.transaction():
            other.add_run("r1", "job", "{}", "")
    assert store.run("r1").state == "open"


def test_what_was_committed_while_we_waited_for_the_lock_is_seen_whatever_the_server_prefers(
    store: Store,
) -> None:
    store.database.execute("SET default_transaction_isolation = 'repeatable read'")
    with store.database.transaction():
        isolation = store.database.execute("SHOW transaction_isolation").fetchall()
    assert isolation == [("read committed",)]


def test_whoever_only_listens_hears_again_after_the_connection_was_lost(
    store: Store, url: str
) -> None:
    heard = store.data_version()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 10000)", [store.database.session()])
    with pytest.raises(StoreUnavailable):
        wait_until(lambda: store.data_version() < heard)
    assert store.data_version() > heard


@pytest.mark.parametrize("table", ["runs (number INT)", "versions (number INT)"])
def test_tables_of_another_application_are_left_alone(url: str, tmp_path: Path, table: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE TABLE {table}".encode())
        with pytest.raises(StoreError, match="a database of its own"):
            Store(tmp_path / "state.db")
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        ).fetchall()
    assert tables == [(table.split()[0],)]


@pytest.mark.needs("postgresql")
def test_a_database_that_has_not_all_characters_is_refused(tmp_path: Path) -> None:
    name = f"test_{secrets.token_hex(8)}"
    with psycopg.connect(SERVER, autocommit=True) as connection:
        connection.execute(
            f"CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0".encode()
        )
        env = tmp_path / "env"
        env.touch(mode=0o600)
        env.write_text(f"COORDINATOR_DATABASE={SERVER.rpartition('/')[0]}/{name}\n")
        try:
            with pytest.raises(StoreError, match="uses the encoding LATIN1"):
                Store(tmp_path / "state.db")
        finally:
            connection.execute(f"DROP DATABASE {name} (FORCE)".encode())


@pytest.mark.parametrize(
    ("url", "password"),
    [
        ("postgresql://me:some#thing@127.0.0.1:1/db", "some#thing"),
        ("postgresql://me:some?thing@127.0.0.1:1/db", "some?thing"),
        ("postgresql://127.0.0.1:1/db?user=me&password=some%20thing", "some thing"),
        ("postgresql://me:some/thing@127.0.0.1:1/db", ""),
        ("postgresql://me@[some:thing/db", ""),
    ],
)
def test_no_part_of_a_password_is_said(tmp_path: Path, url: str, password: str) -> None:
    (tmp_path / "env").touch(mode=0o600)
    (tmp_path / "env").write_text(f"COORDINATOR_DATABASE={url}\n")
    with pytest.raises(StoreUnavailable if password else ConfigError) as refused:
        Store(tmp_path / "state.db")
    assert "some" not in str(refused.value)
    assert "thing" not in str(refused.value)
    assert not password or password in secret_values(
        read_environment({}, tmp_path / "env"), tmp_path
    )


def test_the_demo_has_files_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COORDINATOR_DATABASE", "postgresql://127.0.0.1:1/db")
    (tmp_path / "coordinator.yaml").write_text("tracker: board\n")
    with run_daemon(tmp_path, serve=False):
        wait_until((tmp_path / "state.db").exists)
