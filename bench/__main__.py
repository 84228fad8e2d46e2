"""Run the measurements of this directory: `make bench`, or `make bench ONLY=reviews,forge` for some.

Print a table for each script, and the summary at the end. A complete run writes build/bench.json
and build/bench.md. The scripts in ON_REQUEST run only if they are named. The exit code is 1 if a
script failed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from bench._report import Subject, alone, rows_of, say, subject_from, summary, table

HERE = Path(__file__).parent
BUILD = HERE.parent / "build"
README = HERE.parent / "README.md"
BEGIN, END = "<!-- figures: python -m bench --readme -->", "<!-- end of figures -->"
SCRIPTS = sorted(script.stem for script in HERE.glob("[!_]*.py"))
ON_REQUEST = (
    "asks",
    "beside",
    "dashboard",
    "fleet",
    "forge",
    "multica",
    "scripts",
    "workflow",
)  # these details take as long as all other scripts together


def subject_of(script: str) -> Subject:
    """Run a script, and return its result or its error."""
    about = (import_module(f"bench.{script}").__doc__ or "").splitlines()[0]
    say(f"{script}: {about}")
    began = time.monotonic()
    try:
        rows = alone(rows_of, script)
    except Exception as error:
        traceback.print_exc()
        return Subject(script, about, error=f"{type(error).__name__}: {error}")
    say(f"{script}: {time.monotonic() - began:.0f} s")
    return Subject(script, about, rows)


def section(subject: Subject) -> str:
    """Return one subject as Markdown."""
    shown = f"Failed: {subject.error}" if subject.error else table(subject.rows)
    return f"## {subject.script}\n{subject.about}\n\n{shown}\n"


def machine() -> str:
    """Return a description of the machine and the Python version."""
    return f"{os.cpu_count()} processors, Python {platform.python_version()}, {platform.system()}"


def keep(subjects: Sequence[Subject], text: str) -> None:
    """Write the results to build/."""
    BUILD.mkdir(exist_ok=True)
    found = {"machine": machine(), "subjects": [asdict(subject) for subject in subjects]}
    (BUILD / "bench.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    (BUILD / "bench.md").write_text(text, encoding="utf-8")


def quote() -> None:
    """Write the summary of the last complete run into the README."""
    found = json.loads((BUILD / "bench.json").read_text(encoding="utf-8"))
    subjects = [subject_from(each) for each in found["subjects"]]
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    shown = f"{BEGIN}\nOn {found['machine']}:\n\n{summary(subjects)}\n{END}"
    README.write_text(before + shown + after, encoding="utf-8")


def main() -> int:
    """Run the wanted scripts; return the exit code."""
    parser = argparse.ArgumentParser(prog="bench", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="NAMES", help=f"some of {', '.join(SCRIPTS)}")
    parser.add_argument(
        "--readme",
        action="store_true",
        help="put the summary of the last whole run into the README",
    )
    given = parser.parse_args()
    if given.readme:
        quote()
        return 0
    wanted = [name for name in given.only.split(",") if name]
    if unknown := set(wanted) - set(SCRIPTS):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(SCRIPTS)}")
    subjects, sections = [], []
    for script in wanted or [name for name in SCRIPTS if name not in ON_REQUEST]:
        subjects.append(subject_of(script))
        sections.append(section(subjects[-1]))
        print(sections[-1], flush=True)
    sections.append(f"## Summary\n{machine()}\n\n{summary(subjects)}\n")
    print(sections[-1])
    if not wanted:
        keep(subjects, "\n".join(sections))
    return 1 if any(subject.error for subject in subjects) else 0


if __name__ == "__main__":
    sys.exit(main())
