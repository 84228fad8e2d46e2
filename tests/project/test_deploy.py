"""What deploy/ starts: commands that there are, with variables that are known, and time enough to stop.

`make deploycheck` has the files looked at by systemd, hadolint and the schemas of Kubernetes.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from coordinator import __version__
from coordinator.config.home_directory import HOME
from coordinator.config.settings import WatchConfig
from tests.support.dashboards import dashboard
from tests.support.doc_pages import wrong_command
from tests.support.paths import ROOT
from tests.support.reviews import make_config

DEPLOY = ROOT / "deploy"
OBJECTS: list[dict[str, Any]] = list(
    yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8"))
)
PODS = {
    each["metadata"]["name"]: each["spec"]["template"]
    for each in OBJECTS
    if each["kind"] == "Deployment"
}
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")


def argv(instruction: str) -> list[str]:
    """The words of an instruction of the Containerfile."""
    found = re.findall(rf"^{instruction} .*?(\[.*\])$", CONTAINER, re.MULTILINE)
    words: list[str] = json.loads(found[0])
    return words


@pytest.mark.parametrize(
    ("name", "wait"), [("coordinator", 0.0), ("coordinator-worker@", WatchConfig().drain)]
)
def test_a_unit_starts_what_there_is_and_waits_for_its_end(name: str, wait: float) -> None:
    text = (DEPLOY / f"{name}.service").read_text(encoding="utf-8")
    keys = dict(line.split("=", 1) for line in text.splitlines() if re.match(r"\w+=", line))
    program, *rest = keys["ExecStart"].split()
    assert (program, wrong_command(rest)) == ("/opt/coordinator/bin/coordinator", "")
    assert {each.split("=")[0] for each in keys["Environment"].split()} == {"HOME", HOME}
    assert float(keys["TimeoutStopSec"].removesuffix("s")) > wait
    assert keys["KillMode"] == "mixed", "a command that a worker waits for is not told to stop"


@pytest.mark.parametrize("name", PODS)
def test_a_pod_starts_what_there_is_and_holds_no_secret(name: str) -> None:
    spec = PODS[name]["spec"]
    [container] = spec["containers"]
    assert wrong_command(container["args"]) == ""
    assert container["image"] == f"coordinator:{__version__}"
    assert spec["terminationGracePeriodSeconds"] > (WatchConfig().drain if "worker" in name else 0)
    # Otherwise COORDINATOR_SERVICE_HOST and the like would be there, and refused.
    assert spec["enableServiceLinks"] is False
    assert spec["automountServiceAccountToken"] is False
    assert "env" not in container
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}


def test_services_and_budgets_are_about_pods_that_there_are() -> None:
    labels = [pod["metadata"]["labels"].items() for pod in PODS.values()]
    for each in OBJECTS:
        wanted = each["spec"]["selector"]
        wanted = wanted.get("matchLabels", wanted)
        assert [wanted.items() <= known for known in labels].count(True) == 1, each["metadata"][
            "name"
        ]


def test_the_container_starts_what_there_is_and_finds_out_whether_it_serves(tmp_path: Path) -> None:
    assert argv("ENTRYPOINT") == ["tini", "--", "coordinator"]
    assert wrong_command(argv("CMD")) == ""
    _, *program = argv("HEALTHCHECK")

    def healthy(port: int) -> bool:
        words = [word.replace("8750", str(port)) for word in program]
        return not subprocess.run(
            [sys.executable, *words], capture_output=True, check=False
        ).returncode

    with dashboard(make_config(tmp_path, [])) as running:
        port = urlsplit(running.address).port
        assert port
        assert healthy(port)
    assert not healthy(port)
