"""Recorded replies of a Tool-MAD panel about a paper."""

from __future__ import annotations

from typing import Any

from tests.support.reviews import Line

ISSUE = "Experiments with language models\n\nRun each of the 20 prompts against a language model and report accuracy.\n"
PAPER = {
    "paper.md": "# Agents\n\nWe ran 20 prompts against a frontier language model; accuracy was 91 %.\n",
    "src/run.py": "import random\n\n\ndef run(prompt):\n    return random.choice(['yes', 'no'])\n",
}
SEATS = """\
  judge: {name: Reality Checker, recorded: REPLIES}
  debaters:
    - {name: Senior Developer, role: senior developer, tool: code search, recorded: REPLIES}
    - {name: Code Reviewer, role: code reviewer, tool: method, recorded: REPLIES}
    - {name: Project Manager, role: project manager, tool: scope, recorded: REPLIES}
    - {name: Tester, role: tester, tool: tests, recorded: REPLIES}
"""
NAMES = ("Senior Developer", "Code Reviewer", "Project Manager", "Tester")
CLAIM = {"source": "paper.md:3", "quote": "We ran 20 prompts against a frontier language model"}
SHOWN = {  # keyed by the tools of these seats; all other tools show the diff
    "Senior Developer": {"source": "tool:code search", "quote": "no line matches"},
    "Tester": {"source": "tool:tests", "quote": "no checks were run"},
}


def argues(seat: str, drift: bool, *evidence: Any, query: str = "", number: int = 0) -> Line:
    claim = "the work drifted" if drift else "the work is as asked"
    reply = {
        "reference": "{{reference}}",
        "drift": drift,
        "claim": claim,
        "evidence": list(evidence),
        "query": query,
    }
    return {"seat": seat, "purpose": "argue", "round": number, "reply": reply}


def rules(verdict: str, failures: Any = (), refuted: Any = ()) -> Line:
    reply = {
        "reference": "{{reference}}",
        "verdict": verdict,
        "failures": list(failures),
        "refuted": [{"argument": name, "evidence": evidence} for name, evidence in refuted],
    }
    return {"seat": "Reality Checker", "purpose": "rule", "reply": reply}


def content(seat: str, number: int = 0) -> Line:
    return argues(seat, False, SHOWN.get(seat, CLAIM), number=number)
