"""Run whole workflows in a few lines, with recorded agents, a real repository and the real engine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from coordinator.app.runtime import given_issue
from coordinator.app.workflows import new_id, prepare, start_run
from coordinator.config.environment import state_file
from coordinator.config.settings import Config, load
from coordinator.errors import RunError
from coordinator.storage.store import Store
from coordinator.workflow.history import RunRecord, run_record
from coordinator.workflow.records import RunRequest, RunResult, StageOutput
from tests.support.repositories import new_repository, prepared
from tests.support.reviews import Line, deliver, write_replies

ISSUE = "Greet the guests\n\nmain.go must greet every guest by name.\n"
FILES = {
    "main.go": "package main\n\nfunc main() {}\n",
    "go.mod": "module example.org/greet\n\ngo 1.20\n",
}

SEED = """\
stages:
  - id: implement
    label: "Implement"
    entry: true
    on_enter:
      inject: |
        Implement the issue. Commit changes. Run tests. When done, say "[DONE]".

  - id: test
    label: "Test"
    triggers:
      - message_contains: "[DONE]"
    on_enter:
      run:
        command: go test ./...
        output: test_output

  - id: review
    label: "Review"
    triggers:
      - message_contains: "[DONE]"
    on_enter:
      judge:
        model: anthropic/claude-sonnet-4-6
        inputs:
          - issue
          - git_diff
          - test_output
        require:
          verdict: pass
        instructions: |
          Review the diff for correctness, security, regressions, and missing tests.
          Return pass/fail with specific required fixes.
        output: review_result
        timeout: 2m

  - id: pr
    label: "Create PR"
    triggers:
      - judge_verdict: pass
    on_enter:
      inject: |
        Review passed. Create a PR with: [DONE] https://github.com/org/repo/pull/...

  - id: fix
    label: "Fix Issues"
    triggers:
      - judge_verdict: fail
    on_enter:
      inject: |
        Review failed. Please fix these issues and re-run tests:

        {{ .Outputs.review_result.required_fixes }}

        Then say "[DONE]" again.

  - id: merged
    label: "Merged"
    triggers:
      - pr_merged:
    terminal: true

  - id: stopped
    label: "Stopped"
    triggers:
      - message_contains: "stop"
    terminal: true
"""
JUDGE = "anthropic/claude-sonnet-4-6"


def says(text: str, number: int, seat: str = "Agent", **more: Any) -> Line:
    """Return a reply of the working agent."""
    return {"seat": seat, "purpose": "work", "round": number, "reply": text} | more


def replies(*texts: str) -> list[Line]:
    """Return the replies of the working agent, one for each of its asks."""
    return [says(text, number) for number, text in enumerate(texts, 1)]


def judges(
    verdict: str, number: int = 1, *, stage: str = "review", fixes: Sequence[str] = (), **more: Any
) -> Line:
    """Return the judge's reply at the n-th visit of a stage."""
    opinion = {
        "reference": "{{reference}}",
        "verdict": verdict,
        "summary": f"it is a {verdict}",
        "findings": [],
        "required_fixes": list(fixes),
    }
    return {"seat": stage, "purpose": "stage", "round": number, "reply": opinion} | more


def make_config(home: Path, lines: Iterable[Line], extra: str = "", workflow: str = "") -> Config:
    """Return a configuration whose working agent and judges are recorded."""
    file = write_replies(home, lines)
    text = (
        f"workflow:\n  agent: {{name: Agent, recorded: {file}}}\n  judge: {{recorded: {file}}}\n"
        f"  agents:\n    - {{name: {JUDGE}, recorded: {file}}}\n    - {{name: Other, recorded: {file}}}\n"
    )
    text += "".join(f"  {line}\n" for line in workflow.splitlines()) + extra
    (home / "coordinator.yaml").write_text(text.replace("REPLIES", str(file)), encoding="utf-8")
    return load(config=home / "coordinator.yaml", environ={"COORDINATOR_HOME": str(home)})


def make_repository(repo: Path, files: Mapping[str, str] | None = None) -> Path:
    """Make a repository with these files on `main`."""
    return _on_main(repo, tuple((FILES if files is None else files).items()))


@prepared
def _on_main(repo: Path, files: tuple[tuple[str, str], ...]) -> None:
    new_repository(repo)
    deliver(repo, dict(files), "base")


def run_flow(
    config: Config, text: str, *, repo: Path | None = None, run_id: str = "", **more: Any
) -> RunRecord:
    """Run a workflow to its end, and return its record."""
    run_id = run_id or new_id()
    conclude(config, text, repo=repo, run_id=run_id, **more)
    return look_up(config, run_id)


def conclude(config: Config, text: str, **more: Any) -> RunResult:
    """Run a workflow to its end, and return its result."""
    return asyncio.run(begin(config, text, **more))


async def begin(
    config: Config,
    text: str,
    *,
    run_id: str,
    repo: Path | None = None,
    issue: str = ISSUE,
    key: str = "",
    **more: Any,
) -> RunResult:
    """Run a workflow to its end, on a given issue or on one of the tracker."""
    given = None if key else given_issue(issue)
    where = str(repo or "")
    asked = RunRequest(
        label="flow.yaml",
        text=text,
        tracker="",
        key=key or "local",
        given=given,
        repo=where,
        **more,
    )
    prepared = await prepare(asked, config.home / "coordinator.yaml")
    return await start_run(run_id, prepared.config, prepared.start)


def look_up(config: Config, run_id: str) -> RunRecord:
    """Return the record of a run."""
    with closing(Store(state_file(config.home))) as store:
        return run_record(store, run_id)


def has_pull(config: Config, run_id: str) -> bool:
    """Return whether a run has begun and knows a pull request."""
    try:
        return bool(look_up(config, run_id).pulls)
    except RunError:
        return False


def path_of(whole: RunRecord) -> list[str]:
    """Return the visited stages of a run, in order."""
    return [passed.visit.stage for passed in whole.path]


def visits_of(whole: RunRecord) -> dict[str, int]:
    """Return the number of visits of each stage."""
    path = path_of(whole)
    return {stage.id: path.count(stage.id) for stage in whole.workflow.stages}


def output_of(config: Config, whole: RunRecord, name: str) -> StageOutput:
    """Return the content of an output."""
    digest = next(output.stored for output in whole.outputs if output.name == name)
    with closing(Store(state_file(config.home))) as store:
        return StageOutput.model_validate_json(store.text(digest))


def prompts_of(config: Config, run_id: str, prefix: str) -> list[str]:
    """Return the prompts of the asks whose keys begin with this text, in order."""
    with closing(Store(state_file(config.home))) as store:
        events = [
            event
            for event in store.events(run_id)
            if event.kind == "step" and event.key.startswith(prefix)
        ]
        return [store.text(json.loads(event.body)["prompt"]) for event in events]


def fake_go(folder: Path, script: str = "echo ok example.org/greet 0.1s") -> Path:
    """Make a directory with a program `go` that runs a script."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "go"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    return folder
