"""The providers of models: what a seat needs to reach one, checked before anything is spent, and how one is reached.

Their packages are heavy and optional, so they are imported where a client is built and nowhere else. All seats of a
process that ask the same provider at the same address share one limiter and its connections.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import yaml

from coordinator.config.seats import ModelConfig
from coordinator.config.settings import Config, ModelsConfig
from coordinator.config.yaml_file import nearest
from coordinator.engine import take_turn
from coordinator.errors import ConfigError
from coordinator.models import Value

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from pydantic_ai.models import Model as Backend
    from pydantic_ai.settings import ModelSettings

NO_KEY = "none"  # the clients insist on some key, also for servers that want none

# Profiles of pydantic_ai. Replies reach our reader as the model wrote them: schemas are sent as they are, and no part
# of a text is taken for thinking because of a tag in it, which may as well be a quote from the work.
AS_WRITTEN: Any = {
    "json_schema_transformer": None,
    "thinking_tags": ("\ue000no tag\ue001", "\ue000no tag\ue001"),
}
# Servers other than OpenAI's own know the older name of the token limit, and not all of them the newer.
OLDER_LIMIT: Any = AS_WRITTEN | {"openai_chat_supports_max_completion_tokens": False}
# A test holds our forms against Anthropic's limits once, instead of the library with every call.
FORMS_FIT: Any = AS_WRITTEN | {"anthropic_enforces_strict_schema_limits": False}


class Provider(Value):
    """What is known of one provider."""

    address: str
    keys: tuple[str, ...] = ()  # the variables that may hold its key
    extra: str  # of ours, which installs its client
    module: str  # of its client
    elsewhere: str = ""  # the variable that names another address
    models: tuple[str, ...] = ()  # whom a key seats where no panel is configured


_known = yaml.load(Path(__file__).with_name("providers.yaml").read_bytes(), yaml.CSafeLoader)
PROVIDERS: Mapping[str, Provider] = {name: Provider(**fields) for name, fields in _known.items()}


@dataclass(frozen=True, slots=True)
class ProviderAccess:
    """How one seat reaches its model."""

    vendor: str
    model: str
    address: str
    key: str = field(repr=False)
    variable: str
    own_server: bool


def access_for(spec: ModelConfig, config: Config) -> ProviderAccess:
    """Return all that a seat needs to reach its model; raise a ConfigError that says what is missing."""
    name, _, model = spec.name.partition(":")
    provider = PROVIDERS.get(name)
    if provider is None:
        raise ConfigError(f"{spec.name}: there is no vendor {name!r}", fix=nearest(name, PROVIDERS))
    if spec.base_url:
        _check_address(spec)
    for module in ("pydantic_ai", provider.module):
        try:
            installed = find_spec(module) is not None
        except ModuleNotFoundError:  # of the package around it
            installed = False
        if not installed:
            fix = f"pip install 'agent-coordinator[{provider.extra}]'"
            raise ConfigError(f"{spec.name}: {module} is not installed", fix=fix)
    # A provider's own key is never sent to another server.
    variables: tuple[str, ...]
    if spec.key:
        variables = (spec.key,)
    elif spec.base_url:
        variables = ()
    else:
        variables = provider.keys
    found = [(variable, key) for variable in variables if (key := config.secret(variable).strip())]
    if variables and not found:
        fix = f"set it in the environment or in {config.home / 'env'}"
        raise ConfigError(f"{spec.name}: {' or '.join(variables)} is not set", fix=fix)
    variable, key = found[0] if found else ("", "")
    address = spec.base_url.rstrip("/") or provider.address
    return ProviderAccess(name, model, address, key, variable, own_server=bool(spec.base_url))


def _check_address(spec: ModelConfig) -> None:
    what = f"{spec.name}: base_url is not an address"
    fix = "write it as http://host:port/v1"
    try:
        parts = urlsplit(spec.base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise ConfigError(what, fix=fix) from None
    if "@" in parts.netloc:
        raise ConfigError(
            f"{spec.name}: base_url carries a password",
            fix="name a variable that holds it in `key:`",
        )
    if not usable or parts.query or parts.fragment or any(sign.isspace() for sign in spec.base_url):
        raise ConfigError(f"{what}: {spec.base_url}", fix=fix)


def settings_for(spec: ModelConfig) -> ModelSettings:
    """Return the settings that a seat's calls are made with; the library leaves out what a model does not take."""
    settings: ModelSettings = {"max_tokens": spec.max_tokens}
    if spec.temperature is not None:
        settings["temperature"] = float(spec.temperature)
    if spec.seed is not None:
        settings["seed"] = spec.seed
    return settings


# Importing takes seconds, so it is done on threads; one at a time, as threads that import packages with cycles at once
# may see each other's half-made modules.
_importing = threading.Lock()


def connect(access: ProviderAccess, concurrency: int) -> AsyncClient:
    """Return a client for the connections to a provider's address; to be called on a thread."""
    with _importing:
        from coordinator.agents.transport import http_client

        return http_client(access.address, concurrency)


def build(access: ProviderAccess, client: AsyncClient) -> Backend:
    """Return the library's model for a seat, which tries no call again by itself; to be called on a thread."""
    given: dict[str, Any] = {
        "api_key": access.key or NO_KEY,
        "base_url": access.address,
        "http_client": client,
    }
    once: dict[str, Any] = given | {"max_retries": 0, "timeout": client.timeout}
    with _importing:
        if access.vendor == "anthropic":
            from anthropic import AsyncAnthropic
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            claude = AnthropicProvider(
                anthropic_client=AsyncAnthropic(**once, open_telemetry=False)
            )
            return AnthropicModel(access.model, provider=claude, profile=FORMS_FIT)
        if access.vendor == "google":
            from google.genai.types import HttpRetryOptions
            from pydantic_ai.models.google import GoogleModel
            from pydantic_ai.providers.google import GoogleProvider

            # It warns whenever a model calls a tool
            logging.getLogger("google_genai.types").setLevel(logging.ERROR)
            google = GoogleProvider(**given, retry_options=HttpRetryOptions(attempts=1))
            return GoogleModel(access.model, provider=google, profile=AS_WRITTEN)
        from openai import AsyncOpenAI
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.models.openrouter import OpenRouterModel
        from pydantic_ai.providers.ollama import OllamaProvider
        from pydantic_ai.providers.openai import OpenAIProvider
        from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
        from pydantic_ai.providers.openrouter import OpenRouterProvider

        chat: Any = AsyncOpenAI(**once)
        if access.vendor == "openrouter":
            return OpenRouterModel(
                access.model, provider=OpenRouterProvider(openai_client=chat), profile=AS_WRITTEN
            )
        if access.vendor == "ollama":
            return OpenAIChatModel(
                access.model, provider=OllamaProvider(openai_client=chat), profile=OLDER_LIMIT
            )
        if access.own_server:
            provider = OpenAICompatibleProvider("openai-compatible", openai_client=chat)
            return OpenAIChatModel(access.model, provider=provider, profile=OLDER_LIMIT)
        return OpenAIChatModel(
            access.model, provider=OpenAIProvider(openai_client=chat), profile=AS_WRITTEN
        )


Key = tuple[asyncio.AbstractEventLoop, str, str, ModelsConfig]
_limiters: dict[Key, RateLimiter] = {}


class RateLimiter:
    """Admits calls to one provider, and keeps the clients they are made with, in the event loop it was made in."""

    def __init__(self, key: Key, limits: ModelsConfig) -> None:
        self._key = key
        self._limits = limits
        self._slots = asyncio.Semaphore(limits.concurrency)
        self._opening = asyncio.Lock()
        self._connections: AsyncGenerator[AsyncClient, None] | None = None
        self._client: AsyncClient | None = None
        self._backends: dict[ProviderAccess, Backend] = {}

    async def backend(self, access: ProviderAccess) -> Backend:
        """Return the client of a seat, built once; what it needs is imported by the first that needs it."""
        async with self._opening:
            if self._client is None:
                self._connections = self._open(access)
                self._client = await anext(self._connections)
            if access not in self._backends:
                self._backends[access] = await asyncio.to_thread(build, access, self._client)
            return self._backends[access]

    async def _open(self, access: ProviderAccess) -> AsyncGenerator[AsyncClient, None]:
        # A generator, because a loop that ends closes those that are open in it: nobody else could close the
        # connections in time.
        client = await asyncio.to_thread(connect, access, self._limits.concurrency)
        try:
            yield client
        finally:
            _limiters.pop(self._key, None)
            await client.aclose()

    @asynccontextmanager
    async def admitted(self) -> AsyncIterator[None]:
        """Wait for a place among the calls at once, and for the next start."""
        async with self._slots:
            # Which the tiny questions of the doctor have not, and do not need
            turn = take_turn.get(None)
            if self._limits.per_minute is not None and turn is not None:
                # Calls start evenly, not in bursts: providers hold a limit per minute against every second of it.
                _, vendor, address, _ = self._key
                await asyncio.sleep(await turn(f"{vendor} {address}", 60 / self._limits.per_minute))
            yield


def limiter_for(access: ProviderAccess, limits: ModelsConfig) -> RateLimiter:
    """Return the limiter of this event loop for a provider's address."""
    key = (asyncio.get_running_loop(), access.vendor, access.address, limits)
    if key not in _limiters:
        _limiters[key] = RateLimiter(key, limits)
    return _limiters[key]
