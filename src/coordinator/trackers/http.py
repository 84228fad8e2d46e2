"""The HTTP client of trackers. It retries reads, and looks for a write before repeating it.

Only an answer of the tracker itself counts, as the tracker's table of endpoints describes it.
"""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar
from urllib.parse import urljoin, urlsplit

from coordinator.errors import (
    AccessRefused,
    Conflict,
    ForeignAnswer,
    TrackerError,
    TrackerUnavailable,
)
from coordinator.trackers.endpoints import JSON, SUCCESS, TrackerEndpoint, find_endpoint

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Response

RETRIES = 5
FIRST_DELAY = 0.1
LONGEST_DELAY = 30.0
# The redirects of a tracker whose repository has another name now. A sign-in page comes with 302.
REDIRECTS = (301, 307, 308)
MOST_REDIRECTS = 5
NOT_MODIFIED = 304
LONGEST_WORDS = 300  # characters of an answer that an error shows

Row = dict[str, Any]
Query = Mapping[str, object] | None
Headers = Mapping[str, str] | None
Found = TypeVar("Found")


class ServerBusy(TrackerUnavailable):
    """The server asks us to come back later."""

    def __init__(self, what: str, retry_after: float) -> None:
        super().__init__(what)
        self.retry_after = retry_after


class HttpApi:
    """A client of one server. It reads the credentials again for each request."""

    address_fix: ClassVar[str]  # the remedy for a wrong address
    fixes: ClassVar[Mapping[int, str]] = {}
    table: ClassVar[Sequence[TrackerEndpoint]] = ()
    final: ClassVar[Collection[int]] = ()  # final refusals at an endpoint that is not in the table

    def __init__(self, url: str, *, timeout: float = 30.0) -> None:
        self.url = url.rstrip("/")
        self._timeout = timeout
        self._client: AsyncClient | None = None

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def headers(self) -> dict[str, str]:
        """Return the headers of every request."""
        raise NotImplementedError

    def is_own_refusal(self, response: "Response") -> bool:
        """Return whether a refusal has the form of this server's own refusals."""
        raise NotImplementedError

    def anchor(self, path: str) -> str:
        """Return the path of an object that must exist if a 404 at `path` is to be believed.

        Return an empty string if there is no such object. Then a 404 can mean that our access to
        everything has ended.
        """
        raise NotImplementedError

    def may_follow(self, _path: str) -> bool:
        """Return whether the server itself redirects requests to this path of its own."""
        return False

    def pause_of(self, _words: str, _response: "Response") -> TrackerError | None:
        """Return the error for a refusal that is caused by a limit of requests, or None."""
        return None

    def refusal(self, what: str, words: str, response: "Response", /) -> TrackerError | None:
        """Return the error for a refusal that only this kind of server gives.

        Return None for any other refusal. `what` describes the refusal for people, and `words` is
        the server's own message.
        """
        raise NotImplementedError

    async def get(self, path: str, **query: object) -> Any:
        """Return the content at a path. Try again while the server does not answer."""
        return content(await self.read(path, query))

    async def read(self, path: str, query: Query = None, headers: Headers = None) -> "Response":
        return await self.insist(lambda: self.request("GET", path, query=query, headers=headers))

    async def write(self, method: str, path: str, body: Row | None = None) -> Any:
        """Do one write.

        Raise TrackerUnavailable if the server does not answer. The write may have happened
        nevertheless, so look for it before you repeat it.
        """
        return content(await self.request(method, path, body=body))

    async def write_again(self, method: str, path: str, body: Row | None = None) -> Any:
        """Do a write that can be repeated. Try again while the server does not answer."""
        return await self.insist(lambda: self.write(method, path, body))

    async def insist(
        self,
        act: Callable[[], Awaitable[Found]],
        look: Callable[[], Awaitable[Found | None]] | None = None,
    ) -> Found:
        """Return the result of `act`. Call it again while the server does not answer.

        Call `look` before each attempt. If it finds the result of an earlier attempt, return that
        result.
        """
        for attempt in range(RETRIES + 1):
            if look is not None:
                found = await look()
                if found is not None:
                    return found
            try:
                return await act()
            except TrackerUnavailable as error:
                if isinstance(error, ServerBusy):
                    delay = error.retry_after
                else:
                    delay = min(FIRST_DELAY * 2**attempt, LONGEST_DELAY)
                    delay *= random.uniform(0.75, 1.25)
                if attempt == RETRIES or delay > LONGEST_DELAY:
                    raise
                await asyncio.sleep(delay)
        raise AssertionError("unreachable")

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Query = None,
        body: Row | None = None,
        headers: Headers = None,
    ) -> "Response":
        """Return the tracker's own answer to one request. Raise an error if it is refused.

        Raise ForeignAnswer for an answer that the tracker does not give.
        """
        address = path
        if "://" not in path:
            address = f"{self.url}{path}"
        what = f"{method} {path}"
        for hops in range(MOST_REDIRECTS):
            # No other server gets our credentials.
            is_here = _origin(address) == _origin(self.url)
            if not is_here or (hops and not self.may_follow(self._path_of(address))):
                break
            response = await self._send(method, address, query, body, headers)
            if response.status_code not in REDIRECTS:
                return await self._checked(what, method, self._path_of(address), response)
            # Keep the method, unlike a browser, so that a write stays a write.
            address = urljoin(address, response.headers.get("Location", ""))
            query = None
        raise ForeignAnswer(
            f"{what} is redirected to {address}, which coordinator does not follow",
            fix=self.address_fix,
        )

    def _path_of(self, address: str) -> str:
        """Return the path of an address, below the address of the server."""
        return urlsplit(address).path.removeprefix(urlsplit(self.url).path)

    async def _checked(self, what: str, method: str, path: str, response: "Response") -> "Response":
        """Return an answer that is a success and the tracker's own. Raise an error otherwise."""
        status = response.status_code
        endpoint = find_endpoint(self.table, method, path)
        if endpoint is None:
            endpoint = TrackerEndpoint(method, path, JSON, self.final)
        is_new = "If-None-Match" not in response.request.headers
        if status == NOT_MODIFIED and not is_new:
            return response
        if status in SUCCESS and endpoint.gives.fits(response):
            return response
        if status >= 400:
            raise await self._refusal(what, path, endpoint, response)
        raise self._foreign(what, response)

    def _foreign(self, what: str, response: "Response") -> ForeignAnswer:
        kind = response.headers.get("Content-Type") or "no content type"
        if not response.content:
            kind = "no content"
        said = f"{what}: {response.status_code} with {kind} is no answer of the tracker"
        words = " ".join(response.text.split())[:LONGEST_WORDS]
        if response.status_code >= 400 and words:
            said += f": {words}"
        fix = f"look for a proxy or a sign-in page before it, or {self.address_fix}"
        return ForeignAnswer(said, fix=fix)

    async def _send(
        self, method: str, address: str, query: Query, body: Row | None, headers: Headers
    ) -> "Response":
        # The import takes almost a second. Commands that need no server do not wait for it.
        import httpx2  # noqa: PLC0415

        parameters = {}
        for name, value in (query or {}).items():
            if value not in (None, ""):
                parameters[name] = str(value)
        try:
            self._client = self._client or httpx2.AsyncClient(timeout=self._timeout)
            carried = {**await self.headers(), **(headers or {})}
            # Empty parameters would remove the parameters of the address, such as a page number.
            given = parameters or None
            return await self._client.request(
                method, address, params=given, json=body, headers=carried
            )
        except (httpx2.InvalidURL, httpx2.UnsupportedProtocol) as error:
            raise TrackerError(
                f"{self.url} is not a valid address", fix=self.address_fix
            ) from error
        except (httpx2.LocalProtocolError, UnicodeEncodeError):  # these errors quote the token
            raise AccessRefused(
                "the token contains invalid characters", fix="copy it again, without changes"
            ) from None
        except (httpx2.TimeoutException, httpx2.TransportError) as error:
            why = str(error) or type(error).__name__
            raise TrackerUnavailable(f"{address} did not answer {method}: {why}") from error

    async def _refusal(
        self, request: str, path: str, endpoint: TrackerEndpoint, response: "Response"
    ) -> TrackerError:
        """Return the error for a refused request, with the server's own message."""
        status = response.status_code
        try:
            said = json.loads(response.text)
            words = str(said.get("error") or said.get("message") or response.text)
        except (ValueError, AttributeError):  # some errors are not JSON at all
            words = " ".join(response.text.split())
        what = f"{request}: {status} {words[:LONGEST_WORDS]}"
        paused = self.pause_of(what, response)
        if paused:
            return paused
        if status == 429:
            return ServerBusy(what, min(seconds_to_wait(response) or 1.0, LONGEST_DELAY))
        if status >= 500:
            return TrackerUnavailable(what)
        is_final = status in (401, 403, *endpoint.final)
        if not is_final or not self.is_own_refusal(response):
            return self._foreign(request, response)
        if (status == 404 or not response.content) and not await self._exists(self.anchor(path)):
            return AccessRefused(what, fix=self.fixes.get(404, ""))
        special = self.refusal(what, words, response)
        if special:
            return special
        kind = {401: AccessRefused, 403: AccessRefused, 409: Conflict}.get(status, TrackerError)
        return kind(what, fix=self.fixes.get(status, ""))

    async def _exists(self, path: str) -> bool:
        """Return whether the server shows us the object at a path."""
        if not path:
            return False
        response = await self._send("GET", f"{self.url}{path}", None, None, None)
        endpoint = find_endpoint(self.table, "GET", path)
        shape = endpoint.gives if endpoint else JSON
        return response.status_code in SUCCESS and shape.fits(response)


def _origin(address: str) -> tuple[str, str]:
    """Return the scheme and the server of an address."""
    parts = urlsplit(address)
    return parts.scheme, parts.netloc.lower()


def seconds_to_wait(response: "Response") -> float:
    """Return the seconds that the server asks us to wait; 0 if it gives no number."""
    try:
        return float(response.headers.get("Retry-After", ""))
    except ValueError:
        return 0.0


def time_of(text: str) -> float:
    """Return the time in a server's date string. Raise TrackerError if it is not a date."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError as error:
        raise TrackerError(f"{text!r} is not a time", fix="check the server's version") from error


def date_of(response: "Response") -> float:
    """Return the server's time in an answer, or else the time of this machine."""
    date = response.headers.get("Date")
    if date:
        return parsedate_to_datetime(date).timestamp()
    return time.time()


def content(response: "Response") -> Any:
    """Return the JSON of an answer; None for an empty answer."""
    if not response.content:
        return None
    return json.loads(response.text)
