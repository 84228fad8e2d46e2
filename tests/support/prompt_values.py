"""The names of all prompts, and a value for each variable of their templates."""

from __future__ import annotations

from typing import get_args

from coordinator.models import Purpose

ANYTHING = {
    "reference": "w0rd",
    "own_instructions": False,
    "wants_folder": False,
    "tools": (),
    "issue": "ISSUE",
    "folder": "",
    "constraints": ["no new service"],
    "alternatives": ["a table"],
    "changed": ["A x.py"],
    "withheld": "",
    "too_large": "",
    "for_agents": "",
    "work": "WORK",
    "checks": [],
    "differing_inputs": {},
    "earlier": [],
    "files": ["FILE"],
    "has_base": True,
    "seconds": 60.0,
    "questions": ["CK-001 (essential): QUESTION"],
    "tried": ["TRIED"],
    "rubric": "RUBRIC",
    "splits": [],
    "criteria": ["CK-001"],
    "own": "OWN",
    "may_give_up": True,
    "peers": [],
    "scripts": ["SCRIPT"],
    "before": "before-1a2b",
    "role": "tester",
    "tool": "tests",
    "output": "OUT",
    "contradictions": [],
    "may_ask": True,
    "arguments": [],
    "missing": "",
    "outputs": [],
    "instructions": "INSTRUCTIONS",
    "inputs": [{"title": "TITLE", "text": "INPUT"}],
    "problem": "PROBLEM",
    "context": [],
    "evidence": "",
    "proposals": ["PROPOSAL"],
    "standing": [],
    "opinions": [],
    "synthesis": "",
    "dissents": False,
    "decision": "DECISION",
    "values": {},
    "dropped": 0,
    "messages": [{"who": "Workflow", "text": "MESSAGE"}],
}
NAMES: tuple[str, ...] = get_args(Purpose)
FORMAL = tuple(name for name in NAMES if name != "work")  # a working agent answers in its own words
