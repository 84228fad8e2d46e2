"""The configuration that `coordinator init` writes: commented, and right as it is."""

from __future__ import annotations

from coordinator.config.seats import RESIDENTS, Debater, PanelConfig, Seat
from coordinator.config.settings import STARTER
from coordinator.errors import UsageError

MULTICA = """\
# coordinator.yaml: what is not written here has its default.
# `coordinator config` shows the whole tree, `coordinator doctor` says what is missing.
# COORDINATOR_SERVER_URL, COORDINATOR_WORKSPACE_ID and COORDINATOR_TOKEN are read from the environment, or from the
# file env of the home directory (mode 600). To use an example below, remove its #.

tracker: multica

review:
  protocol: {protocol}
#  bar: 3.5                     # the overall score to reach, 1 to 5
#  reviews_per_issue: 3         # then a person decides
#  escalate_to: member:USER-ID  # that person; without it, who created the issue
#  deadline: 15m                # for one reply

# Who judges: agents of the workspace, by name. Our user must be allowed to invoke them.
{panel}
# Where the work is: repositories as pull requests name them, and your own clones of them. Without one, judges see
# only what the author wrote in the issue.
#multica:
#  repos:
#    - {{url: "https://github.com/acme/sorter", path: ../sorter, base: main}}
#  on_escalation: keep          # or blocked
#  squads: refuse               # or allow: every reply of a judge wakes the squad's leader

# Deterministic checks. Without this key they are detected: pytest, npm, go, cargo or make.
#checks:
#  - {{name: tests, run: "pytest -q", blocks: true, timeout: 5m}}

#watch:
#  poll: 2s
#  concurrency: 8
"""


def starter(tracker: str, protocol: str) -> str:
    """A file to start from."""
    if tracker == "multica":
        return MULTICA.format(protocol=protocol, panel=_panel(RESIDENTS[protocol]))
    if protocol != "judge-with-debate":
        raise UsageError(f"there is no file to start from for {protocol} on the board", fix="add --tracker multica")
    return STARTER.read_text(encoding="utf-8")


def _panel(panel: PanelConfig) -> str:
    single = {"meta_judge": panel.meta_judge, "judge": panel.judge}
    lines = [f"  {key}: {_seat(seat)}" for key, seat in single.items() if seat is not None]
    several: dict[str, tuple[Seat, ...]] = {"judges": panel.judges, "debaters": panel.debaters}
    for key, seats in several.items():
        lines += [f"  {key}:", *(f"    - {_seat(seat)}" for seat in seats)] if seats else []
    return "\n".join(["panel:", *lines, ""])


def _seat(seat: Seat) -> str:
    argues = f', tool: {seat.tool}, role: "{seat.role}"' if isinstance(seat, Debater) else ""
    return f"{{name: {seat.name}, mention: {seat.mention}{argues}}}"
