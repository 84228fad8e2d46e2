"""What went wrong with a call to a model: whether it may pass, and one line that says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coordinator.agents.providers import ProviderAccess
from coordinator.errors import AgentError

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse

SHOWN = 300  # characters of what a server said


def may_pass(error: Exception) -> bool:
    """Whether the same call may succeed later: too many calls, a server's own failure, a lost connection."""
    from pydantic_ai import exceptions as of

    if isinstance(error, of.ModelTimeoutError):
        return error.phase in ("connect", "pool")
    passing = (of.ModelRateLimitError, of.ModelServerError, of.ModelUnavailableError, of.ModelConnectionError)
    return isinstance(error, passing)


def wanted_wait(error: Exception) -> float:
    """The seconds that the vendor asked to wait; 0 if it did not say."""
    from pydantic_ai.exceptions import ModelAPIError

    return (error.retry_after or 0.0) if isinstance(error, ModelAPIError) else 0.0


def explained(error: Exception, access: ProviderAccess, tries: int) -> AgentError:
    """The failure in one line, without the key, and what to do about it."""
    words, fix = _kind(error, access)
    said = access.masked(_said(error))[:SHOWN]
    times = f" (after {tries} tries)" if tries > 1 else ""
    line = f"{access.vendor}:{access.model}: {words}{times}{': ' + said if said else ''}"
    return AgentError("failed", line, fix=fix)


def _kind(error: Exception, access: ProviderAccess) -> tuple[str, str]:
    from pydantic_ai import exceptions as of

    kinds: tuple[tuple[type[Exception], str, str], ...] = (
        (of.ModelAuthenticationError, "the key was refused", f"check {access.variable or '`key:` of the seat'}"),
        (of.ModelNotFoundError, f"not found at {access.address}", "see `model:` of the seat"),
        (of.ModelContextWindowExceededError, "the prompt is too long for it", "lower review.diff_limit"),
        (of.ModelQuotaExceededError, "the account has no quota or credit left", "see the vendor's billing page"),
        (of.ModelRateLimitError, "too many calls", "see models.per_minute and models.concurrency"),
        (of.ModelRequestRejectedError, "the request was refused", "see the settings of the seat, such as structured"),
        (of.ModelTimeoutError, f"no answer from {access.address}", ""),
        (of.ModelConnectionError, f"the connection to {access.address} failed", ""),
        (of.ModelHTTPError, f"{access.address} failed", ""),
        (of.UserError, "cannot be asked like this", ""),
    )
    unreadable = (f"{access.address} gave an answer that cannot be read", "check base_url" if access.own_server else "")
    return next(((words, fix) for kind, words, fix in kinds if isinstance(error, kind)), unreadable)


def _said(error: Exception) -> str:
    """What the server said, on one line."""
    from pydantic_ai import exceptions as of

    if isinstance(error, of.ModelHTTPError):
        text = f"HTTP {error.status_code} {_message(error.body)}"
    elif isinstance(error, of.ModelConnectionError):
        text = str(_root(error)) or error.message
    elif isinstance(error, of.AgentRunError | of.UserError):
        text = error.message
    else:
        text = type(error).__name__
    return " ".join(text.split())


def _root(error: BaseException) -> BaseException:
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def _message(body: object) -> str:
    inner = body.get("error", body) if isinstance(body, dict) else body
    told = inner.get("message", "") if isinstance(inner, dict) else inner
    return told if isinstance(told, str) else ""


def check_ending(response: ModelResponse, limit: int, *, may_call: bool) -> None:
    """Refuse a reply that did not come to a normal end, before anybody reads it."""
    if response.finish_reason == "stop" or (may_call and response.finish_reason == "tool_call"):
        return
    details = response.provider_details or {}
    why = [str(details[key]) for key in ("refusal", "block_reason", "finish_reason") if details.get(key)]
    told = " ".join(" ".join(why).split())[:SHOWN]
    if response.finish_reason == "length":
        what = f"the reply was cut off ({told}), max_tokens is {limit}"
        raise AgentError("malformed", what, fix="raise max_tokens of the seat")
    if response.finish_reason == "content_filter":
        raise AgentError("failed", f"the model or its filter refused to answer: {told}")
    raise AgentError("failed", f"the reply did not come to a normal end: {told or 'no reason given'}")
