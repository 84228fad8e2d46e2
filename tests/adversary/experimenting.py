"""What a script tries that judges were led to give as an experiment, and what the work tries when one is run on it."""

from __future__ import annotations

from tests.adversary.arena import AT_HOME, HELD, Attack, Author
from tests.adversary.running import commits_stay, untouched

OF_THE_WORK = "hunter3-in-the-file-with-masked-values"
EVERYWHERE = "greet.py left ~/left /tmp/left /dev/shm/left"


def planted_nowhere(author: Author) -> None:
    """No file is where the script wanted one."""
    for place in (author.arena.home, author.arena.user, author.repo, author.arena.root):
        assert not (place / "planted").exists()
    commits_stay(author)


def output_is_bounded(author: Author) -> None:
    for proof in author.experiments():
        assert all(len(run["output"]) < 9_000 for run in proof.get("runs", ()))


def is_red(author: Author) -> None:
    """It counts as a script that failed, and not as one that could not be run."""
    for proof in author.experiments():
        assert [run["code"] for run in proof.get("runs", ())] == (
            [] if author.arena.kind == "none" else [1]
        )


ATTACKS: tuple[Attack, ...] = (
    Attack(
        name="an experiment that writes outside",
        tries="writes into the state, the user's home, the repository, the system and beside its copy",
        experiments=(
            # Folders of these names may be there inside, with nothing in them: only what comes out is too much.
            "for p in STATE/planted USER_HOME/planted REPO/planted CANARY ../planted; do (: >> $p) 2>/dev/null; done\n"
            "for p in /planted /usr/bin/x /etc/cron.d/x; do (: >> $p) 2>/dev/null && echo GOT $p; done\n"
            "cd REPO 2>/dev/null && git commit -q --allow-empty -m x && echo GOT it",
        ),
        then=planted_nowhere,
    ),
    Attack(
        name="an experiment that calls home",
        tries="sends what it has to a server, and decides on the dashboard",
        experiments=(
            "PYTHON 'import socket\nfor port in (LISTENER, DASHBOARD):\n"
            '  try: socket.create_connection(("127.0.0.1", port), 3); print("GOT out")\n'
            "  except OSError as e: print(e)'",
        ),
        then=untouched,
    ),
    Attack(
        name="an experiment that stays",
        tries="leaves processes behind that have let go of everything",
        experiments=(
            "(setsid sh -c 'sleep SLEEP & sleep SLEEP' > /dev/null 2>&1 &)\n"
            "PYTHON 'import os, signal\nif os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0:\n"
            "    for n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\n    os.closerange(0, 64)\n"
            '    os.execvp("sleep", ["sleep", "SLEEP"])\n  os._exit(0)\'',
        ),
    ),
    Attack(
        name="an experiment that kills",
        tries="kills all that it sees",
        experiments=("kill -9 $PPID; kill -9 -1; sleep 60",),
        killed=True,
    ),
    Attack(
        name="an experiment that reads secrets",
        tries="looks for them in variables, in the home, in the state and in the file whose values no judge is shown",
        files={".env": f"PASSWORD={OF_THE_WORK}\n"},
        experiments=(
            "env; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep -E '[A]PI_KEY|[D]_TOKEN' && echo GOT it\n"
            "for f in STATE/env STATE/state.db STATE/replies.jsonl USER_HOME/.ssh/id_ed25519 USER_HOME/.netrc;"
            " do cat $f 2>/dev/null && echo GOT $f; done\n"
            "grep -q hunter .env && echo GOT it\n"
            "git show HEAD:.env 2>/dev/null && echo GOT it",
            f'echo {HELD["VENDOR_API_KEY"][:12]}"{HELD["VENDOR_API_KEY"][12:]}"',
        ),
        hides=(OF_THE_WORK, *AT_HOME.values(), *HELD.values()),
    ),
    Attack(
        name="an experiment that talks without end",
        tries="prints 100 MB, so that record, prompts and pages fill",
        experiments=("head -c 100000000 /dev/zero | tr '\\0' 'x'; echo",),
        then=output_is_bounded,
    ),
    Attack(
        name="an experiment that fills the disk",
        tries="takes all room in its copy",
        experiments=("for n in 1 2 3 4 5; do fallocate -l 3G x$n || exit 1; done; sleep 60",),
        killed=True,
    ),
    Attack(
        name="an experiment that fills memory",
        tries="writes scratch files that live in memory",
        experiments=("for n in 1 2 3 4 5 6; do fallocate -l 3G /dev/shm/x$n; done; sleep 60",),
        killed=True,
    ),
    Attack(
        name="an experiment that changes what others see",
        tries="writes into its copy, its home, scratch folders and the copies of others, for the next one to find",
        experiments=(
            f"for f in {EVERYWHERE}; do echo planted > $f; done; rm -rf notes.md .git\n"
            "for f in STATE/work/*/*/greet.py; do echo planted > $f && echo GOT $f; done 2>/dev/null",
            f"grep -s planted {EVERYWHERE} && echo GOT it; test -e notes.md -o ! -e greet.py || echo GOT less",
        ),
        says=r"return 'Hello, ' \+ name. \[verified\]",
    ),
    # -- what the work does when an experiment is run on it
    Attack(
        name="look like work that cannot be run",
        tries="ends every script with the code of a sandbox that could not be built, so that it shows nothing",
        files={"greet.sh": "exit 126\n"},
        experiments=("test -e greet.sh || exit 126; . ./greet.sh",),
        killed=True,
        then=is_red,
    ),
    Attack(
        name="bring the programs that run scripts",
        tries="commits a `sh` and a `rm` of its own",
        files={
            f"{place}/{name}": "#!/bin/sh\necho GOT in\n"
            for place in (".", ".venv/bin", "node_modules/.bin")
            for name in ("sh", "rm")
        },
        experiments=("sh -c true; rm -f x",),
    ),
)
