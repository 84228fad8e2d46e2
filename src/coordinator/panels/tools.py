"""The tools that the examiners of tool-mad argue from; each prints what it really finds in this work."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping

from coordinator.errors import WorkspaceError
from coordinator.models import Case
from coordinator.parsing.excerpt import bound
from coordinator.workspace.sources import EvidenceSources

OUTPUT_LIMIT = 20_000
# What code that talks to a language model cannot do without.
MODEL_CALLS = r"anthropic|openai|ollama|litellm|google\.genai|model\s*="
PROSE = (".md", ".txt", ".rst", ".tex", ".adoc", ".ipynb")


async def run_tool(tool: str, query: str, case: Case, sources: EvidenceSources) -> str:
    """What a tool shows on this work; with a query of its own for all but the code search, only what matches."""
    return bound(await TOOLS[tool](query, case, sources), OUTPUT_LIMIT)


async def _code_search(query: str, case: Case, sources: EvidenceSources) -> str:
    pattern = query or MODEL_CALLS
    try:
        matches = await sources.search(pattern)
    except WorkspaceError as error:
        return f"search for {pattern}: {error}"
    if not matches.found:
        return f"search for {pattern} in **: no line matches"
    lines = [f"{match.path}:{match.line}: {match.text}" for match in matches.found]
    more = "\n… and more" if matches.more else ""
    return f"search for {pattern} in **:\n" + "\n".join(lines) + more


async def _method(query: str, case: Case, sources: EvidenceSources) -> str:
    prose = [file.path for file in case.work.changed if file.path.endswith(PROSE)]
    told = "\n".join(prose) or "none"
    return f"changed files that describe something:\n{told}\n\ndiff:\n{_matching(case.work.diff, query)}"


async def _scope(query: str, case: Case, sources: EvidenceSources) -> str:
    changed = "\n".join(f"{file.change} {file.path}" for file in case.work.changed) or "nothing"
    return f"asked:\n{case.issue.request}\n\nchanged:\n{changed}\n\ndiff:\n{_matching(case.work.diff, query)}"


async def _tests(query: str, case: Case, sources: EvidenceSources) -> str:
    shown = [f"check:{c.name}: {c.status}, {c.summary}\n{_matching(c.output, query)}" for c in case.checks]
    return "\n\n".join(shown) or "no checks were run"


TOOLS: Mapping[str, Callable[[str, Case, EvidenceSources], Awaitable[str]]] = {
    "code search": _code_search,
    "method": _method,
    "scope": _scope,
    "tests": _tests,
}


def _matching(text: str, query: str) -> str:
    """The lines that hold the query's words literally, or all of it without a query."""
    if not query:
        return text
    wanted = re.escape(query)
    lines = [line for line in text.splitlines() if re.search(wanted, line, re.IGNORECASE)]
    return "\n".join(lines) or f"no line holds {query!r}"
