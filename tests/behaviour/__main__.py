"""Write every snapshot again."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.behaviour.snapshots import HERE, NAMES, compute

for name in NAMES:
    with tempfile.TemporaryDirectory() as folder:
        text = compute(name, Path(folder).resolve())
    file = HERE / name
    file.parent.mkdir(exist_ok=True)
    changed = not file.exists() or file.read_text(encoding="utf-8") != text
    file.write_text(text, encoding="utf-8")
    print(f"{'written' if changed else 'the same'}: {name}")
