"""Ask a model behind an HTTP API through its provider's client.

The client only transports the text of the reply. The package `parsing` reads it.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from coordinator.agents import Agent, PaidFailure
from coordinator.agents.file_tools import CALLS, TOOLS, FileTools
from coordinator.agents.model_errors import check_ending, explain_error, retry_wait
from coordinator.agents.providers import access_for, settings_for
from coordinator.agents.rate_limit import limiter_for
from coordinator.config.environment import masked
from coordinator.config.seats import ModelConfig
from coordinator.config.settings import Config
from coordinator.errors import AgentError
from coordinator.judgement.statistics.independence import family_of
from coordinator.models import Ask, Reply, Usage
from coordinator.parsing.forms import AMPLE, schema_for
from coordinator.workspace.checks.experiment_runner import ExperimentRunner

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse, UserPromptPart
    from pydantic_ai.models import Model as Backend
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.usage import RequestUsage

    Request = Callable[[list[ModelMessage]], Awaitable[ModelResponse]]


class ModelAgent(Agent):
    """The model of a seat. The connection opens with the first ask."""

    def __init__(self, spec: ModelConfig, config: Config) -> None:
        self.spec = spec
        self.config = config
        self.access = access_for(spec, config)
        self.limits = config.models
        self.wants_folder = spec.tools
        self.tools = tuple(TOOLS) if spec.tools else ()
        self.model = spec.name
        self.family = family_of(spec.name)

    async def answer(self, ask: Ask, runner: ExperimentRunner | None = None, /) -> Reply:
        began = time.monotonic()
        until = began + ask.deadline
        self.access = access_for(self.spec, self.config)  # the env file may have a new key by now
        tools = None
        if ask.folder:
            tools = FileTools(ask.folder, until, runner)
        backend = await limiter_for(self.access, self.limits).backend(self.access)
        # This import is quick, because the backend has loaded the package on a thread.
        from pydantic_ai.direct import model_request

        request: Request = partial(
            model_request,
            backend,
            model_settings=settings_for(self.spec, self.access, ask, has_tools=tools is not None),
            model_request_parameters=self._parameters(ask, backend, tools),
            instrument=False,
        )
        used: list[Usage] = []
        try:
            response = await self._converse(request, self._prompt(ask), tools, until, used)
        except AgentError as failure:
            if used:
                raise PaidFailure(failure, _total(used)) from None
            raise failure from None
        return Reply(
            text=masked(response.text or "", self.config.secret_values()),
            seconds=round(time.monotonic() - began, 3),
            usage=_total(used),
            model=response.model_name or "",
            opened=tuple(tools.opened) if tools else (),
        )

    def _parameters(
        self, ask: Ask, backend: Backend, tools: FileTools | None
    ) -> ModelRequestParameters:
        """Return the tools of a call, and the JSON schema of its reply if the model accepts one."""
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.output import OutputObjectDefinition

        functions = tools.definitions() if tools else []
        # A working agent answers in free text.
        wants_form = self.spec.structured and ask.purpose != "work"
        if not wants_form or not _takes_schema(backend, has_tools=tools is not None):
            return ModelRequestParameters(function_tools=functions)
        reference = ask.reference
        name: str = ask.purpose
        if ask.shared and self._reads_schema_first():
            # The schema has to be the same in all asks that share the beginning of their prompts.
            reference = ""
            name = "report"
        schema = schema_for(ask.purpose, reference, ask.earlier, self._room())
        form = OutputObjectDefinition(schema, name=name, strict=True)
        return ModelRequestParameters(
            function_tools=functions, output_mode="native", output_object=form
        )

    def _prompt(self, ask: Ask) -> UserPromptPart:
        """Return the prompt, with a cache point after its shared part if the provider needs one."""
        from pydantic_ai.messages import CachePoint, UserPromptPart

        if not ask.shared or not self.access.provider.cache_points:
            return UserPromptPart(ask.prompt)
        return UserPromptPart([ask.prompt[: ask.shared], CachePoint(), ask.prompt[ask.shared :]])

    def _reads_schema_first(self) -> bool:
        return self.access.provider.schema_first and not self._is_self_hosted()

    def _is_self_hosted(self) -> bool:
        is_own_openai = self.access.vendor == "openai" and self.access.own_server
        return self.access.vendor == "ollama" or is_own_openai

    def _room(self) -> int:
        """Return the number of tokens that the lists and strings of a reply must fit into.

        The schema of the reply limits their lengths accordingly. Only self-hosted servers get such
        a schema, because some providers refuse it. For all others return AMPLE, which means no
        limit.
        """
        if self._is_self_hosted():
            return self.spec.max_tokens
        return AMPLE

    async def _converse(
        self,
        request: Request,
        prompt: UserPromptPart,
        tools: FileTools | None,
        until: float,
        used: list[Usage],
    ) -> ModelResponse:
        """Ask the model, and answer its tool calls, until it answers the ask.

        The usage of each call is added to `used` at once, so it is there even if a later call
        fails.
        """
        from pydantic_ai.messages import ModelRequest, ToolReturnPart

        messages: list[ModelMessage] = [ModelRequest(parts=[prompt])]
        for _ in range(CALLS + 2):
            response = await self._call(request, messages, until)
            used.append(usage_of(response))
            check_ending(response, self.spec.max_tokens, may_call=tools is not None)
            if tools is None or not response.tool_calls:
                if not (response.text or "").strip():
                    raise AgentError("silent", "the reply was empty")
                return response
            results = []
            for call in response.tool_calls:
                found = await tools.answer(call.tool_name, call.args_as_dict())
                results.append(ToolReturnPart(call.tool_name, found, call.tool_call_id))
            messages += [response, ModelRequest(parts=results)]
        raise AgentError("failed", "the model kept calling tools instead of answering")

    async def _call(
        self, request: Request, messages: list[ModelMessage], until: float
    ) -> ModelResponse:
        """Make one call to the model. Repeat it after a temporary failure while time is left."""
        tries = 0
        while True:
            tries += 1
            try:
                async with limiter_for(self.access, self.limits).admitted():
                    return await request(messages)
            # The client libraries raise arbitrary exceptions if they cannot read a body.
            except Exception as error:
                backoff = self.limits.delay * 2.0 ** (tries - 1) * random.uniform(1.0, 1.25)
                wanted = retry_wait(error)
                wait = max(backoff, wanted or 0.0)
                is_last = tries > self.limits.retries or time.monotonic() + wait >= until
                if wanted is None or is_last:
                    raise explain_error(error, self.access, tries) from None
            await asyncio.sleep(wait)


def _takes_schema(backend: Backend, *, has_tools: bool) -> bool:
    """Return whether a model accepts a JSON schema for its reply.

    If `has_tools` is true, it must accept the schema and tools in the same call.
    """
    if not backend.profile.get("supports_json_schema_output", False):
        return False
    if has_tools and backend.system == "google":
        return bool(backend.profile.get("google_supports_tool_combination", False))
    return True


def usage_of(response: ModelResponse) -> Usage:
    """Return the tokens and the price of one call. An unknown price is None."""
    from pydantic_ai.usage import RequestUsage

    used = response.usage
    stated = (response.provider_details or {}).get("cost")  # OpenRouter states the price itself
    price = _price(response, used)
    saved: Decimal | None = Decimal(0)
    if used.cache_read_tokens or used.cache_write_tokens:
        all_fresh = RequestUsage(input_tokens=used.input_tokens, output_tokens=used.output_tokens)
        without_cache = _price(response, all_fresh)
        saved = None
        if price is not None and without_cache is not None:
            saved = without_cache - price
    return Usage(
        tokens_in=used.input_tokens,
        tokens_out=used.output_tokens,
        usd=Decimal(str(stated)) if stated is not None else price,
        cached=used.cache_read_tokens,
        stored=used.cache_write_tokens,
        saved=saved,
    )


def _price(response: ModelResponse, used: RequestUsage) -> Decimal | None:
    """Return the price of these tokens for the model that answered; None if it is unknown."""
    from genai_prices import calc_price

    is_used = used.input_tokens or used.output_tokens
    if not is_used or not response.model_name or not response.provider_url:
        return None
    with suppress(LookupError, ValueError):
        # Look up the price by address. A model of the same name on a private server has another
        # price.
        price = calc_price(
            used,
            response.model_name,
            provider_api_url=response.provider_url,
            genai_request_timestamp=response.timestamp,
        )
        return price.total_price
    return None


def _total(used: list[Usage]) -> Usage:
    return sum(used, Usage(usd=Decimal(0)))
