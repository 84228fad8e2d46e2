"""The viewer of a request: the owner, or a person with a token of their own."""

from starlette.requests import HTTPConnection

from coordinator.app.access import Viewer

SIGNED_IN = "coordinator.signed_in"  # the key of the viewer in the scope of a request


def viewer_of(connection: HTTPConnection) -> Viewer:
    """Return the sender of an authenticated request."""
    viewer: Viewer = connection.scope[SIGNED_IN]
    return viewer
