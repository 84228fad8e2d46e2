"""Secrets in the text of the work: found by their shape, replaced by a mark, never stored, shown or sent."""

from __future__ import annotations

import asyncio
import base64
import random
import tomllib
from pathlib import Path

import pytest

from coordinator.config.checks import CheckConfig
from coordinator.models import Case, Issue
from coordinator.parsing.excerpt import Excerpt
from coordinator.workspace.checks.kinds import run_command
from coordinator.workspace.checks.setup import ReadyCopy
from coordinator.workspace.masking import (
    BLOCK,
    MARGIN,
    MaskedExcerpt,
    MaskedStream,
    mask_file,
    notices,
    withhold,
)
from coordinator.workspace.sandbox.sandbox import find_sandbox
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.paths import ROOT
from tests.support.reviews import make_repository

CHANCE = random.Random(7)
RULES = ROOT / "src/coordinator/workspace/masking/secret_rules.toml"


def some(alphabet: str, count: int) -> str:
    return "".join(CHANCE.choice(alphabet) for _ in range(count))


HEX = "0123456789abcdef"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
# The head of a key in DER: a sequence of 1,596 bytes that begins with its version.
BODY = base64.b64encode(b"\x30\x82\x06\x3c\x02\x01\x00" + CHANCE.randbytes(1_593)).decode()
LINES = "\n".join(BODY[at : at + 64] for at in range(0, len(BODY), 64))
KEY = f"-----BEGIN RSA PRIVATE KEY-----\n{LINES}\n-----END RSA PRIVATE KEY-----"
# Made here, and in two parts, so that no scanner takes this file for a leak.
SECRETS = {
    "aws access token": "AK" + "IA" + some("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16),
    "github pat": "gh" + "p_" + some(LETTERS, 36),
    "github fine grained pat": "github" + "_pat_" + some(LETTERS, 82),
    "gitlab pat": "gl" + "pat-" + some(LETTERS, 20),
    "anthropic api key": "sk-" + "ant-api03-" + some(LETTERS, 93) + "AA",
    "openai api key": "sk-" + some(LETTERS, 20) + "T3Blbk" + "FJ" + some(LETTERS, 20),
    "gcp api key": "AI" + "za" + some(LETTERS, 35),
    "stripe access token": "sk_" + "live_" + some(LETTERS, 24),
    "slack bot token": "xox"
    + "b-"
    + some("123456789", 12)
    + "-"
    + some("123456789", 12)
    + "-"
    + some(LETTERS, 24),
    "npm access token": "np" + "m_" + some(LETTERS.lower(), 36),
    "private key": KEY,
    "aws secret access key": "secret_access_key=" + some(LETTERS, 40),
    "azure storage key": "Account" + "Key=" + some(LETTERS, 86) + "==",
    "digitalocean token": "dop" + "_v1_" + some(HEX, 64),
    "docker token": "dckr" + "_pat_" + some(LETTERS, 27),
    "google oauth client secret": "GOC" + "SPX-" + some(LETTERS, 28),
    "gitlab runner token": "gl" + "rt-" + some(LETTERS, 20),
    "groq api key": "gs" + "k_" + some(LETTERS, 52),
    "huggingface access token": "h" + "f_" + some(LETTERS, 34),
    "pypi upload token": "pypi" + "-AgEIcHlwaS5vcmc" + some(LETTERS, 120),
    "sendgrid api token": "S" + "G." + some(LETTERS, 22) + "." + some(LETTERS, 43),
    "slack webhook url": "hooks.slack" + ".com/services/T0" + some(LETTERS, 44),
    "telegram bot token": some("123456789", 10) + ":A" + "A" + some(LETTERS, 33),
    "terraform token": some(LETTERS, 14) + ".atlas" + "v1." + some(LETTERS, 67),
    "vault token": "hv" + "s." + some(LETTERS, 90),
    "jwt": "ey"
    + "J"
    + some(LETTERS, 33)
    + ".ey"
    + "J"
    + some(LETTERS, 80)
    + "."
    + some(LETTERS, 43),
}
NAMED = {
    'heroku_api_key = "{}"': f"{some(HEX, 8)}-{some(HEX, 4)}-{some(HEX, 4)}-{some(HEX, 4)}-{some(HEX, 12)}",
    "export DATADOG_API_KEY={}": some(HEX, 32),
    '"secret_of_gocardless": "{}"': "live_" + some(LETTERS, 40),
    "sonarToken: {}": some(HEX, 40),
    "VAULT_TOKEN: '{}'": "s." + some(LETTERS, 24),
    "mailgun.key := `{}`": "key-" + some(HEX, 32),
}
ORDINARY = [
    "password = os.environ['DATABASE_PASSWORD']\nkey = sorted(tokens, key=len)\napi_key: str = field(repr=False)\n",
    '"integrity": "sha512-' + base64.b64encode(CHANCE.randbytes(64)).decode() + '"\n',
    f"commit {CHANCE.randbytes(20).hex()}\nuuid 123e4567-e89b-12d3-a456-426614174000\n",
    "AKIAIOSFODNN7EXAMPLE is the example of the manual\n",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n",
    "task_key = skill_test_live_key(ext_token, desk.sort_keys)\n",
    "token = 'ghp_" + "x" * 36 + "'  # or sk-ant-api03-" + "0" * 95 + "\n",
    "netlify_auth_token_name = 'token-of-netlify-for-the-build-of-2026'\n",
    "dropbox_key = load_the_key(settings.dropbox_key_2026)\nsentry_token_of = sentryTokenOf2ndProject\n",
    f"sentry_release = '{CHANCE.randbytes(20).hex()}'\n",
]


@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_is_replaced_by_its_kind(kind: str) -> None:
    text = f'before = 1\nvalue = "{SECRETS[kind]}"\nafter = 2\n'
    masked = withhold(text)
    assert f"[withheld: {kind}]" in masked.split("\n")[1]
    assert not any(part in masked for part in SECRETS[kind].split("\n")[1:-1] or [SECRETS[kind]])
    assert masked.split("\n")[-2] == "after = 2"
    assert masked.count("\n") == text.count("\n")
    assert withhold(masked) == masked


@pytest.mark.parametrize("line", NAMED)
def test_a_value_without_a_shape_is_masked_if_its_name_says_service_and_secret(line: str) -> None:
    text = line.format(NAMED[line])
    assert withhold(text) == line.format("[withheld: service credential]")


@pytest.mark.parametrize("before", ["\\n", "token", "=", "("])
def test_a_secret_is_found_behind_any_character(before: str) -> None:
    assert withhold(f"{before}{SECRETS['github pat']})") == f"{before}[withheld: github pat])"


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_code_stays_what_it_is(text: str) -> None:
    assert withhold(text) is text


def test_our_own_code_has_no_secrets() -> None:
    for path in sorted(ROOT.joinpath("src").rglob("*.py")):
        text = path.read_text("utf-8")
        assert withhold(text) is text, path


def test_a_key_without_its_end_is_withheld() -> None:
    masked = withhold(f"a\n{KEY[:900]}")
    # A plus at the start of a line may be that of a diff
    assert masked.rstrip("\n+") == "a\n[withheld: private key]"


@pytest.mark.parametrize("size", [1, 1_000, BLOCK - 500, BLOCK])
def test_a_stream_hides_a_secret_wherever_it_is_cut(size: int) -> None:
    filler = "x = 1\n" * (BLOCK // 6 - 200)
    text = (filler + f"{KEY}\n{SECRETS['github pat']}\n" + filler).encode()
    out = bytearray()
    stream = MaskedStream(out.extend)
    for at in range(0, len(text), size) if size > 1 else range(0, len(text), 4_099):
        stream.feed(text[at : at + (size if size > 1 else 4_099)])
    stream.finish()
    assert out.decode() == withhold(text.decode())
    assert out.count(b"[withheld: ") == 2
    assert LINES.split("\n")[3].encode() not in out


@pytest.mark.parametrize("known", [(), ("first line\nsecond line",)])
def test_a_line_break_inside_a_secret_does_not_hold_the_rest_back(known: tuple[str, ...]) -> None:
    passed: list[int] = []
    stream = MaskedStream(lambda data: passed.append(len(data)), known)
    stream.feed((known[0] if known else KEY).encode())
    for fed in range(1, 11):
        stream.feed(b"x" * BLOCK)
        assert sum(passed) > (fed - 2) * BLOCK


def test_what_never_ends_is_not_held_back_for_ever() -> None:
    lengths: list[int] = []
    stream = MaskedStream(lambda data: lengths.append(len(data)))
    for _ in range(8):
        stream.feed(b"-----BEGIN RSA PRIVATE KEY-----\n" * (BLOCK // 32))
        assert lengths[-1:] > [0]


def test_the_words_of_rules_alone_are_no_secrets() -> None:
    words = []
    for rule in tomllib.loads(RULES.read_text("utf-8"))["rules"]:
        words.extend(rule["words"])
    text = " ".join(words) * 500
    assert withhold(text) is text


def test_a_file_is_rewritten_only_if_it_holds_a_secret(tmp_path: Path) -> None:
    clean, leaky, binary = tmp_path / "clean", tmp_path / "leaky", tmp_path / "binary"
    secret = SECRETS["aws access token"].encode()
    clean.write_bytes(b"x = 1\n")
    leaky.write_bytes(b"\xff key " + secret + b"\n")
    leaky.chmod(0o750)
    binary.write_bytes(b"\0" + secret)
    for path in (clean, leaky, binary):
        mask_file(path)
    assert clean.read_bytes() == b"x = 1\n"
    assert leaky.read_bytes() == b"\xff key [withheld: aws access token]\n"
    assert leaky.stat().st_mode & 0o777 == 0o750
    assert binary.read_bytes() == b"\0" + secret


def test_no_secret_leaves_the_work(tmp_path: Path) -> None:
    secret = SECRETS["github pat"]
    repo = make_repository(
        tmp_path / "repo", {"src/app.py": f'x = 1\nTOKEN = "{secret}"\n', "key.txt": f"{KEY}\n"}
    )
    work = asyncio.run(snapshot(str(repo), "main", tmp_path / "work"))
    workspace = Workspace(work, tmp_path / "work")
    check = CheckConfig(run="cat src/app.py key.txt", timeout=60)

    async def everything() -> list[str]:
        folder = Path(await workspace.folder("judge"))
        excerpt = await workspace.excerpt("src/app.py", 1_000)
        found = await workspace.search("TOKEN|^[A-Za-z0-9+/]{60}")
        ran = await run_command(
            check, ReadyCopy(folder=str(await workspace.checkout())), find_sandbox()
        )
        assert [(match.path, match.line) for match in found.found][-1] == ("src/app.py", 2)
        return [
            work.diff,
            await workspace.full_diff(),
            str(await workspace.file("src/app.py")),
            str(await workspace.file("key.txt")),
            excerpt.text() if excerpt else "",
            "\n".join(match.text for match in found.found),
            ran.output,
            *(folder.joinpath(name).read_text() for name in ("src/app.py", "key.txt")),
        ]

    texts = asyncio.run(everything())
    assert not [text for text in texts if secret in text or LINES.split("\n")[5] in text]
    assert all("withheld" in text for text in texts)
    case = Case(review="r", issue=Issue(key="B-1", title="t"), work=work, seed="s")
    assert notices({"diff": case.work.diff, "check:tests": "[withheld: jwt]"}) == [
        "withheld, a secret: key.txt: private key",
        "withheld, a secret: src/app.py: github pat",
        "withheld, a secret: check:tests: jwt",
    ]


def excerpt_of(text: bytes, limit: int) -> Excerpt:
    masked = MaskedExcerpt(limit)
    for at in range(0, len(text), 65_536):
        masked.feed(text[at : at + 65_536])
    return masked.finish()


@pytest.mark.parametrize("size", [10, 30_000, MARGIN + 10_000])
def test_a_short_stream_is_kept_as_if_it_were_masked_first(size: int) -> None:
    line = f'token = "{SECRETS["github pat"]}" and more\n'
    text = line * (size // len(line) + 1)
    excerpt = Excerpt(8_000)
    excerpt.feed(withhold(text).encode())
    assert excerpt_of(text.encode(), 8_000).text() == excerpt.text()


@pytest.mark.parametrize("shift", range(0, 2_400, 301))
def test_nothing_is_kept_of_a_secret_that_was_cut(shift: int) -> None:
    # So much shorter when they are masked that the cuts are within the limit
    keys = f"{KEY}\n" * 600
    text = f"{'y' * shift}\n{keys}{'x = 1' * 400_000}{keys}{'z' * shift}\n".encode()
    kept = excerpt_of(text, 80_000).text()
    assert not [line for line in LINES.split("\n") if line[:20] in kept or line[-20:] in kept]
    assert kept.count("[withheld: private key]") > 100
    assert "bytes left out" in kept


def test_bytes_and_lines_that_nobody_searched_are_counted() -> None:
    text = "".join(f"line {number:06}\n" for number in range(200_000)).encode()
    excerpt = Excerpt(2_000)
    excerpt.feed(text)
    kept = excerpt_of(text, 2_000)
    assert (kept.text(), kept.size) == (excerpt.text(), len(text))
