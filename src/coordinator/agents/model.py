"""A model behind an HTTP API, asked through its vendor's client; what it says is read by our reader alone."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from coordinator.agents import PaidFailure
from coordinator.agents.file_tools import CALLS, FileTools
from coordinator.agents.provider_errors import check_ending, explained, may_pass, wanted_wait
from coordinator.agents.providers import access_for, settings_for
from coordinator.agents.rate_limits import limiter_for
from coordinator.config.seats import ModelConfig
from coordinator.config.settings import Config
from coordinator.errors import AgentError
from coordinator.judgement.independence import family_of
from coordinator.models import Ask, Reply, Usage
from coordinator.parsing.schemas import AMPLE, schema_for

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse
    from pydantic_ai.models import Model as Backend
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

log = logging.getLogger("coordinator")


@dataclass(frozen=True, slots=True)
class AskTerms:
    """What every call of one ask has in common."""

    backend: Backend
    settings: ModelSettings
    parameters: ModelRequestParameters
    until: float  # when the ask is over, on the monotonic clock


class ModelAgent:
    """A seat's model; it is reached when it is first asked."""

    own_instructions = False
    resident = False

    def __init__(self, spec: ModelConfig, config: Config) -> None:
        self.spec = spec
        self.access = access_for(spec, config)
        self.limits = config.models
        self.checks = tuple(check for check in config.checks or () if check.run)
        self.wants_folder = spec.tools
        self.family = family_of(spec.name)
        self._noted = False

    async def answer(self, ask: Ask) -> Reply:
        """What the model says to the ask."""
        began = time.monotonic()
        until = began + ask.deadline
        folder = FileTools(ask.folder, self.checks, until) if self.spec.tools and ask.folder else None
        backend = await limiter_for(self.access, self.limits).backend(self.access)
        terms = AskTerms(backend, self._settings(backend), self._parameters(ask, backend, folder), until)
        used: list[Usage] = []
        try:
            response = await self._converse(ask, terms, folder, used)
        except AgentError as failure:
            raise PaidFailure(failure, _total(used)) if used else failure from None
        return Reply(
            text=response.text or "",
            seconds=round(time.monotonic() - began, 3),
            usage=_total(used),
            model=response.model_name or "",
        )

    def _settings(self, backend: Backend) -> ModelSettings:
        settings, refused = settings_for(self.spec, backend)
        if refused and not self._noted:
            self._noted = True
            log.warning("%s takes no %s; it is asked without", self.spec.name, " and no ".join(refused))
        return settings

    def _parameters(self, ask: Ask, backend: Backend, folder: FileTools | None) -> ModelRequestParameters:
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.output import OutputObjectDefinition

        tools = folder.definitions() if folder else []
        if not self.spec.structured or not _takes_schema(ask, backend, folder):
            return ModelRequestParameters(function_tools=tools)
        room = self.spec.max_tokens if self.access.takes_bounds else AMPLE
        schema = schema_for(ask.purpose, ask.reference, ask.earlier, room)
        form = OutputObjectDefinition(schema, name=ask.purpose, strict=True)
        return ModelRequestParameters(function_tools=tools, output_mode="native", output_object=form)

    async def _converse(self, ask: Ask, terms: AskTerms, folder: FileTools | None, used: list[Usage]) -> ModelResponse:
        """Ask, and answer the model's own calls, until it answers the ask; `used` grows with every call."""
        from pydantic_ai.messages import ModelRequest, UserPromptPart

        messages: list[ModelMessage] = [ModelRequest(parts=[UserPromptPart(ask.prompt)])]
        for _ in range(CALLS + 2):
            response = await self._call(terms, messages)
            used.append(usage_of(response))
            check_ending(response, self.spec.max_tokens, may_call=folder is not None)
            if folder is None or not response.tool_calls:
                return _spoken(response)
            messages += [response, await _results(response, folder)]
        raise AgentError("failed", "the model went on calling tools instead of answering")

    async def _call(self, terms: AskTerms, messages: list[ModelMessage]) -> ModelResponse:
        """One call, tried again while it fails in a way that may pass and time is left."""
        tries = 0
        while True:
            tries += 1
            try:
                return await self._try(terms, messages)
            except Exception as error:  # the client libraries raise anything on a body they were not made for
                wait = self._wait(error, tries)
                if tries > self.limits.retries or not may_pass(error) or time.monotonic() + wait >= terms.until:
                    raise explained(error, self.access, tries) from None
            await asyncio.sleep(wait)

    async def _try(self, terms: AskTerms, messages: list[ModelMessage]) -> ModelResponse:
        from pydantic_ai.direct import model_request

        async with limiter_for(self.access, self.limits).admitted():
            return await model_request(
                terms.backend,
                messages,
                model_settings=terms.settings,
                model_request_parameters=terms.parameters,
                instrument=False,
            )

    def _wait(self, error: Exception, tries: int) -> float:
        backoff = self.limits.delay * 2.0 ** (tries - 1) * random.uniform(1.0, 1.25)
        return max(backoff, wanted_wait(error))


def _takes_schema(ask: Ask, backend: Backend, folder: FileTools | None) -> bool:
    """Whether the reply can be held to a form."""
    beside_tools = backend.system != "google" or backend.profile.get("google_supports_tool_combination", False)
    fits = backend.profile.get("supports_json_schema_output", False) and (folder is None or beside_tools)
    return bool(fits and ask.purpose != "work")  # a working agent answers in its own words


def _spoken(response: ModelResponse) -> ModelResponse:
    if not (response.text or "").strip():
        raise AgentError("silent", "the reply was empty")
    return response


async def _results(response: ModelResponse, folder: FileTools) -> ModelRequest:
    from pydantic_ai.messages import ModelRequest, ToolReturnPart

    parts = []
    for call in response.tool_calls:
        found = await folder.answer(call.tool_name, call.args_as_dict())
        parts.append(ToolReturnPart(call.tool_name, found, call.tool_call_id))
    return ModelRequest(parts=parts)


# -- what it cost


def usage_of(response: ModelResponse) -> Usage:
    """The tokens and the price of one call; a price that is not known is None."""
    used = response.usage
    return Usage(tokens_in=used.input_tokens, tokens_out=used.output_tokens, usd=_price(response))


def _price(response: ModelResponse) -> Decimal | None:
    from genai_prices import calc_price

    stated = (response.provider_details or {}).get("cost")  # OpenRouter says itself what a call was
    if stated is not None:
        return Decimal(str(stated))
    measured = response.usage.input_tokens or response.usage.output_tokens
    if not (measured and response.model_name and response.provider_url):
        return None
    try:
        # By the address alone: a model of the same name on somebody's own server has no such price.
        price = calc_price(
            response.usage,
            response.model_name,
            provider_api_url=response.provider_url,
            genai_request_timestamp=response.timestamp,
        )
    except (LookupError, ValueError):
        return None
    return price.total_price


def _total(used: list[Usage]) -> Usage:
    return sum(used, Usage(usd=Decimal(0)))
