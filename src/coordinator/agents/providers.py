"""The vendors of models: what a seat needs to reach one, checked before anything is spent, and how one is reached.

Their packages are heavy, so they are imported where a client is built and nowhere else.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from coordinator.config.seats import ModelConfig
from coordinator.config.settings import Config
from coordinator.config.yaml_file import nearest
from coordinator.errors import ConfigError

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from pydantic_ai.models import Model as Backend
    from pydantic_ai.settings import ModelSettings

NO_KEY = "none"  # the clients insist on some key, also for servers that want none

# Replies reach our reader as the model wrote them: schemas are sent as they are, and no part of a text is taken for
# thinking because of a tag in it, which may as well be a quote from the work.
AS_WRITTEN = {"json_schema_transformer": None, "thinking_tags": ("\ue000no tag\ue001", "\ue000no tag\ue001")}
# Servers other than OpenAI's own know the older name of this limit, and not all of them the newer.
OLDER_LIMIT = {"openai_chat_supports_max_completion_tokens": False}

# A test holds our forms against Anthropic's limits once, instead of the library with every call.
FORMS_FIT = {"anthropic_enforces_strict_schema_limits": False}


@dataclass(frozen=True, slots=True)
class ProviderAccess:
    """How one seat reaches its model."""

    vendor: str
    model: str
    address: str
    key: str = field(repr=False)
    variable: str
    own_server: bool

    @property
    def takes_bounds(self) -> bool:
        """Whether a form may say how long lists and texts are: servers of one's own take that, some vendors do not."""
        return self.vendor == "ollama" or (self.vendor == "openai" and self.own_server)

    def masked(self, text: str) -> str:
        """A text without the key, should somebody have put it there."""
        return text.replace(self.key, "***") if self.key else text


@dataclass(frozen=True, slots=True)
class Provider:
    """One vendor: where it lives, which variables may hold its key, and what its client needs."""

    address: str
    keys: tuple[str, ...]
    extra: str
    module: str
    build: Callable[[ProviderAccess, AsyncClient], Backend]


def access_for(spec: ModelConfig, config: Config) -> ProviderAccess:
    """All that a seat needs to reach its model, or a ConfigError that says what is missing."""
    name, _, model = spec.name.partition(":")
    vendor = VENDORS.get(name)
    if vendor is None:
        raise ConfigError(f"{spec.name}: there is no vendor {name!r}", fix=nearest(name, VENDORS))
    if spec.base_url:
        _check_address(spec)
    _check_installed(spec, vendor)
    variable, key = _key(spec, vendor, config)
    return ProviderAccess(
        vendor=name,
        model=model,
        address=spec.base_url.rstrip("/") or vendor.address,
        key=key,
        variable=variable,
        own_server=bool(spec.base_url),
    )


def _check_address(spec: ModelConfig) -> None:
    what, fix = f"{spec.name}: base_url is not an address", "write it as http://host:port/v1"
    try:
        parts = urlsplit(spec.base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise ConfigError(what, fix=fix) from None
    if "@" in parts.netloc:
        raise ConfigError(f"{spec.name}: base_url carries a password", fix="name a variable that holds it in `key:`")
    if not usable or parts.query or parts.fragment or any(sign.isspace() for sign in spec.base_url):
        raise ConfigError(f"{what}: {spec.base_url}", fix=fix)


def _check_installed(spec: ModelConfig, vendor: Provider) -> None:
    for module in ("pydantic_ai", vendor.module):
        if not _is_installed(module):
            raise ConfigError(
                f"{spec.name}: {module} is not installed", fix=f"pip install 'coordinator[{vendor.extra}]'"
            )


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # of the package around it
        return False


def _key(spec: ModelConfig, vendor: Provider, config: Config) -> tuple[str, str]:
    """The variable that holds the key, and the key; a vendor's own key is never sent to another server."""
    names = (spec.key,) if spec.key else () if spec.base_url else vendor.keys
    for name in names:
        if key := config.secret(name).strip():
            return name, key
    if not names:
        return "", ""
    fix = f"set it in the environment or in {config.home / 'env'}"
    raise ConfigError(f"{spec.name}: {' or '.join(names)} is not set", fix=fix)


# -- building clients

# Importing takes seconds, so it is done on threads; one at a time, as threads that import packages with cycles at once
# may see each other's half-made modules.
_IMPORTING = threading.Lock()


def connect(access: ProviderAccess, concurrency: int) -> AsyncClient:
    """A client for the connections to a vendor's address; to be called on a thread."""
    with _IMPORTING:
        from coordinator.agents.transport import http_client

        return http_client(access.address, concurrency)


def build(access: ProviderAccess, client: AsyncClient) -> Backend:
    """The library's model for a seat, which tries no call again by itself; to be called on a thread."""
    with _IMPORTING:
        return VENDORS[access.vendor].build(access, client)


def settings_for(spec: ModelConfig, backend: Backend) -> tuple[ModelSettings, tuple[str, ...]]:
    """The settings that a seat's calls are made with, and the names of those that its model does not take."""
    wanted: dict[str, float] = {}
    if spec.temperature is not None:
        wanted["temperature"] = float(spec.temperature)
    if spec.seed is not None:
        wanted["seed"] = spec.seed
    refused = tuple(name for name in wanted if not _takes(backend, name))
    kept = {name: value for name, value in wanted.items() if name not in refused}
    return {"max_tokens": spec.max_tokens, **kept}, refused  # type: ignore[typeddict-item]


def _takes(backend: Backend, setting: str) -> bool:
    if setting == "seed":
        return "seed" not in backend.unsupported_settings
    profile: Mapping[str, Any] = backend.profile
    efforts = profile.get("openai_reasoning_efforts")
    may_rest = "none" in efforts if efforts is not None else profile.get("openai_supports_reasoning_effort_none", False)
    rests = may_rest and not profile.get("thinking_enabled_by_default", False)
    thinks = profile.get("openai_supports_reasoning", False) and not rests
    return not thinks and not profile.get("anthropic_disallows_sampling_settings", False)


def _chat_client(access: ProviderAccess, client: AsyncClient) -> Any:
    from openai import AsyncOpenAI

    return AsyncOpenAI(
        api_key=access.key or NO_KEY,
        base_url=access.address,
        http_client=client,
        max_retries=0,
        timeout=client.timeout,
    )


def _openai(access: ProviderAccess, client: AsyncClient) -> Backend:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    chat = _chat_client(access, client)
    if access.own_server:
        other = OpenAICompatibleProvider("openai-compatible", openai_client=chat)
        return OpenAIChatModel(access.model, provider=other, profile=_profile(OLDER_LIMIT))
    return OpenAIChatModel(access.model, provider=OpenAIProvider(openai_client=chat), profile=_profile())


def _ollama(access: ProviderAccess, client: AsyncClient) -> Backend:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.ollama import OllamaProvider

    provider = OllamaProvider(openai_client=_chat_client(access, client))
    return OpenAIChatModel(access.model, provider=provider, profile=_profile(OLDER_LIMIT))


def _openrouter(access: ProviderAccess, client: AsyncClient) -> Backend:
    from pydantic_ai.models.openrouter import OpenRouterModel
    from pydantic_ai.providers.openrouter import OpenRouterProvider

    provider = OpenRouterProvider(openai_client=_chat_client(access, client))
    return OpenRouterModel(access.model, provider=provider, profile=_profile())


def _anthropic(access: ProviderAccess, client: AsyncClient) -> Backend:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    messages = AsyncAnthropic(
        api_key=access.key or NO_KEY,
        base_url=access.address,
        http_client=client,
        max_retries=0,
        timeout=client.timeout,
        open_telemetry=False,
    )
    provider = AnthropicProvider(anthropic_client=messages)
    return AnthropicModel(access.model, provider=provider, profile=_profile(FORMS_FIT))


def _google(access: ProviderAccess, client: AsyncClient) -> Backend:
    from google.genai.types import HttpRetryOptions
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    logging.getLogger("google_genai.types").setLevel(logging.ERROR)  # it warns whenever a model calls a tool
    provider = GoogleProvider(
        api_key=access.key or NO_KEY,
        base_url=access.address,
        http_client=client,
        retry_options=HttpRetryOptions(attempts=1),
    )
    return GoogleModel(access.model, provider=provider, profile=_profile())


def _profile(more: Mapping[str, object] | None = None) -> Any:
    return {**AS_WRITTEN, **(more or {})}


VENDORS: Mapping[str, Provider] = {
    "openai": Provider("https://api.openai.com/v1", ("OPENAI_API_KEY",), "openai", "openai", _openai),
    "anthropic": Provider("https://api.anthropic.com", ("ANTHROPIC_API_KEY",), "anthropic", "anthropic", _anthropic),
    "google": Provider(
        "https://generativelanguage.googleapis.com",
        ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        "google",
        "google.genai",
        _google,
    ),
    "openrouter": Provider("https://openrouter.ai/api/v1", ("OPENROUTER_API_KEY",), "openai", "openai", _openrouter),
    "ollama": Provider("http://127.0.0.1:11434/v1", (), "openai", "openai", _ollama),
}
