"""The templates of a council, and the words that are short enough to stand in one file."""

from pathlib import Path
from typing import Any

from coordinator.judgement.ballots import show
from coordinator.prompts import strict_templates

TEMPLATES = strict_templates(Path(__file__).parent)
TEMPLATES.filters["show"] = show
SHOWN: Any = TEMPLATES.get_template("shown.j2").module  # a function for each of its macros
