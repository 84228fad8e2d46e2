"""Write the reports of judges for a debate. Each script that they cite is shown once, by a name."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from coordinator.judgement.debate import evidence_of, only_about
from coordinator.models import Ballot, Experiment, Language, Proof, Report
from coordinator.panels.prompt_parts import outputs_of, proof_text, script_of


class Script(NamedTuple):
    """A script that code has run for a judge. Judges can make different claims about it."""

    language: Language
    run: str


class NamedScript(NamedTuple):
    """The name of a script in a debate, and a proof for each claim that judges make about it."""

    name: str
    proofs: tuple[Proof, ...]


Scripts = Mapping[Script, NamedScript]


def cited_scripts(ballots: Sequence[Ballot], criteria: Collection[str] | None) -> Scripts:
    """Return the scripts that reports cite about these criteria, with the names E1, E2, …

    Their order does not depend on the seats.
    """
    proofs: dict[Script, list[Proof]] = {}
    for ballot in ballots:
        for script, proof in _cited_experiments(ballot, criteria):
            proofs.setdefault(script, []).append(proof)
    named = {}
    for number, script in enumerate(sorted(proofs), 1):
        named[script] = NamedScript(f"E{number}", tuple(proofs[script]))
    return named


def _cited_experiments(
    ballot: Ballot, criteria: Collection[str] | None
) -> list[tuple[Script, Proof]]:
    """Return the scripts that a report cites about these criteria, each with its proof."""
    cited = set(evidence_of(_shown_part(ballot, criteria)))
    found = []
    for proof in ballot.proofs:
        evidence = proof.evidence
        if isinstance(evidence, Experiment) and evidence in cited:
            found.append((Script(evidence.language, evidence.run), proof))
    return found


def _shown_part(ballot: Ballot, criteria: Collection[str] | None) -> Report:
    if criteria is None:
        return ballot.report
    return only_about(ballot.report, criteria)


def script_text(script: NamedScript) -> str:
    """Return a script and its output on each tree. A cut output keeps the lines that it shows."""
    parts = [f"{script.name}, {script_of(script.proofs[0])}"]
    runs = {run.on: run for proof in script.proofs for run in proof.runs}
    claims = [proof.evidence for proof in script.proofs]
    parts += outputs_of(tuple(runs.values()), claims)
    if not runs:
        parts.append(f"not run: {script.proofs[0].at}")
    return "\n".join(parts)


def report_text(ballot: Ballot, criteria: Collection[str] | None, scripts: Scripts) -> str:
    """Return a judge's report as JSON, without the name of the judge's seat.

    It has the part about these criteria, or everything if `criteria` is None. It names `scripts`
    instead of repeating them, and says which changes of the judge were undone, and why.
    """
    shown = _shown_part(ballot, criteria).model_dump(mode="json")
    for part in (*shown["answers"], *shown["scores"], *shown["findings"]):
        for evidence in part["evidence"]:
            if evidence["kind"] == "experiment":
                script = Script(evidence["language"], evidence["run"])
                evidence["run"] = scripts[script].name
    results = []
    for script, proof in _cited_experiments(ballot, criteria):
        results.append(f"{scripts[script].name}: {proof_text(proof)}")
    if results:
        shown["run by the program"] = results
    if ballot.reverted:
        shown["undone by the program"] = ballot.reverted
    return json.dumps(shown, ensure_ascii=False, indent=1)
