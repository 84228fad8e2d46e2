"""Put the state directory that a release has left at a place; `make.py` made it."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

WRITTEN = Path(__file__).parent
RELEASES = ("5f374c3", "70a7387")  # folders beside this file


def settle(text: str, place: Path) -> str:
    """The text with the place it is at now, and the hashes of paths in it."""
    here = text.replace("@PLACE@", str(place))
    return re.sub(
        "@SHA256:(.*?)@",
        lambda path: hashlib.sha256(json.dumps(path[1]).encode()).hexdigest(),
        here,
    )


def unpack(release: str, place: Path) -> None:
    """Put the state directory of a release and its repository at a place."""
    with tarfile.open(WRITTEN / release / "files.tar.gz") as archive:
        # Python before 3.11.4 has no filters, and Python 3.12 warns where none is named.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(place)
    for file in filter(Path.is_file, place.rglob("*")):
        if b"@PLACE@" in (raw := file.read_bytes()):
            file.write_text(settle(raw.decode(), place), encoding="utf-8")
    for name in ("state", "board"):
        with closing(sqlite3.connect(place / "home" / f"{name}.db")) as db:
            db.executescript(
                settle((WRITTEN / release / f"{name}.sql").read_text(encoding="utf-8"), place)
            )
