"""Sign in as a GitHub App.

The private key of the App stays on this machine. We use it to sign requests for tokens, which are
valid for an hour.
"""

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

RENEWED = 300.0  # a token is renewed this many seconds before its end


@dataclass
class AppSignIn:
    """A GitHub App that the owner of the watched repositories has installed."""

    options: ForgeConfig
    _token: str = ""
    _ends: float = 0.0
    _renewing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def login(self) -> str:
        """Return the name under which the App writes."""
        async with self._as_app() as api:
            app = await api.get("/app")
            return f"{app['slug']}[bot]"

    async def token(self) -> str:
        """Return a token that is valid for at least RENEWED seconds."""
        async with self._renewing:
            if self._ends - time.time() < RENEWED:
                await self._renew()
            return self._token

    async def _renew(self) -> None:
        if not self.options.repos:
            raise ConfigError(
                "a GitHub App needs forge.repos", fix="name a repository that it is installed in"
            )
        repo = self.options.repos[0].name
        async with self._as_app() as api:
            installation = await api.get(f"/repos/{repo}/installation")
            path = f"/app/installations/{installation['id']}/access_tokens"
            made = await api.write("POST", path)
        self._token = made["token"]
        self._ends = time_of(made["expires_at"])

    @asynccontextmanager
    async def _as_app(self) -> AsyncIterator[GitHub]:
        """Yield a client that signs in as the App itself. It can do little more than get tokens."""
        try:
            import jwt  # noqa: PLC0415  # an optional package
        except ImportError:
            fix = "pip install 'agent-coordinator[github-app]'"
            raise ConfigError("GitHub App support is not installed", fix=fix) from None
        assert self.options.app_key is not None
        key = read_text(self.options.app_key)

        async def signed() -> str:
            now = int(time.time())
            claims = {"iat": now - 60, "exp": now + 540, "iss": self.options.app}
            try:
                return jwt.encode(claims, key, algorithm="RS256")
            except (jwt.InvalidKeyError, ValueError, TypeError) as error:
                what = f"{self.options.app_key} is not a private key: {error}"
                raise ConfigError(
                    what, fix="give the .pem file that GitHub made for the App"
                ) from None

        api = GitHub(self.options.url, signed, timeout=self.options.timeout)
        try:
            yield api
        finally:
            await api.close()
