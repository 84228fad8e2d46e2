"""Run the examiners' tools in tool-mad, and check the examiners' evidence against the output."""

import re
from collections.abc import Sequence
from pathlib import Path

from coordinator.config.seats import Debater
from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence.verification import (
    CONFIRMED,
    NEVER_THERE,
    SourceTexts,
    same,
    verify,
)
from coordinator.judgement.tool_mad import in_file
from coordinator.models import Absence, Case, Evidence, Proof, Quote, Value, request_of
from coordinator.panels.demands import demanded_terms
from coordinator.parsing.excerpt import bound
from coordinator.workspace.checks.setup import CheckSetup, execute
from coordinator.workspace.sandbox.process import CANNOT_START
from coordinator.workspace.sources import EvidenceSources

OUTPUT_LIMIT = 20_000  # bytes
QUERY_LIMIT = 1_000  # characters
PROSE = (".md", ".txt", ".rst", ".tex", ".adoc", ".ipynb")


class ToolOutput(Value):
    """The output of a tool and the queries that its examiner made.

    If there is no output, `failed` says why. `absent` has the terms of the request that we searched
    for and that no line matches.
    """

    text: str = ""
    absent: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    failed: str = ""
    unsandboxed: bool = False

    def and_then(self, query: str, more: "ToolOutput") -> "ToolOutput":
        """Return this output, followed by the output for another query."""
        shown = more.text or f"it could not be carried out: {more.failed}"
        return ToolOutput(
            text=f"{self.text}\n\nquery: {query}\n{shown}",
            absent=self.absent,
            queries=(*self.queries, query),
            unsandboxed=self.unsandboxed or more.unsandboxed,
        )


async def run_tool(
    debater: Debater, query: str, case: Case, sources: EvidenceSources, setup: CheckSetup
) -> ToolOutput:
    """Return the output of an examiner's tool on this work.

    If there is a query, a built-in tool shows only the lines that match it.
    """
    try:
        if debater.run:
            return await _run_command(debater, query, sources, setup)
        if debater.tool == "code search" and not query:
            return await _search_demands(case, sources)
        output = await _run_built_in(debater.tool, query, case, sources)
    except WorkspaceError as error:
        return ToolOutput(failed=str(error))
    return ToolOutput(text=bound(output, OUTPUT_LIMIT))


async def _run_built_in(tool: str, query: str, case: Case, sources: EvidenceSources) -> str:
    if tool == "code search":
        return await _search_code(query, sources)
    if tool == "method":
        return _show_method(query, case)
    if tool == "scope":
        return _show_scope(query, case)
    return _show_tests(query, case)


async def _search_demands(case: Case, sources: EvidenceSources) -> ToolOutput:
    """Search for each term that the request demands, so that a missing term is shown as such."""
    shown = []
    absent = []
    for term in demanded_terms(request_of(case.issue, case.work)):
        pattern = re.escape(term)
        matches = await sources.workspace.search(pattern)
        if not matches.found and not matches.unsearched:
            absent += [term, pattern]
        shown.append(await _search_code(pattern, sources))
    text = "\n".join(shown) or "the request names nothing to search for"
    return ToolOutput(text=bound(text, OUTPUT_LIMIT), absent=tuple(absent))


async def _search_code(pattern: str, sources: EvidenceSources) -> str:
    matches = await sources.workspace.search(pattern)
    head = f"search for {pattern} in **:"
    if not matches.found:
        head += " no line matches"
    lines = [head]
    lines.extend(f"{match.path}:{match.line}: {match.text}" for match in matches.found)
    if matches.more:
        lines.append("… and more")
    lines.extend(f"not searched: {path}" for path in matches.unsearched[:3])
    return "\n".join(lines)


def _show_method(query: str, case: Case) -> str:
    work = case.work
    paths = [file.path for file in work.changed if file.path.endswith(PROSE)]
    prose = "\n".join(paths) or "none"
    diff = _matching(work.diff, query)
    return f"changed files that describe something:\n{prose}\n\ndiff:\n{diff}"


def _show_scope(query: str, case: Case) -> str:
    work = case.work
    lines = [f"{file.change} {file.path}" for file in work.changed]
    changed = "\n".join(lines) or "nothing"
    return f"changed:\n{changed}\n\ndiff:\n{_matching(work.diff, query)}"


def _show_tests(query: str, case: Case) -> str:
    shown = []
    for check in case.checks:
        head = f"check:{check.name}: {check.said}, {check.summary}"
        shown.append(f"{head}\n{_matching(check.output, query)}")
    return "\n\n".join(shown) or "no checks were run"


async def _run_command(
    debater: Debater, query: str, sources: EvidenceSources, setup: CheckSetup
) -> ToolOutput:
    """Run a configured tool in its own copy of the work, in the same way as a check.

    The environment variable `QUERY` holds the query.
    """
    sandbox = await setup.sandbox()
    copy = await setup.ready(sources.workspace, debater.name)
    if copy.failed:
        return ToolOutput(failed=f"the set-up failed: {copy.failed}")
    printable = "".join(filter(str.isprintable, query))
    code, printed = await execute(
        debater.run,
        copy.place,
        sandbox,
        timeout=debater.timeout,
        output=OUTPUT_LIMIT,
        installed=copy.installed,
        variables={"QUERY": printable[:QUERY_LIMIT]},
        copy=Path(copy.folder),
        environments=copy.environments,
    )
    if code is None:
        return ToolOutput(failed=f"timed out: {printed[-500:]}")
    if code in CANNOT_START:
        return ToolOutput(failed=f"cannot start: {printed[-500:]}")
    return ToolOutput(text=f"exit {code}\n{printed}", unsandboxed=sandbox.kind == "none")


def _matching(text: str, query: str) -> str:
    """Return the lines that contain the query literally, or the whole text if there is no query."""
    if not query:
        return text
    pattern = re.compile(re.escape(query), re.IGNORECASE)
    lines = [line for line in text.splitlines() if pattern.search(line)]
    return "\n".join(lines) or f"no line contains {query!r}"


async def verify_own(
    sources: EvidenceSources, tool: str, output: ToolOutput, evidence: Sequence[Evidence]
) -> tuple[Proof, ...]:
    """Return the proofs of an examiner's evidence.

    A proof is weak if the examiner's own tool did not show the evidence. The absence of a term that
    the tool itself searched for is not weak, because the examiner has not made up the pattern.
    """
    proofs = []
    for proof in await look_up(sources, evidence):
        piece = proof.evidence
        is_asked = isinstance(piece, Absence) and piece.pattern in output.absent
        if is_asked and proof.weak == NEVER_THERE:
            proof = proof.model_copy(update={"weak": ""})
        if proof.found in CONFIRMED and not _is_shown_by(tool, output, proof):
            proof = proof.model_copy(update={"weak": f"{tool} does not show it"})
        proofs.append(proof)
    return tuple(proofs)


def _is_shown_by(tool: str, output: ToolOutput, proof: Proof) -> bool:
    piece = proof.evidence
    if not isinstance(piece, Quote):
        # Code search verifies an absence, so only an examiner with that tool can show one.
        return tool == "code search" and piece.kind == "absence"
    # The output can contain a diff, whose lines begin with a sign. So the quote is looked up as if
    # the output were a diff.
    quote = Quote(source="diff", text=piece.text)
    (quoted,) = verify([quote], SourceTexts(diff=output.text))
    return quoted.found in CONFIRMED and not _is_echo(piece, output, proof)


def _is_echo(piece: Quote, output: ToolOutput, proof: Proof) -> bool:
    """Return whether a quote only repeats the query, which the tool's output echoes."""
    if not proof.at.startswith("tool:"):
        return False
    queries = [Quote(source=piece.source, text=query) for query in output.queries]
    return any(same(piece, query) for query in queries)


async def look_up(sources: EvidenceSources, evidence: Sequence[Evidence]) -> tuple[Proof, ...]:
    """Return the proofs of this evidence. A place in the diff becomes the place in the file."""
    diff = ""
    # A place in a file named `diff` would look like a place in the diff.
    if "diff" not in await sources.workspace.paths():
        diff = await sources.diff()
    proofs = await sources.verify(evidence)
    return tuple(in_file(proof, diff) for proof in proofs)
