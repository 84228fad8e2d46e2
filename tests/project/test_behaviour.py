"""Users and programs see what they saw before: `tests/behaviour` says which differences are allowed."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.behaviour.runs_again import (
    DONE,
    OFFERED,
    REWORDED,
    UNDER_WAY,
    UNORDERED,
    RecordedState,
    last_opinion,
)
from tests.behaviour.snapshots import HERE, NAMES, compute


@pytest.mark.parametrize("name", NAMES)
def test_a_snapshot_is_as_the_program_says(name: str, tmp_path: Path) -> None:
    before = (HERE / name).read_text(encoding="utf-8").splitlines(keepends=True)
    now = compute(name, tmp_path).splitlines(keepends=True)
    difference = "".join(difflib.unified_diff(before, now, f"{name} as it was", f"{name} now"))
    assert not difference, (
        f"\n{difference}\nIf this is meant: `python -m tests.behaviour` (see tests/behaviour)"
    )


NEW_SENTENCE = " This is a single opinion, not verified by execution."
# A code search without a query looks for what the request demands. Before, it looked for models.
OLD_SEARCH = r"search for anthropic|openai|ollama|litellm|google\.genai|model\s*= in"
NEW_SEARCH = r"search for greet\.py in"
SEARCHER = "ask/argue/Searcher/"


def comparable(key: str, event: tuple[str, Any]) -> tuple[str, Any]:
    """The event without what is new: the ledger, the hash of templates, and the words of some prompts."""
    kind, body = event
    left_out = {"ledger", "absent"}
    if key.startswith("ask/"):
        left_out.add("template")
    if key.startswith((*REWORDED, SEARCHER)):
        left_out.add("prompt")
    if isinstance(body, dict):
        body = {name: value for name, value in body.items() if name not in left_out}
    text = json.dumps(body).replace(NEW_SENTENCE, "")
    return kind, json.loads(
        text.replace(json.dumps(OLD_SEARCH)[1:-1], json.dumps(NEW_SEARCH)[1:-1])
    )


@pytest.mark.parametrize("title", [*DONE, UNDER_WAY, OFFERED])
def test_a_run_that_is_run_again_leaves_the_same_record_and_asks_the_same_prompts(
    title: str, tmp_path: Path
) -> None:
    state = RecordedState(tmp_path)
    run_id = state.id(title)
    record = state.record(run_id)
    prompts = state.prompts(run_id)
    assert len(prompts) > 1
    state.forget(run_id, [last_opinion()] if title == UNDER_WAY else [])
    assert not any(key.startswith("ask/") for key in state.record(run_id))

    code = state.resume_until_merged(run_id) if title == OFFERED else state.resume(run_id)
    assert code in (0, 1, 2)

    asked = state.prompts(run_id)
    for key, recorded in prompts.items():
        prompt = recorded.replace(OLD_SEARCH, NEW_SEARCH)
        difference = difflib.unified_diff(
            prompt.splitlines(), asked[key].splitlines(), "before", "now", lineterm=""
        )
        assert prompt == asked[key], "\n".join([key, *difference])
    again = state.record(run_id)
    for key, event in record.items():
        is_a_time = key.partition("/")[0] in ("clock", "wait")
        if not is_a_time and not key.startswith(UNORDERED):
            assert comparable(key, again[key]) == comparable(key, event), key
    if title in DONE:
        # The version that recorded these runs did not record the content of a review, nor what the
        # meta-judge is shown of the base.
        assert again.keys() - record.keys() - {"content", "base"} == {"~resume"}
