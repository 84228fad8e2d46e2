"""What went wrong with a call to a model: whether it may pass, and one line that says it."""

from typing import TYPE_CHECKING

from coordinator.agents.providers import ProviderAccess
from coordinator.errors import AgentError

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse

SHOWN = 300  # characters of what a server said


def _root(error: BaseException) -> BaseException:
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def retry_wait(error: Exception) -> float | None:
    """Return the seconds that the provider wants us to wait, 0 if it does not say; None if waiting will not help."""
    from pydantic_ai import exceptions as of

    passing = (of.ModelRateLimitError, of.ModelServerError, of.ModelUnavailableError, of.ModelConnectionError)
    if isinstance(_root(error), AgentError):  # of our own transport, such as an answer without end
        may_pass = False
    elif isinstance(error, of.ModelTimeoutError):
        may_pass = error.phase in ("connect", "pool")
    else:
        may_pass = isinstance(error, passing)
    if not may_pass:
        return None
    return (error.retry_after or 0.0) if isinstance(error, of.ModelAPIError) else 0.0


def explain_error(error: Exception, access: ProviderAccess, tries: int) -> AgentError:
    """Return the failure in one line, without the key, and what to do about it."""
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
        # Anything else comes from a body that the client library was not made for.
        (
            Exception,
            f"{access.address} gave an answer that cannot be read",
            "check base_url" if access.own_server else "",
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
    said = (said.replace(access.key, "***") if access.key else said)[:SHOWN]  # the server may repeat the key
    times = f" (after {tries} tries)" if tries > 1 else ""
    line = f"{access.vendor}:{access.model}: {words}{times}{': ' + said if said else ''}"
    if isinstance(root := _root(error), AgentError):
        return AgentError(root.cause, f"{access.vendor}:{access.model}: {root.what}", fix=root.fix)
    return AgentError("failed", line, fix=fix)


def check_ending(response: "ModelResponse", limit: int, *, may_call: bool) -> None:
    """Raise AgentError for a reply that did not come to a normal end, before anybody reads it."""
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
