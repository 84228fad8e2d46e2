"""Signing in as a GitHub App: its key never leaves this machine, and the tokens it is worth live for an hour."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from coordinator.config.trackers import ForgeConfig
from coordinator.config.yaml_file import read_text
from coordinator.errors import ConfigError
from coordinator.trackers.forge.github import GitHub
from coordinator.trackers.http import time_of

RENEWED = 300.0  # seconds before its end that a token is exchanged


@dataclass
class AppSignIn:
    """One App, where the owner of the watched repositories has installed it."""

    options: ForgeConfig
    _token: str = ""
    _ends: float = 0.0
    _renewing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def login(self) -> str:
        """Return the name under which the App writes."""
        async with self._as_app() as api:
            return f"{(await api.get('/app'))['slug']}[bot]"

    async def token(self) -> str:
        """Return a token that lives for some minutes at least."""
        async with self._renewing:
            if self._ends - time.time() < RENEWED:
                if not self.options.repos:
                    raise ConfigError(
                        "a GitHub App needs forge.repos",
                        fix="name a repository that it is installed in",
                    )
                async with self._as_app() as api:
                    place = await api.get(f"/repos/{self.options.repos[0].name}/installation")
                    made = await api.write(
                        "POST", f"/app/installations/{place['id']}/access_tokens"
                    )
                self._token = made["token"]
                self._ends = time_of(made["expires_at"])
            return self._token

    @asynccontextmanager
    async def _as_app(self) -> AsyncIterator[GitHub]:
        """Talk to the server as the App itself, which may ask for tokens and hardly anything else."""
        try:
            import jwt  # noqa: PLC0415  # an optional package
        except ImportError:
            fix = "pip install 'agent-coordinator[github-app]'"
            raise ConfigError("what signs in as a GitHub App is not installed", fix=fix) from None
        assert self.options.app_key is not None
        key = read_text(self.options.app_key)

        async def signed() -> str:
            now = int(time.time())
            claims = {"iat": now - 60, "exp": now + 540, "iss": self.options.app}
            try:
                return jwt.encode(claims, key, algorithm="RS256")
            except (jwt.InvalidKeyError, ValueError, TypeError) as error:
                what = f"{self.options.app_key} is no private key: {error}"
                raise ConfigError(
                    what, fix="give the .pem file that GitHub made for the App"
                ) from None

        api = GitHub(self.options.url, signed, timeout=self.options.timeout)
        try:
            yield api
        finally:
            await api.close()
