"""A large diff is split into parts that fit: whole files if possible, and whole lines always."""

from __future__ import annotations

from coordinator.parsing.diff import parse_diff
from coordinator.workspace.diff_parts import DiffParts

LIMIT = 2_000


def file_diff(path: str, lines: int) -> str:
    head = f"diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n"
    body = "".join(f"+{path} has line {number}\n" for number in range(1, lines + 1))
    return f"{head}@@ -0,0 +1,{lines} @@\n{body}"


def split(diff: str, most: int = 9, optional: tuple[str, ...] = ()) -> tuple[tuple[str, ...], int]:
    """Return the parts of a diff, and the number of lines that are left out."""
    parts = DiffParts(LIMIT, most, optional)
    data = diff.encode()
    for start in range(0, len(data), 77):  # chunks end anywhere
        parts.feed(data[start : start + 77])
    return parts.finish(), sum(len(cut) for cut in parts.cuts)


def test_files_that_fit_stay_whole_and_in_order() -> None:
    files = [file_diff(f"f{number}.py", 40) for number in range(6)]
    parts, left_out = split("".join(files))
    assert "".join(parts) == "".join(files)
    assert not left_out
    assert len(parts) == 3
    assert all(part.startswith("diff --git ") for part in parts)
    assert all(len(part.encode()) <= LIMIT for part in parts)


def test_a_larger_file_is_divided_and_each_part_says_which_lines_it_has() -> None:
    parts, left_out = split(file_diff("small.py", 10) + file_diff("large.py", 300))
    assert not left_out
    assert len(parts) > 3
    numbers = []
    for part in parts:
        assert len(part.encode()) <= LIMIT
        for file in parse_diff(part).files:
            if file.path == "large.py":
                for line in file.lines:
                    if line.kind == "add":
                        assert line.text == f"+large.py has line {line.new}"
                        numbers.append(line.new)
    assert numbers == list(range(1, 301))


def test_a_diff_that_needs_more_parts_than_allowed_has_none() -> None:
    files = "".join(file_diff(f"f{number}.py", 60) for number in range(6))
    assert len(split(files, 6)[0]) == 6
    assert split(files, 5) == ((), 0)
    assert split(file_diff("large.py", 3_000), 5) == ((), 0)


def test_optional_files_fill_up_the_last_part_alone() -> None:
    files = file_diff("a.py", 40) + file_diff("go.sum", 500) + file_diff("z.py", 20)
    [part], left_out = split(files, optional=("go.sum",))
    assert part.startswith(file_diff("a.py", 40) + file_diff("z.py", 20))
    assert len(part.encode()) <= LIMIT
    kept = part.count("+go.sum has line")
    assert kept + left_out == 500
    assert "\n[... " in part


def test_many_optional_files_leave_one_mark() -> None:
    optional = tuple(f"dist/{number}.js" for number in range(100))
    files = file_diff("a.py", 80) + "".join(file_diff(path, 30) for path in optional)
    [part], left_out = split(files, optional=optional)
    assert left_out > 90 * 30
    assert part.count("[... ") <= 2


def test_a_long_line_is_cut_and_never_lost() -> None:
    long = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1,3 @@\n+" + "y" * 9_000 + "\n+after\n"
    parts, left_out = split(file_diff("a.py", 60) + long)
    assert not left_out
    assert "bytes of this line left out ...]\n" in "".join(parts)
    assert parts[-1].endswith("+after\n")
