"""The HTTP client of trackers. It retries reads, and looks for a write before repeating it."""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar
from urllib.parse import urljoin, urlsplit

from coordinator.errors import AccessRefused, Conflict, TrackerError, TrackerUnavailable

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Response

RETRIES = 5
FIRST_DELAY = 0.1
LONGEST_DELAY = 30.0
REDIRECTS = (301, 302, 307, 308)
MOST_REDIRECTS = 5

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

    def refusal(self, what: str, words: str, response: "Response") -> TrackerError | None:
        """Return the error for a refusal that only this kind of server gives; None for others.

        `what` describes the refusal for people, and `words` is the server's own message.
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
        """Return the answer to one request, after redirects. Raise an error if it is refused."""
        address = path
        if "://" not in path:
            address = f"{self.url}{path}"
        for _ in range(MOST_REDIRECTS):
            if _origin(address) != _origin(self.url):  # no other server gets our credentials
                break
            response = await self._send(method, address, query, body, headers)
            if response.status_code >= 400:
                raise self._refusal(f"{method} {path}", response)
            if response.status_code not in REDIRECTS:
                return response
            # Keep the method, unlike a browser, so that a write stays a write.
            address = urljoin(address, response.headers.get("Location", ""))
            query = None
        raise TrackerError(
            f"{method} {path} is redirected to {address}, which coordinator does not follow",
            fix=self.address_fix,
        )

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

    def _refusal(self, request: str, response: "Response") -> TrackerError:
        """Return the error for a refused request, with the server's own message."""
        status = response.status_code
        try:
            said = json.loads(response.text)
            words = str(said.get("error") or said.get("message") or response.text)
        except (ValueError, AttributeError):  # some errors are not JSON at all
            words = " ".join(response.text.split())
        what = f"{request}: {status} {words[:300]}"
        special = self.refusal(what, words, response)
        if special:
            return special
        if status == 429:
            return ServerBusy(what, min(seconds_to_wait(response) or 1.0, LONGEST_DELAY))
        if status >= 500:
            return TrackerUnavailable(what)
        kind = {401: AccessRefused, 403: AccessRefused, 409: Conflict}.get(status, TrackerError)
        return kind(what, fix=self.fixes.get(status, ""))


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
    try:
        return json.loads(response.text)
    except ValueError as error:
        what = f"{response.request.url.path} gave an answer that is not JSON"
        raise TrackerError(what, fix="check the address of the server") from error
