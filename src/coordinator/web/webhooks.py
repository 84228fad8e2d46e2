"""Webhooks of a forge. A signed delivery wakes the daemon, and has no other effect."""

import hmac
import logging
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from coordinator.web.problems import RequestRefused

log = logging.getLogger("coordinator")

PATH = "/webhooks/forge"
SECRET = "COORDINATOR_WEBHOOK_SECRET"
LARGEST = 25 * 2**20  # bytes of one delivery, GitHub's own limit


@dataclass
class Webhook:
    """Wakes the daemon at each signed delivery. The content of a delivery is not used."""

    secret: Callable[[], str]
    wake: Callable[[], None]
    _is_refused: bool = False

    async def respond(self, request: Request) -> Response:
        """Accept a delivery if its whole body is correctly signed with the secret."""
        secret = self.secret()
        if not secret:
            raise RequestRefused(
                403, "webhooks are not set up here", fix=f"set {SECRET} on both sides"
            )
        signature = hmac.new(secret.encode(), digestmod="sha256")
        size = 0
        async for chunk in request.stream():
            size += len(chunk)
            if size > LARGEST:
                raise RequestRefused(413, "the body is too large for a webhook")
            signature.update(chunk)
        given = request.headers.get("x-hub-signature-256", "").removeprefix("sha256=")
        if not hmac.compare_digest(signature.hexdigest().encode(), given.encode()):
            # Do not log the next refusals until a valid delivery comes, because anybody can send
            # invalid ones.
            if not self._is_refused:
                log.warning("a webhook was refused: it is not signed with %s", SECRET)
            self._is_refused = True
            raise RequestRefused(
                403, "the signature is wrong", fix=f"set the secret of {SECRET} on the server"
            )
        self._is_refused = False
        self.wake()
        return Response(status_code=202)
