"""What the dashboard's process serves about the state of 70a7387."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.upgrade.unpacked import unpack

TOKEN = "a-token-for-a-snapshot-of-the-dashboard"
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? ")


@contextmanager
def serving(home: Path) -> Iterator[str]:
    """A dashboard on loopback while the body lasts; its address."""
    env = {**os.environ, "COORDINATOR_HOME": str(home), "COORDINATOR_DASHBOARD_TOKEN": TOKEN}
    command = [sys.executable, "-m", "coordinator", "serve", "--port", "0"]
    with subprocess.Popen(
        command, cwd=home, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        try:
            said = ""
            for line in process.stdout:
                said += line
                found = re.search(r"(http://127\.0\.0\.1:\d+)/", line)
                if found:
                    yield found[1]
                    break
            else:
                raise AssertionError(f"it has ended: {said}")
        finally:
            process.kill()


def metric_names(place: Path) -> str:
    """Return the name, the type and the labels of every metric."""
    unpack("70a7387", place)
    with serving(place / "home") as address:
        request = urllib.request.Request(
            f"{address}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            text: str = response.read().decode()
    lines = set()
    for line in text.splitlines():
        sample = SAMPLE.match(line)
        if line.startswith("# TYPE "):
            lines.add(line.removeprefix("# TYPE "))
        elif sample and not line.startswith("#"):
            labels = re.findall(r'(\w+)="', sample[2] or "")
            lines.add(f"{sample[1]} by {', '.join(labels) or 'nothing'}")
    return "\n".join(sorted(lines)) + "\n"
