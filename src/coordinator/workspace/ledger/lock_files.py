"""Recognise lock files whose manifest has changed; judges need not see such files."""

from collections.abc import Collection, Mapping

# The manifests of each lock file.
LOCK_FILES: Mapping[str, tuple[str, ...]] = {
    "package-lock.json": ("package.json",),
    "npm-shrinkwrap.json": ("package.json",),
    "yarn.lock": ("package.json",),
    "pnpm-lock.yaml": ("package.json",),
    "bun.lock": ("package.json",),
    "deno.lock": ("deno.json", "deno.jsonc"),
    "poetry.lock": ("pyproject.toml",),
    "uv.lock": ("pyproject.toml",),
    "pdm.lock": ("pyproject.toml",),
    "Pipfile.lock": ("Pipfile",),
    "Cargo.lock": ("Cargo.toml",),
    "go.sum": ("go.mod",),
    "go.work.sum": ("go.work",),
    "Gemfile.lock": ("Gemfile",),
    "composer.lock": ("composer.json",),
    "mix.lock": ("mix.exs",),
    "pubspec.lock": ("pubspec.yaml",),
    "Podfile.lock": ("Podfile",),
    "flake.lock": ("flake.nix",),
}


def is_lock_file(path: str, present: Collection[str]) -> bool:
    """Return whether a path is a lock file, and its manifest in the same folder is `present`."""
    folder, slash, name = path.rpartition("/")
    return any(f"{folder}{slash}{manifest}" in present for manifest in LOCK_FILES.get(name, ()))
