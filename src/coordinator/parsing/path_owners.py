"""Find the paths that only a person may accept: by globs, or by a CODEOWNERS file.

In each section of a CODEOWNERS file of GitHub or GitLab, the last pattern that matches a path
decides. In a file of Gitea, the patterns are regular expressions, and every match counts. A pattern
without owners makes its paths free: no person has to accept them. The globs of all other patterns
are wide (see `patterns.py`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from coordinator.errors import WorkspaceError
from coordinator.parsing.patterns import Glob, compile_pattern

# A comment begins at the start of a line or after a blank.
_COMMENT = re.compile(r"(^|\s)#.*")
_BLANK = re.compile(r"(?<!\\)\s+")
# The header of a GitLab section, such as `[Name]` or `^[Name][2]`. It can name the owners of all
# patterns in the section that have none.
_SECTION = re.compile(r"\^?\[[^\]]*\](\[\d+\])?(?P<owners>(\s.*)?)")


@dataclass(frozen=True, slots=True)
class OwnerRule:
    """A pattern and the owners of the paths that match it."""

    text: str
    owners: tuple[str, ...]
    globs: tuple[Glob, ...] = ()
    expression: Any = None  # a compiled regular expression, in place of globs
    negated: bool = False
    is_free: bool = False  # the panel alone may accept these paths

    def matches(self, path: str, *, is_link: bool) -> bool:
        if self.expression is not None:
            found = self.expression.search(path.encode("utf-8", "replace")) is not None
            return found is not self.negated
        return any(glob.matches(path, is_link=is_link) for glob in self.globs)


@dataclass(frozen=True, slots=True)
class PathOwners:
    """Sections of rules. In each section, the last rule that matches a path decides."""

    sections: tuple[tuple[OwnerRule, ...], ...]

    def rule_for(self, path: str, *, is_link: bool = False) -> OwnerRule | None:
        """Return the rule by which only a person may accept this path; None if there is none."""
        for section in self.sections:
            for rule in reversed(section):
                if rule.matches(path, is_link=is_link):
                    if not rule.is_free:
                        return rule
                    break
        return None


def rules_of_globs(globs: Iterable[str]) -> tuple[OwnerRule, ...]:
    """Return a section by which only a person may accept a path that matches one of the globs."""
    return tuple(OwnerRule(text, (), (Glob(text, wide=True),)) for text in globs)


def rule_of_folder(path: str, origin: OwnerRule) -> OwnerRule:
    """Return a rule with the owners of `origin` for one file, or everything in one folder."""
    literal = re.sub(r"([*?\[{}])", r"?", path)  # a glob cannot escape braces
    return OwnerRule(origin.text, origin.owners, (Glob(literal, wide=True),))


def read_code_owners(text: str) -> tuple[tuple[OwnerRule, ...], ...]:
    """Return the sections of a CODEOWNERS file in the syntax of GitHub and GitLab."""
    sections: list[list[OwnerRule]] = [[]]
    default: Sequence[str] = ()
    for line in _lines(text):
        header = _SECTION.fullmatch(line)
        if header:
            default = header["owners"].split()
            sections.append([])
            continue
        pattern, *owners = _BLANK.split(line)
        sections[-1].append(_glob_rule(pattern, tuple(owners or default)))
    return tuple(tuple(section) for section in sections if section)


def read_gitea_owners(text: str) -> tuple[tuple[OwnerRule, ...], ...]:
    """Return the rules of a CODEOWNERS file in the syntax of Gitea, each in its own section."""
    sections = []
    for line in _lines(text):
        pattern, *owners = _BLANK.split(line)
        if not owners:
            continue
        negated = pattern.startswith("!")
        expression = pattern.removeprefix("!")
        try:
            compiled = compile_pattern(f"(?i)^(?:{expression})$")
        except WorkspaceError as error:
            what = f"CODEOWNERS has a wrong pattern: {error}"
            raise WorkspaceError(what, fix="correct it on the base branch") from None
        rule = OwnerRule(pattern, tuple(owners), expression=compiled, negated=negated)
        sections.append((rule,))
    return tuple(sections)


def _lines(text: str) -> list[str]:
    lines = []
    for line in text.splitlines():
        stripped = _COMMENT.sub("", line).strip()
        if stripped:
            lines.append(stripped)
    return lines


def _glob_rule(pattern: str, owners: tuple[str, ...]) -> OwnerRule:
    """Return the rule for a pattern in the syntax of `.gitignore`."""
    plain = re.sub(r"\\(.)", r"\1", pattern)
    is_anchored = "/" in plain.rstrip("/")
    glob = plain.lstrip("/")
    if not is_anchored:
        glob = f"**/{glob}"
    if not owners:
        return OwnerRule(pattern, (), (Glob(glob),), is_free=True)
    globs = [Glob(glob, wide=True)]
    if not glob.endswith(("/", "/*")):  # `docs/*` does not own the folders in `docs`
        globs.append(Glob(f"{glob}/**", wide=True))
    return OwnerRule(pattern, owners, tuple(globs))
