"""Call the parts of Multica's API that we use."""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, ClassVar

from coordinator.errors import IssueGone, TrackerError
from coordinator.trackers.endpoints import TrackerEndpoint
from coordinator.trackers.http import HttpApi, Row, date_of
from coordinator.trackers.multica.endpoints import ENDPOINTS, FINAL, is_own_refusal

if TYPE_CHECKING:
    from httpx2 import Response

PAGE = 100


class MulticaApi(HttpApi):
    """A client of one workspace on one server. It reads the token again for each request."""

    address_fix = "set COORDINATOR_SERVER_URL"
    fixes: ClassVar[Mapping[int, str]] = {
        401: (
            "write a valid COORDINATOR_TOKEN into the env file, then waiting runs continue; "
            "or set a valid token in the environment and start again"
        ),
        403: "give the token's user access; waiting runs then continue",
        404: "check COORDINATOR_WORKSPACE_ID and the issue's key",
    }

    table: ClassVar[Sequence[TrackerEndpoint]] = ENDPOINTS
    final: ClassVar[Collection[int]] = FINAL

    def __init__(
        self, url: str, workspace: str, token: Callable[[], str], *, timeout: float = 30.0
    ) -> None:
        super().__init__(url, timeout=timeout)
        self.workspace = workspace
        self.token = token

    async def headers(self) -> dict[str, str]:
        return {"X-Workspace-ID": self.workspace, "Authorization": f"Bearer {self.token()}"}

    def is_own_refusal(self, response: "Response") -> bool:
        return is_own_refusal(response)

    def anchor(self, path: str) -> str:
        workspace = f"/api/workspaces/{self.workspace}"
        return "" if path == workspace else workspace

    def refusal(self, what: str, words: str, response: "Response", /) -> TrackerError | None:
        if response.status_code == 404 and words == "issue not found":
            return IssueGone(what)
        return None

    async def text(self, path: str, limit: int) -> str:
        """Return the beginning of a file as text; empty for a binary file."""
        raw = (await self.read(path)).content[:limit]
        if b"\0" in raw:
            return ""
        return raw.decode("utf-8", "replace")

    async def now(self) -> datetime:
        return datetime.fromtimestamp(date_of(await self.read("/api/me")), UTC)

    async def pages(self, path: str, key: str, **query: object) -> AsyncIterator[Row]:
        for offset in count(0, PAGE):
            rows = (await self.get(path, **query, limit=PAGE, offset=offset))[key]
            for row in rows:
                yield row
            if len(rows) < PAGE:
                return
