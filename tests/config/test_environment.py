from __future__ import annotations

from pathlib import Path

import pytest

from coordinator.config.environment import Environment, passwords_in, read_environment
from coordinator.config.home_directory import home
from coordinator.errors import ConfigError, without_passwords

SECRET = "swordfish-7f3a"


def env_file(folder: Path, text: str, mode: int = 0o600) -> Path:
    file = folder / "env"
    file.write_text(text)
    file.chmod(mode)
    return file


def refusal(file: Path, **environ: str) -> str:
    with pytest.raises(ConfigError) as caught:
        read_environment(environ, file)
    return str(caught.value)


def test_nothing_is_set_without_variables_and_file(tmp_path: Path) -> None:
    assert read_environment({"PATH": "/bin"}, tmp_path / "env") == Environment()


def test_the_file_may_quote_export_and_comment(tmp_path: Path) -> None:
    file = env_file(
        tmp_path,
        "# secrets\n\n"
        "export COORDINATOR_SERVER_URL='https://multica.example/a#b'  # the server\n"
        '  COORDINATOR_WORKSPACE_ID="w 1"\n'
        f"COORDINATOR_TOKEN={SECRET} # bare\n",
    )
    found = read_environment({}, file)
    assert found.server_url == "https://multica.example/a#b"
    assert found.workspace_id == "w 1"
    assert found.token.get_secret_value() == SECRET


def test_the_process_wins_over_the_file(tmp_path: Path) -> None:
    file = env_file(tmp_path, "COORDINATOR_TOKEN=old\nCOORDINATOR_WORKSPACE_ID=w\n")
    found = read_environment({"COORDINATOR_TOKEN": "new"}, file)
    assert (found.token.get_secret_value(), found.workspace_id) == ("new", "w")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o601])
def test_a_file_others_can_reach_is_refused_with_the_command_that_fixes_it(
    tmp_path: Path, mode: int
) -> None:
    file = env_file(tmp_path, f"COORDINATOR_TOKEN={SECRET}\n", mode)
    message = refusal(file)
    assert f"mode {mode:o}" in message
    assert f"(chmod 600 {file})" in message
    assert SECRET not in message


def test_a_stricter_mode_than_600_is_fine(tmp_path: Path) -> None:
    file = env_file(tmp_path, "COORDINATOR_WORKSPACE_ID=w\n", 0o400)
    assert read_environment({}, file).workspace_id == "w"


@pytest.mark.parametrize(
    "line",
    [
        SECRET,
        f"COORDINATOR_TOKEN {SECRET}",
        f"COORDINATOR_TOKEN='{SECRET}",
        f"COORDINATOR_TOKEN=a {SECRET}",
    ],
)
def test_a_line_of_another_form_is_refused_without_showing_it(tmp_path: Path, line: str) -> None:
    file = env_file(tmp_path, f"# first\n{line}\n")
    assert refusal(file) == f"{file}:2: expected KEY=VALUE (quote VALUE as in a shell)"


def test_an_unknown_variable_in_the_file_is_named_with_its_line(tmp_path: Path) -> None:
    file = env_file(tmp_path, "\nCOORDINATOR_TOKN=x\n")
    assert (
        refusal(file)
        == f"unknown variable COORDINATOR_TOKN in {file}:2 (did you mean COORDINATOR_TOKEN?)"
    )


def test_an_unknown_variable_of_the_process_is_named(tmp_path: Path) -> None:
    message = refusal(tmp_path / "env", COORDINATOR_HOEM="/x")
    assert (
        message
        == "unknown variable COORDINATOR_HOEM in the environment (did you mean COORDINATOR_HOME?)"
    )


def test_the_file_cannot_move_the_home_it_lies_in(tmp_path: Path) -> None:
    file = env_file(tmp_path, "COORDINATOR_HOME=/elsewhere\n")
    assert (
        refusal(file)
        == f"{file}:1: COORDINATOR_HOME cannot be set in this file, because it names the directory "
        "of the file (set it in the environment of the process)"
    )


def test_a_dangling_env_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "env").symlink_to(tmp_path / "gone")
    assert "cannot be read: No such file" in refusal(tmp_path / "env")


def test_the_token_is_never_printed() -> None:
    environment = Environment.model_validate({"token": SECRET})
    assert SECRET not in f"{environment} {environment!r} {environment.model_dump_json()}"


def test_home_is_where_coordinator_home_says(tmp_path: Path) -> None:
    assert home({"COORDINATOR_HOME": str(tmp_path)}) == tmp_path
    assert home({"COORDINATOR_HOME": "state"}) == Path.cwd() / "state"
    assert home({"COORDINATOR_HOME": ""}) == home({}) == Path.home() / ".coordinator"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("https://me:secret@host/x", "https://***@host/x"),
        ("postgresql://me:a/b@host/db", "postgresql://***@host/db"),
        ("host=h password='a b' user=me", "host=h password=*** user=me"),
        (
            "postgresql://h/db?password=a&sslmode=require",
            "postgresql://h/db?password=***&sslmode=require",
        ),
        ("write postgresql://USER@HOST/DATABASE", "write postgresql://USER@HOST/DATABASE"),
        ("ssh://git@host/x", "ssh://git@host/x"),
        ("https://host/@scope/x and a@b", "https://host/@scope/x and a@b"),
    ],
)
def test_an_address_is_shown_without_its_password(written: str, shown: str) -> None:
    assert without_passwords(written) == shown
    assert str(ConfigError(written)) == shown


def test_a_password_is_masked_and_a_name_is_not() -> None:
    assert passwords_in("postgresql://coordinator@host/db") == set()
    assert passwords_in("https://coordinator:a%2Fb@host") == {"a%2Fb", "a/b"}
    assert passwords_in("https://0123456789abcdefghij@host") == {"0123456789abcdefghij"}
    assert passwords_in("postgresql://h/db?password=hunter2") == {"hunter2"}
