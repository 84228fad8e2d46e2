"""The template package is imported quickly: what it costs beside a module of Python itself."""

from __future__ import annotations

import os
import subprocess
import sys

ROUNDS = 7
# `import argparse` takes some 5 ms of processor time on a present machine; ours at most twice that.
MOST = 2.0
OURS = "coordinator.workflow.gotemplate"
KNOWN = "typing, re, contextlib, coordinator.errors"  # every command has imported these


def seconds(before: str, module: str, pycache: str) -> float:
    """Return the processor time of one import in a new process."""
    script = (
        f"import time, {before}\nbegan = time.process_time()\n"
        f"import {module}\nprint(time.process_time() - began)"
    )
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    env["PYTHONPYCACHEPREFIX"] = pycache
    env["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def test_the_import_takes_at_most_twice_as_long_as_that_of_argparse(tmp_path: object) -> None:
    pycache = str(tmp_path)
    seconds(KNOWN, OURS, pycache)  # compiles the modules
    seconds("sys", "argparse", pycache)
    ours = []
    theirs = []
    for _ in range(ROUNDS):
        ours.append(seconds(KNOWN, OURS, pycache))
        theirs.append(seconds("sys", "argparse", pycache))
    assert min(ours) <= MOST * min(theirs)


def test_the_package_imports_no_package_but_our_errors() -> None:
    script = f"import sys, {OURS}\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = {name for name in done.stdout.split() if name.startswith("coordinator.")}
    others = {name for name in loaded if not name.startswith(OURS)}
    assert others == {"coordinator.errors", "coordinator.workflow"}
