"""Makes the pictures of the dashboard in docs/screenshots: the demo, a run and a council, in a real browser."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.scenes import agreed_council, environment, held_run  # noqa: E402

FOLDER = ROOT / "docs/screenshots"
NAMES = ("chromium", "chromium-browser", "google-chrome")
LARGEST = 200_000  # bytes of one picture
WIDTH, HEIGHT = 1100, 780


def main() -> None:
    """Set the scene, look at it, and keep what is seen."""
    browser = next((found for name in NAMES if (found := shutil.which(name))), "")
    if not browser:
        sys.exit(f"no browser: install one of {', '.join(NAMES)}")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        subprocess.run(
            [*COORDINATOR, "demo", "--home", str(home)], check=True, stdout=subprocess.DEVNULL
        )
        shutil.copy(home / "coordinator.yaml", Path(folder) / "kept.yaml")
        addresses = {
            "inbox": "/",
            "list": "/list",
            "review": "/reviews/B-1.1",
            "escalation": "/reviews/B-2.1",
            "run": f"/runs/{held_run(home, Path(folder) / 'repo').id}",
            "council": f"/councils/{agreed_council(home).id}",
        }
        shutil.copy(Path(folder) / "kept.yaml", home / "coordinator.yaml")
        with serving(home) as link, sync_playwright() as playwright:
            launched = playwright.chromium.launch(
                executable_path=browser, args=["--no-sandbox", "--disable-gpu"]
            )
            for name, path in addresses.items():
                dark = name == "council"
                page = launched.new_page(
                    viewport={"width": WIDTH, "height": HEIGHT},
                    color_scheme="dark" if dark else "light",
                )
                page.goto(link)  # which lets it in
                page.goto(link.partition("/?")[0] + path)
                keep(page, name)
            launched.close()


COORDINATOR = (sys.executable, "-m", "coordinator")


@contextmanager
def serving(home: Path) -> Iterator[str]:
    """The dashboard on this home, and the link to it."""
    command = [*COORDINATOR, "serve", "--port", "0"]
    named = {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "user.name",
        "GIT_CONFIG_VALUE_0": "Maria",
    }
    used = environment(home) | named  # whoever makes the pictures is not on them
    with subprocess.Popen(
        command, cwd=home, env=used, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        try:
            if found is None:
                sys.exit("the dashboard did not start")
            yield found[0]
        finally:
            process.terminate()


def keep(page: Page, name: str) -> None:
    """Write one picture, and refuse one that is too large for a repository."""
    page.locator("#live", has_text="live").wait_for()
    file = FOLDER / f"{name}.png"
    FOLDER.mkdir(exist_ok=True)
    end = page.evaluate("document.querySelector('footer').getBoundingClientRect().top")
    page.screenshot(path=file, clip={"x": 0, "y": 0, "width": WIDTH, "height": min(HEIGHT, end)})
    size = os.path.getsize(file)
    print(f"{file.relative_to(ROOT)}: {size:,} bytes")
    if size > LARGEST:
        sys.exit(f"{file.name} is larger than {LARGEST:,} bytes")


if __name__ == "__main__":
    main()
