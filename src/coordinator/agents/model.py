"""A model behind an HTTP API, asked through its provider's client; what it says is read by our reader alone."""

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
from coordinator.agents.providers import ProviderAccess, access_for, settings_for
from coordinator.agents.rate_limit import limiter_for
from coordinator.config.environment import masked
from coordinator.config.seats import ModelConfig
from coordinator.config.settings import Config
from coordinator.errors import AgentError
from coordinator.judgement.independence import family_of
from coordinator.models import Ask, Reply, Usage
from coordinator.parsing.forms import AMPLE, schema_for
from coordinator.workspace.experiments import ExperimentRunner

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model as Backend
    from pydantic_ai.models import ModelRequestParameters

    Request = Callable[[list[ModelMessage]], Awaitable[ModelResponse]]

SHOWN = 300  # characters of what a server said


class ModelAgent(Agent):
    """A seat's model; it is reached when it is first asked."""

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
        self.access = access_for(self.spec, self.config)  # the env file may have another key by now
        tools = FileTools(ask.folder, until, runner) if ask.folder else None
        backend = await limiter_for(self.access, self.limits).backend(self.access)
        # Quick now: the backend has loaded the package on a thread
        from pydantic_ai.direct import model_request

        settings = settings_for(self.spec)
        parameters = self._parameters(ask, backend, tools)
        request: Request = partial(
            model_request,
            backend,
            model_settings=settings,
            model_request_parameters=parameters,
            instrument=False,
        )
        used: list[Usage] = []
        try:
            response = await self._converse(request, ask.prompt, tools, until, used)
        except AgentError as failure:
            raise PaidFailure(failure, _total(used)) if used else failure from None
        seconds = round(time.monotonic() - began, 3)
        model = response.model_name or ""
        text = masked(response.text or "", self.config.secret_values())
        return Reply(text=text, seconds=seconds, usage=_total(used), model=model)

    def _parameters(
        self, ask: Ask, backend: Backend, tools: FileTools | None
    ) -> ModelRequestParameters:
        """Return the tools of a call, and the form that its reply is held to where the model takes one."""
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.output import OutputObjectDefinition

        functions = tools.definitions() if tools else []
        beside_tools = backend.system != "google" or backend.profile.get(
            "google_supports_tool_combination", False
        )
        takes_form = backend.profile.get("supports_json_schema_output", False) and (
            tools is None or beside_tools
        )
        # A working agent answers in its own words.
        if not self.spec.structured or not takes_form or ask.purpose == "work":
            return ModelRequestParameters(function_tools=functions)
        # A form may say how long lists and texts are: servers of one's own take that, some providers do not.
        bounded = self.access.vendor == "ollama" or (
            self.access.vendor == "openai" and self.access.own_server
        )
        room = self.spec.max_tokens if bounded else AMPLE
        schema = schema_for(ask.purpose, ask.reference, ask.earlier, room)
        form = OutputObjectDefinition(schema, name=ask.purpose, strict=True)
        return ModelRequestParameters(
            function_tools=functions, output_mode="native", output_object=form
        )

    async def _converse(
        self,
        request: Request,
        prompt: str,
        tools: FileTools | None,
        until: float,
        used: list[Usage],
    ) -> ModelResponse:
        """Ask, and answer the model's own calls, until it answers the ask; `used` grows with every call."""
        from pydantic_ai.messages import ModelRequest, ToolReturnPart, UserPromptPart

        messages: list[ModelMessage] = [ModelRequest(parts=[UserPromptPart(prompt)])]
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
        raise AgentError("failed", "the model went on calling tools instead of answering")

    async def _call(
        self, request: Request, messages: list[ModelMessage], until: float
    ) -> ModelResponse:
        """Make one call, tried again while it fails in a way that may pass and time is left."""
        tries = 0
        while True:
            tries += 1
            try:
                async with limiter_for(self.access, self.limits).admitted():
                    return await request(messages)
            except (
                Exception
            ) as error:  # the client libraries raise anything on a body they were not made for
                backoff = self.limits.delay * 2.0 ** (tries - 1) * random.uniform(1.0, 1.25)
                wanted = retry_wait(error)
                wait = max(backoff, wanted or 0.0)
                if (
                    tries > self.limits.retries
                    or wanted is None
                    or time.monotonic() + wait >= until
                ):
                    raise explain_error(error, self.access, tries) from None
            await asyncio.sleep(wait)


def usage_of(response: ModelResponse) -> Usage:
    """Return the tokens and the price of one call; a price that is not known is None."""
    from genai_prices import calc_price

    used = response.usage
    usd = None
    stated = (response.provider_details or {}).get("cost")  # OpenRouter says itself what a call was
    if stated is not None:
        usd = Decimal(str(stated))
    elif (
        (used.input_tokens or used.output_tokens) and response.model_name and response.provider_url
    ):
        # By the address alone: a model of the same name on somebody's own server has no such price.
        where = response.provider_url
        when = response.timestamp
        with suppress(LookupError, ValueError):
            price = calc_price(
                used, response.model_name, provider_api_url=where, genai_request_timestamp=when
            )
            usd = price.total_price
    return Usage(tokens_in=used.input_tokens, tokens_out=used.output_tokens, usd=usd)


def _total(used: list[Usage]) -> Usage:
    return sum(used, Usage(usd=Decimal(0)))


# -- what went wrong with a call: whether it may pass, and one line that says it


def _root(error: BaseException) -> BaseException:
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def retry_wait(error: Exception) -> float | None:
    """Return the seconds that the provider wants us to wait, 0 if it does not say; None if waiting will not help."""
    from pydantic_ai import exceptions as of

    passing = (
        of.ModelRateLimitError,
        of.ModelServerError,
        of.ModelUnavailableError,
        of.ModelConnectionError,
    )
    may_pass = isinstance(error, passing)
    if isinstance(error, of.ModelTimeoutError):
        may_pass = error.phase in ("connect", "pool")
    # Of our own transport, such as an answer without end
    if not may_pass or isinstance(_root(error), AgentError):
        return None
    if isinstance(error, of.ModelAPIError):
        return error.retry_after or 0.0
    return 0.0


def explain_error(error: Exception, access: ProviderAccess, tries: int) -> AgentError:
    """Return the failure in one line, without the key, and what to do about it."""
    from pydantic_ai import exceptions as of

    if isinstance(root := _root(error), AgentError):
        return AgentError(root.cause, f"{access.vendor}:{access.model}: {root.what}", fix=root.fix)
    kinds: tuple[tuple[type[Exception], str, str], ...] = (
        (
            of.ModelAuthenticationError,
            "the key was refused",
            f"check {access.variable or '`key:` of the seat'}",
        ),
        (of.ModelNotFoundError, f"not found at {access.address}", "see `model:` of the seat"),
        (
            of.ModelContextWindowExceededError,
            "the prompt is too long for it",
            "lower review.diff_limit",
        ),
        (
            of.ModelQuotaExceededError,
            "the account has no quota or credit left",
            "see the vendor's billing page",
        ),
        (of.ModelRateLimitError, "too many calls", "see models.per_minute and models.concurrency"),
        (
            of.ModelRequestRejectedError,
            "the request was refused",
            "see the settings of the seat, such as structured",
        ),
        (of.ModelTimeoutError, f"no answer from {access.address}", ""),
        (of.ModelConnectionError, f"the connection to {access.address} failed", ""),
        (of.ModelHTTPError, f"{access.address} failed", ""),
        (of.UserError, "cannot be asked like this", ""),
        # Anything else comes from a body that the client library was not made for.
        (
            Exception,
            f"{access.address} gave an answer that cannot be read",
            "check base_url" * access.own_server,
        ),
    )
    words, fix = next((words, fix) for kind, words, fix in kinds if isinstance(error, kind))
    if isinstance(error, of.ModelHTTPError):
        inner = error.body.get("error", error.body) if isinstance(error.body, dict) else error.body
        message = inner.get("message", "") if isinstance(inner, dict) else inner
        said = f"HTTP {error.status_code} {message if isinstance(message, str) else ''}"
    elif isinstance(error, of.ModelConnectionError):
        said = str(_root(error)) or error.message
    elif isinstance(error, of.AgentRunError | of.UserError):
        said = error.message
    else:
        said = type(error).__name__
    said = " ".join(said.split())
    # The server may repeat the key
    said = (said.replace(access.key, "***") if access.key else said)[:SHOWN]
    times = f" (after {tries} tries)" if tries > 1 else ""
    line = f"{access.vendor}:{access.model}: {words}{times}{': ' + said if said else ''}"
    return AgentError("failed", line, fix=fix)


def check_ending(response: ModelResponse, limit: int, *, may_call: bool) -> None:
    """Raise AgentError for a reply that did not come to a normal end, before anybody reads it."""
    if response.finish_reason == "stop" or (may_call and response.finish_reason == "tool_call"):
        return
    details = response.provider_details or {}
    why = [
        str(details[key])
        for key in ("refusal", "block_reason", "finish_reason")
        if details.get(key)
    ]
    told = " ".join(" ".join(why).split())[:SHOWN]
    if response.finish_reason == "length":
        what = f"the reply was cut off ({told}), max_tokens is {limit}"
        raise AgentError("malformed", what, fix="raise max_tokens of the seat")
    if response.finish_reason == "content_filter":
        raise AgentError("failed", f"the model or its filter refused to answer: {told}")
    raise AgentError(
        "failed", f"the reply did not come to a normal end: {told or 'no reason given'}"
    )
