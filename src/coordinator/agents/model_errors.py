"""Explain failed calls to models: whether to try again, and a one-line description."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from coordinator.agents.providers import ProviderAccess
from coordinator.errors import AgentError

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse

SHOWN = 300  # characters of the server's own words


def _root(error: BaseException) -> BaseException:
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def retry_wait(error: Exception) -> float | None:
    """Return the seconds to wait before the next attempt, as the provider asks; 0 by default.

    Return None if another attempt would not help.
    """
    from pydantic_ai import exceptions

    # Our own transport raised it, for example for an endless answer.
    if isinstance(_root(error), AgentError):
        return None
    if isinstance(error, exceptions.ModelTimeoutError):
        may_pass = error.phase in ("connect", "pool")
    else:
        may_pass = isinstance(
            error,
            exceptions.ModelRateLimitError
            | exceptions.ModelServerError
            | exceptions.ModelUnavailableError
            | exceptions.ModelConnectionError,
        )
    if not may_pass:
        return None
    if isinstance(error, exceptions.ModelAPIError):
        return error.retry_after or 0.0
    return 0.0


class Explanation(NamedTuple):
    """A description of a failure, and a way to fix it; the fix can be empty."""

    words: str
    fix: str = ""


def explain_error(error: Exception, access: ProviderAccess, tries: int) -> AgentError:
    """Return an error with a one-line description and a fix. It does not contain the key."""
    name = f"{access.vendor}:{access.model}"
    root = _root(error)
    if isinstance(root, AgentError):
        return AgentError(root.cause, f"{name}: {root.what}", fix=root.fix)
    words, fix = _explanation(error, access)
    line = f"{name}: {words}"
    if tries > 1:
        line += f" (after {tries} tries)"
    said = " ".join(_server_words(error).split())
    if access.key:
        said = said.replace(access.key, "***")  # the server can repeat the key
    if said:
        line += f": {said[:SHOWN]}"
    return AgentError("failed", line, fix=fix)


def _explanation(error: Exception, access: ProviderAccess) -> Explanation:
    """Return an explanation of the error. Specific errors are checked before general ones."""
    from pydantic_ai import exceptions

    match error:
        case exceptions.ModelAuthenticationError():
            where = access.variable or "`key:` of the seat"
            return Explanation("the key was refused", f"check {where}")
        case exceptions.ModelNotFoundError():
            return Explanation(
                f"{access.address} does not have this model", "check `model:` of the seat"
            )
        case exceptions.ModelContextWindowExceededError():
            return Explanation("the prompt is too long for the model", "lower review.diff_limit")
        case exceptions.ModelQuotaExceededError():
            return Explanation(
                "the account has no quota or credit left", "see the vendor's billing page"
            )
        case exceptions.ModelRateLimitError():
            return Explanation("too many calls", "see models.per_minute and models.concurrency")
        case exceptions.ModelRequestRejectedError():
            return Explanation(
                "the request was refused", "check the settings of the seat, such as `structured`"
            )
        case exceptions.ModelTimeoutError():
            return Explanation(f"no answer from {access.address}")
        case exceptions.ModelConnectionError():
            return Explanation(f"the connection to {access.address} failed")
        case exceptions.ModelHTTPError():
            return Explanation(f"{access.address} failed")
        case exceptions.UserError():
            return Explanation("the client library does not support this request")
    # The client library could not read the body.
    fix = "check base_url" if access.own_server else ""
    return Explanation(f"{access.address} sent an answer that cannot be read", fix)


def _server_words(error: Exception) -> str:
    """Return the error message of the server or of pydantic_ai."""
    from pydantic_ai import exceptions

    if isinstance(error, exceptions.ModelHTTPError):
        return f"HTTP {error.status_code} {_message_in(error.body)}"
    if isinstance(error, exceptions.ModelConnectionError):
        return str(_root(error)) or error.message
    if isinstance(error, exceptions.AgentRunError | exceptions.UserError):
        return error.message
    return type(error).__name__


def _message_in(body: object) -> str:
    """Return the message in the body of an answer; empty if there is none."""
    if isinstance(body, dict):
        body = body.get("error", body)
    if isinstance(body, dict):
        body = body.get("message", "")
    if isinstance(body, str):
        return body
    return ""


def check_ending(response: ModelResponse, limit: int, *, may_call: bool) -> None:
    """Raise AgentError if a reply did not end normally, such as a reply that was cut off.

    If `may_call` is true, a reply that ends with a tool call is normal, too.
    """
    if response.finish_reason == "stop" or (may_call and response.finish_reason == "tool_call"):
        return
    details = response.provider_details or {}
    reasons = []
    for key in ("refusal", "block_reason", "finish_reason"):
        if details.get(key):
            reasons.append(str(details[key]))
    told = " ".join(" ".join(reasons).split())[:SHOWN]
    if response.finish_reason == "length":
        raise AgentError(
            "malformed",
            f"the reply was cut off ({told}), max_tokens is {limit}",
            fix="raise max_tokens of the seat",
        )
    if response.finish_reason == "content_filter":
        raise AgentError("failed", f"the model or its filter refused to answer: {told}")
    raise AgentError("failed", f"the reply did not end normally: {told or 'no reason given'}")
