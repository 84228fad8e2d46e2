"""Texts of a run: messages for its agent, and comments for the people who decide about it."""

from pathlib import Path
from typing import Any

from coordinator.prompts import strict_templates

# Each macro in the template file is a function of `MESSAGES`.
MESSAGES: Any = strict_templates(Path(__file__).parent).get_template("messages.j2").module
