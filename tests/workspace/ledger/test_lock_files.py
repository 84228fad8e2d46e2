"""Lock files that judges need not see."""

from __future__ import annotations

import pytest

from coordinator.workspace.ledger.lock_files import LOCK_FILES, is_lock_file


@pytest.mark.parametrize("name", LOCK_FILES)
def test_a_lock_file_needs_a_change_of_its_manifest_in_the_same_folder(name: str) -> None:
    for manifest in LOCK_FILES[name]:
        assert is_lock_file(name, {manifest})
        assert is_lock_file(f"web/{name}", {f"web/{manifest}"})
        assert not is_lock_file(f"web/{name}", {manifest, f"api/{manifest}"})
    assert not is_lock_file(name, {name})


@pytest.mark.parametrize("path", ["my.lock", "uv.lock.py", "x/UV.LOCK", "uv.lock/code.py"])
def test_a_file_with_a_similar_name_is_no_lock_file(path: str) -> None:
    assert not is_lock_file(path, {"pyproject.toml", "x/pyproject.toml", "uv.lock/pyproject.toml"})
