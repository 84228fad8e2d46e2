"""The tools that the examiners of tool-mad argue from; each prints what it really finds in this work."""

from __future__ import annotations

import re

from coordinator.errors import WorkspaceError
from coordinator.models import Case
from coordinator.parsing.excerpt import bound
from coordinator.workspace.sources import EvidenceSources

OUTPUT_LIMIT = 20_000
# What code that talks to a language model cannot do without.
MODEL_CALLS = r"anthropic|openai|ollama|litellm|google\.genai|model\s*="
PROSE = (".md", ".txt", ".rst", ".tex", ".adoc", ".ipynb")


async def run_tool(tool: str, query: str, case: Case, sources: EvidenceSources) -> str:
    """Return what a tool shows on this work; with a query of its own for all but the code search, only what matches."""
    work = case.work
    if tool == "code search":
        output = await _search(query or MODEL_CALLS, sources)
    elif tool == "method":
        prose = "\n".join(file.path for file in work.changed if file.path.endswith(PROSE)) or "none"
        output = f"changed files that describe something:\n{prose}\n\ndiff:\n{_matching(work.diff, query)}"
    elif tool == "scope":
        changed = "\n".join(f"{file.change} {file.path}" for file in work.changed) or "nothing"
        output = f"asked:\n{case.issue.request}\n\nchanged:\n{changed}\n\ndiff:\n{_matching(work.diff, query)}"
    else:  # tests
        shown = [f"check:{c.name}: {c.status}, {c.summary}\n{_matching(c.output, query)}" for c in case.checks]
        output = "\n\n".join(shown) or "no checks were run"
    return bound(output, OUTPUT_LIMIT)


async def _search(pattern: str, sources: EvidenceSources) -> str:
    try:
        matches = await sources.workspace.search(pattern)
    except WorkspaceError as error:
        return f"search for {pattern}: {error}"
    if not matches.found:
        return f"search for {pattern} in **: no line matches"
    lines = [f"{match.path}:{match.line}: {match.text}" for match in matches.found]
    more = "\n… and more" if matches.more else ""
    return f"search for {pattern} in **:\n" + "\n".join(lines) + more


def _matching(text: str, query: str) -> str:
    """Return the lines that hold the query's words literally, or all of it without a query."""
    if not query:
        return text
    lines = [line for line in text.splitlines() if re.search(re.escape(query), line, re.IGNORECASE)]
    return "\n".join(lines) or f"no line holds {query!r}"
