"""The providers of models: one registration each, and the access of a seat to its model.

To add a provider, write the function that opens its models and add a row to `PROVIDERS`. The
packages of providers are large and optional, so a function imports them only when it is called, on
a thread.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from coordinator.config.seats import ModelConfig
from coordinator.config.settings import Config
from coordinator.config.suggestions import nearest
from coordinator.errors import ConfigError
from coordinator.models import Ask

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from openai import AsyncOpenAI
    from pydantic_ai.models import Model as Backend
    from pydantic_ai.settings import ModelSettings

NO_KEY = "none"  # the clients require a key, even for servers that need none

# This and the next two values are profiles of pydantic_ai. They let it send schemas unchanged, and
# hand replies over as the model wrote them. By default, pydantic_ai would remove text between
# thinking tags, but such a tag can be a quote from the work. So we name tags that never occur.
AS_WRITTEN: Any = {
    "json_schema_transformer": None,
    "thinking_tags": ("\ue000no tag\ue001", "\ue000no tag\ue001"),
}
# All servers with OpenAI's API accept the older name of the token limit, but only some accept the
# newer name.
OLDER_LIMIT: Any = AS_WRITTEN | {"openai_chat_supports_max_completion_tokens": False}
# The tests check that all schemas of replies keep Anthropic's limits, so pydantic_ai need not check
# them in every call.
FORMS_FIT: Any = AS_WRITTEN | {"anthropic_enforces_strict_schema_limits": False}


@dataclass(frozen=True, slots=True)
class ProviderAccess:
    """The access of one seat to its model: the provider, address and key."""

    vendor: str
    model: str
    address: str
    key: str = field(repr=False)
    variable: str  # the variable that holds the key
    own_server: bool  # whether the seat has a `base_url`, the address of its own server

    @property
    def provider(self) -> Provider:
        provider = find_provider(self.vendor)
        assert provider is not None  # every access has a provider
        return provider


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """A provider of models."""

    name: str
    address: str
    keys: tuple[str, ...] = ()  # the variables that can hold its key
    extra: str  # the extra of our package that installs its client
    module: str  # the module of its client
    address_variable: str = ""  # the variable that can name another address
    models: tuple[str, ...] = ()  # the judges if it has a key and no panel is configured
    # It caches a prompt only up to marked points. Other providers cache every prefix by themselves.
    cache_points: bool = False
    # Its models read the schema of the reply before the prompt. So prompts with different schemas
    # have no common prefix in the cache.
    schema_first: bool = False
    # Returns the pydantic_ai model for a seat. That model never repeats a call by itself.
    open_model: Callable[[ProviderAccess, AsyncClient], Backend]


# -- opening models


def _open_anthropic(access: ProviderAccess, client: AsyncClient) -> Backend:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    anthropic = AsyncAnthropic(
        api_key=access.key or NO_KEY,
        base_url=access.address,
        http_client=client,
        max_retries=0,
        timeout=client.timeout,
        open_telemetry=False,
    )
    provider = AnthropicProvider(anthropic_client=anthropic)
    return AnthropicModel(access.model, provider=provider, profile=FORMS_FIT)


def _open_google(access: ProviderAccess, client: AsyncClient) -> Backend:
    from google.genai.types import HttpRetryOptions
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    # The library warns whenever a model calls a tool.
    logging.getLogger("google_genai.types").setLevel(logging.ERROR)
    provider = GoogleProvider(
        api_key=access.key or NO_KEY,
        base_url=access.address,
        http_client=client,
        retry_options=HttpRetryOptions(attempts=1),
    )
    return GoogleModel(access.model, provider=provider, profile=AS_WRITTEN)


def _open_openai(access: ProviderAccess, client: AsyncClient) -> Backend:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    openai = _openai_client(access, client)
    if access.own_server:
        compatible = OpenAICompatibleProvider("openai-compatible", openai_client=openai)
        return OpenAIChatModel(access.model, provider=compatible, profile=OLDER_LIMIT)
    provider = OpenAIProvider(openai_client=openai)
    return OpenAIChatModel(access.model, provider=provider, profile=AS_WRITTEN)


def _open_openrouter(access: ProviderAccess, client: AsyncClient) -> Backend:
    from pydantic_ai.models.openrouter import OpenRouterModel
    from pydantic_ai.providers.openrouter import OpenRouterProvider

    provider = OpenRouterProvider(openai_client=_openai_client(access, client))
    return OpenRouterModel(access.model, provider=provider, profile=AS_WRITTEN)


def _open_ollama(access: ProviderAccess, client: AsyncClient) -> Backend:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.ollama import OllamaProvider

    provider = OllamaProvider(openai_client=_openai_client(access, client))
    return OpenAIChatModel(access.model, provider=provider, profile=OLDER_LIMIT)


def _openai_client(access: ProviderAccess, client: AsyncClient) -> AsyncOpenAI:
    from openai import AsyncOpenAI

    return AsyncOpenAI(
        api_key=access.key or NO_KEY,
        base_url=access.address,
        http_client=client,
        max_retries=0,
        timeout=client.timeout,
    )


# In the order of preference for judges.
PROVIDERS = (
    Provider(
        name="anthropic",
        address="https://api.anthropic.com",
        keys=("ANTHROPIC_API_KEY",),
        extra="anthropic",
        module="anthropic",
        address_variable="ANTHROPIC_BASE_URL",
        models=("claude-sonnet-4-6",),
        cache_points=True,
        schema_first=True,
        open_model=_open_anthropic,
    ),
    Provider(
        name="openai",
        address="https://api.openai.com/v1",
        keys=("OPENAI_API_KEY",),
        extra="openai",
        module="openai",
        address_variable="OPENAI_BASE_URL",
        models=("gpt-5.4",),
        schema_first=True,
        open_model=_open_openai,
    ),
    Provider(
        name="google",
        address="https://generativelanguage.googleapis.com",
        keys=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        extra="google",
        module="google.genai",
        address_variable="GOOGLE_GEMINI_BASE_URL",
        models=("gemini-pro-latest",),
        open_model=_open_google,
    ),
    Provider(
        name="openrouter",
        address="https://openrouter.ai/api/v1",
        keys=("OPENROUTER_API_KEY",),
        extra="openai",
        module="openai",
        models=(
            "anthropic/claude-sonnet-4.6",
            "openai/gpt-5.4",
            "google/gemini-3.1-pro-preview",
        ),
        cache_points=True,
        schema_first=True,
        open_model=_open_openrouter,
    ),
    Provider(
        name="ollama",
        address="http://127.0.0.1:11434/v1",
        extra="openai",
        module="openai",
        open_model=_open_ollama,
    ),
)


def find_provider(name: str) -> Provider | None:
    """Return the provider with this name; None if there is none."""
    for provider in PROVIDERS:
        if provider.name == name:
            return provider
    return None


# -- access


def access_for(spec: ModelConfig, config: Config) -> ProviderAccess:
    """Return the access of a seat to its model. This makes no call and costs nothing.

    If something is missing, raise a ConfigError that names it.
    """
    name, _, model = spec.name.partition(":")
    provider = find_provider(name)
    if provider is None:
        known = [provider.name for provider in PROVIDERS]
        raise ConfigError(f"{spec.name}: unknown vendor {name!r}", fix=nearest(name, known))
    if spec.base_url:
        _check_address(spec)
    _check_packages(spec, provider)
    variable = _key_variable(spec, provider, config)
    return ProviderAccess(
        vendor=name,
        model=model,
        address=spec.base_url.rstrip("/") or provider.address,
        key=config.secret(variable).strip() if variable else "",
        variable=variable,
        own_server=bool(spec.base_url),
    )


def _check_address(spec: ModelConfig) -> None:
    what = f"{spec.name}: base_url is not a URL"
    fix = "write it as http://host:port/v1"
    try:
        parts = urlsplit(spec.base_url)
        is_server = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise ConfigError(what, fix=fix) from None
    if "@" in parts.netloc:
        raise ConfigError(
            f"{spec.name}: base_url contains a password",
            fix="set it in an environment variable, and name that variable in `key:`",
        )
    has_space = any(sign.isspace() for sign in spec.base_url)
    if not is_server or parts.query or parts.fragment or has_space:
        raise ConfigError(f"{what}: {spec.base_url}", fix=fix)


def _check_packages(spec: ModelConfig, provider: Provider) -> None:
    for module in ("pydantic_ai", provider.module):
        try:
            is_installed = find_spec(module) is not None
        except ModuleNotFoundError:  # the package that contains the module is missing
            is_installed = False
        if not is_installed:
            raise ConfigError(
                f"{spec.name}: {module} is not installed",
                fix=f"pip install 'agent-coordinator[{provider.extra}]'",
            )


def _key_variable(spec: ModelConfig, provider: Provider, config: Config) -> str:
    """Return the variable that holds the key of a seat; empty if the seat needs no key.

    A provider's own key is never sent to another server.
    """
    if spec.key:
        variables: tuple[str, ...] = (spec.key,)
    elif spec.base_url:
        variables = ()
    else:
        variables = provider.keys
    for variable in variables:
        if config.secret(variable).strip():
            return variable
    if variables:
        raise ConfigError(
            f"{spec.name}: {' or '.join(variables)} is not set",
            fix=f"set it in the environment or in {config.home / 'env'}",
        )
    return ""


def settings_for(
    spec: ModelConfig, access: ProviderAccess, ask: Ask, *, has_tools: bool
) -> ModelSettings:
    """Return the settings for the calls of an ask. pydantic_ai leaves out unsupported settings."""
    settings: dict[str, Any] = {"max_tokens": spec.max_tokens}
    if has_tools and access.vendor == "anthropic":
        # Each call of a tool sends all messages again. So the last message is a cache point, too.
        settings["anthropic_cache_messages"] = True
    if ask.shared and access.vendor == "openai" and not access.own_server:
        # OpenAI sends prompts with the same first words and the same key to the same machine, which
        # has the cached prefix. The first words are the same in all reviews, so the key matters.
        settings["openai_prompt_cache_key"] = hashlib.sha256(ask.run.encode()).hexdigest()[:32]
    if spec.temperature is not None:
        settings["temperature"] = float(spec.temperature)
    if spec.seed is not None:
        settings["seed"] = spec.seed
    return cast("ModelSettings", settings)
