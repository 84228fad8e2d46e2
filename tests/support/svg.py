"""Pictures that the server draws, and a text that tries to break out of its place in a picture."""

from __future__ import annotations

from xml.etree import ElementTree

EVIL = "\"><script>alert(1)</script>&'"


def parsed(svg: str) -> ElementTree.Element:
    """Return the picture as a strict parser reads it."""
    return ElementTree.fromstring(svg.strip())
