"""Read coordinator's variables from the environment and its file `env`, and mask secrets."""

import logging
import os
import re
import shlex
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

from pydantic import Field, SecretStr

from coordinator.config.home_directory import HOME, home
from coordinator.config.suggestions import nearest
from coordinator.config.yaml_file import read_text
from coordinator.errors import ConfigError
from coordinator.models import Value

log = logging.getLogger("coordinator")

PREFIX = "COORDINATOR_"
TOKEN_FILE = "dashboard.token"
CLONES = "clones"  # the folder of our own clones
CREDENTIALS = f"{CLONES}/credentials"  # the credentials of our own clones, in git's format
# The names of variables that hold secrets.
SECRET_NAME = re.compile(r"TOKEN|KEY|SECRET|PASSW", re.IGNORECASE)
# The password in a URL. A long user name is taken for a token.
_PASSWORD = re.compile(
    r"""://[^:/@\s"]{0,200}:([^/@\s"]{1,1000})@
      | https?://([^:/@\s"]{20,1000})@
      | [?&]password=([^&\s"]{1,1000})""",
    re.VERBOSE,
)
SHORTEST_SECRET = 8  # characters; a shorter value is not a key, and occurs in ordinary text
_ASSIGNMENT = re.compile(
    r"""\s*(?:export\s+)?(?P<name>[A-Za-z_]\w*)=
    (?:'(?P<single>[^']*)' | "(?P<double>[^"]*)" | (?P<bare>[^\s'"]*))
    \s*(?:(?<=\s)\#.*)?""",
    re.VERBOSE,
)


class Environment(Value):
    """The values of coordinator's variables in the environment and in the env file."""

    server_url: str = Field(default="", description="address of the Multica server")
    workspace_id: str = Field(default="", description="the Multica workspace to watch")
    token: SecretStr = Field(
        default=SecretStr(""), description="the token to sign in with; never shown"
    )
    dashboard_token: SecretStr = Field(
        default=SecretStr(""),
        description=("the token for the dashboard, instead of the generated one; never shown"),
    )
    webhook_secret: SecretStr = Field(
        default=SecretStr(""),
        description="the secret with which a forge signs its webhooks; never shown",
    )
    database: SecretStr = Field(
        default=SecretStr(""),
        description=(
            "`postgresql://USER@HOST/DATABASE`, the database in which a fleet shares its "
            "state; if not set, the state is in files of the home directory"
        ),
    )
    log: str = Field(
        default="text",
        description=(
            "`json` writes each log line as a JSON object, with its run and seat if they are known"
        ),
    )
    secrets: dict[str, SecretStr] = Field(default_factory=dict, exclude=True)


VARIABLES = {PREFIX + name.upper(): name for name in Environment.model_fields if name != "secrets"}


def state_file(home: Path) -> Path:
    """Return the path of the state file in a home directory. It holds the runs and their events."""
    return home / "state.db"


def database_url(directory: Path) -> str:
    """Return the URL of the PostgreSQL database with the state of a home directory.

    Return an empty string if the state is in files of that directory. The environment variable
    COORDINATOR_DATABASE applies only to the user's own home directory. A dry run or demonstration
    uses another directory, and must not write to the user's database.
    """
    environ: Mapping[str, str] = {}
    if directory == home(os.environ):
        environ = os.environ
    url = read_environment(environ, directory / "env").database.get_secret_value()
    if url and not url.startswith(("postgresql://", "postgres://")):
        raise ConfigError(
            f"{PREFIX}DATABASE is not the URL of a PostgreSQL database",
            fix="write postgresql://USER@HOST/DATABASE, or unset it to keep the state in files",
        )
    return url


def tracing(environ: Mapping[str, str]) -> str:
    """Return "on" if the environment names a collector of traces, and "off" otherwise.

    If a package is missing, return a message that names it and the fix.
    """
    collector = environ.get("OTEL_EXPORTER_OTLP_ENDPOINT")
    if not collector:
        collector = environ.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
    if not collector or environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return "off"
    with suppress(ModuleNotFoundError):
        if find_spec("opentelemetry.exporter.otlp.proto.http"):
            return "on"
    return (
        "no traces are sent: pip install 'agent-coordinator[otel]', or set OTEL_SDK_DISABLED=true"
    )


def kept_token(home: Path) -> str:
    """Return the stored dashboard token of a home directory, or an empty string."""
    file = home / TOKEN_FILE
    if os.path.lexists(file):
        return _read_private(file).strip()
    return ""


def secret_values(known: Environment, home: Path) -> frozenset[str]:
    """Return every known key, token and password that is long enough to be masked."""
    values = {kept_token(home)}
    for secret in (
        known.token,
        known.dashboard_token,
        known.webhook_secret,
        known.database,
        *known.secrets.values(),
    ):
        values.add(secret.get_secret_value())
    values.update(passwords_in(known.database.get_secret_value()))
    credentials = home / CREDENTIALS  # only this file has the token of a GitHub App
    if os.path.lexists(credentials):
        values.update(passwords_in(_read_private(credentials)))
    for name, value in os.environ.items():
        if SECRET_NAME.search(name):
            values.add(value)
    return maskable(values)


def passwords_in(urls: str) -> set[str]:
    """Return the passwords in a text that contains URLs."""
    found: set[str] = set()
    for match in _PASSWORD.finditer(urls):
        written = match[match.lastindex or 0]
        found.update((written, unquote(written)))
    return found


def maskable(values: Iterable[str]) -> frozenset[str]:
    """Return the values that are long enough to be masked."""
    return frozenset(value for value in values if len(value) >= SHORTEST_SECRET)


def masked(text: str, secrets: Iterable[str]) -> str:
    """Return the text with each secret value in it masked."""
    # The longest comes first, because a value can contain another.
    for value in sorted(secrets, key=len, reverse=True):
        text = text.replace(value, "[...]")
    return text


def read_environment(environ: Mapping[str, str], file: Path) -> Environment:
    """Return coordinator's variables from `environ`, or else from the env file.

    Raise ConfigError for an unknown variable with coordinator's prefix, and for a file that cannot
    be used.
    """
    ours = {}
    for name, value in environ.items():
        if name.startswith(PREFIX) and name != HOME:
            _refuse_unknown(name, "the environment", [*VARIABLES, HOME])
            ours[VARIABLES[name]] = value
    fields: dict[str, object] = {}
    secrets = {}
    if os.path.lexists(file):
        for name, value in _read_env_file(file).items():
            if name in VARIABLES:
                fields[VARIABLES[name]] = value
            else:
                secrets[name] = value
    fields.update(ours)
    if fields.get("log", "text") not in ("text", "json"):
        raise ConfigError(
            f"{PREFIX}LOG has the unknown value {fields['log']!r}", fix="write text or json"
        )
    fields["secrets"] = secrets
    return Environment.model_validate(fields)


@dataclass
class EnvFile:
    """The variables of the process and of the env file. A changed file is read again."""

    environ: Mapping[str, str] = field(default_factory=dict, compare=False)
    file: Path = field(default=Path(os.devnull, "none"), compare=False)
    _values: Environment = field(init=False)

    def __post_init__(self) -> None:
        self._seen = self._stamp()  # taken before the file is read, so that no change is missed
        self._values = read_environment(self.environ, self.file)

    @property
    def values(self) -> Environment:
        """Return the current variables, or the previous ones if the file cannot be used."""
        stamp = self._stamp()
        if stamp not in (None, self._seen):
            self._seen = stamp
            try:
                self._values = read_environment(self.environ, self.file)
                log.info("%s has changed; its tokens and keys are used from now on", self.file)
            except ConfigError as error:
                log.warning("the previous values of %s stay in use: %s", self.file, error)
        return self._values

    def _stamp(self) -> tuple[int, ...] | None:
        try:
            found = self.file.stat()
        except OSError:
            return None
        # The change time also changes with the mode. The size distinguishes two writes within one
        # tick of the clock.
        return found.st_ino, found.st_ctime_ns, found.st_size


def _refuse_unknown(name: str, place: str, known: list[str]) -> None:
    if name not in known:
        raise ConfigError(f"unknown variable {name} in {place}", fix=nearest(name, known))


def _read_private(file: Path) -> str:
    """Return the text of a file. Raise ConfigError if other users can read the file."""
    text = read_text(file)
    mode = file.stat().st_mode & 0o777
    if mode & 0o077:
        raise ConfigError(
            f"{file} contains secrets, but its mode {mode:03o} lets other users read it",
            fix=f"chmod 600 {shlex.quote(str(file))}",
        )
    return text


def _read_env_file(file: Path) -> dict[str, str]:
    variables = {}
    for number, line in enumerate(_read_private(file).splitlines(), start=1):
        if not line.split("#", 1)[0].strip():
            continue
        place = f"{file}:{number}"
        found = _ASSIGNMENT.fullmatch(line)
        if not found:
            raise ConfigError(f"{place}: expected KEY=VALUE", fix="quote VALUE as in a shell")
        name = found["name"]
        if name == HOME:
            raise ConfigError(
                f"{place}: {HOME} cannot be set in this file, because it names the directory "
                "of the file",
                fix="set it in the environment of the process",
            )
        if name.startswith(PREFIX):
            _refuse_unknown(name, place, list(VARIABLES))
        variables[name] = found["single"] or found["double"] or found["bare"] or ""
    return variables
