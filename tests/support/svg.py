"""Pictures drawn by the server, read by a strict parser, and a text that tries to get out of its place."""

from __future__ import annotations

from xml.etree import ElementTree

EVIL = "\"><script>alert(1)</script>&'"


def parsed(svg: str) -> ElementTree.Element:
    """The picture, read by a strict parser."""
    return ElementTree.fromstring(svg.strip())
