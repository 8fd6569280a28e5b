"""A text that is too long to be shown is masked before it is cut, because a part of a secret has no known shape."""

import base64
from collections.abc import Callable
from typing import Final

import pytest
from jsonschema_rs import Draft202012Validator
from msgspec.structs import replace

from conformance.adapters import process
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.unsupported import Raised
from conformance.cli.output import one_line
from conformance.judge import fault, schemas, seen, wording
from conformance.judge.finding import Finding
from conformance.leaks import beginning, hidden, part
from conformance.suite.hidden import hidden_in_findings

LETTERS: Final = "Kq7Rw2Zp9LmXv4Tb8NdHc3Ys6Jf5Gk1Wq0Bz"
SECRETS: Final = {
    "shape": f"ghp_{LETTERS}",
    "name": f"password: {LETTERS}",
    "cookie": f"Cookie: session={LETTERS}; theme=dark",
    "encoded": base64.b64encode(f"xapi_key={LETTERS}x".encode()).decode(),
}


def violation(text: str) -> str:
    [error] = Draft202012Validator({"type": "integer"}).iter_errors(text)
    return schemas._in_words(error)


def message(text: str) -> str:
    [finding] = hidden_in_findings((Finding(path="", message=text),), ReferenceAdapter())
    return finding.message


WHOLE: Final = 12_000
"""The length of each text."""
PLACES: Final[dict[str, tuple[Callable[[str], str], int]]] = {
    "an-exception": (lambda text: str(Raised(text, bug=False)), 10_000),
    "a-finding": (message, 10_000),
    "a-line-of-a-program": (lambda text: process.shown(text.encode()), 60),
    "the-beginning-of-an-exchange": (seen.cut, 2_500),
    "the-end-of-an-exchange": (seen.cut, WHOLE - 1_500),
    "a-value": (wording.shown, 800),
    "before-a-difference-of-texts": (lambda text: wording.expected_got(f"{text}x", f"{text}y"), WHOLE - 80),
    "after-a-difference-of-texts": (lambda text: wording.expected_got(f"x{text}", f"y{text}"), 299),
    "before-a-difference-of-values": (lambda text: wording.expected_got([f"{text}x"], [f"{text}y"]), WHOLE - 80),
    "after-a-difference-of-arguments": (lambda text: wording.arguments_instead(f"x{text}", f"y{text}"), 299),
    "a-value-that-breaks-a-schema": (violation, 80),
    "a-message": (schemas._shortened, 400 - 150 - 5),
    "the-end-of-a-message": (schemas._shortened, WHOLE - 150),
    "a-fault": (fault._brief, 200),
    "the-beginning-of-a-line-of-output": (one_line, 1_000),
    "the-end-of-a-line-of-output": (one_line, WHOLE - 1_000),
    "the-beginning-of-a-text": (lambda text: beginning(text, 100), 100),
    "the-middle-of-a-text": (lambda text: part(text, 5_000, 6_000), 5_000),
}
"""The functions that cut a text to print it, each with the place of the cut."""


def runs(text: str) -> set[str]:
    return {text[start : start + 6] for start in range(len(text) - 5)}


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
@pytest.mark.parametrize(("printed", "cut"), PLACES.values(), ids=PLACES)
def test_a_secret_across_a_cut_shows_no_more_than_its_mask(
    printed: Callable[[str], str], cut: int, secret: str
) -> None:
    words = "word " * WHOLE
    for start in range(cut - len(secret), cut + 1, 5):
        text = f"{words[: start - 1]} {secret} {words}"[:WHOLE] if start > 0 else f"{secret} {words}"[:WHOLE]
        shown = hidden(printed(text))
        assert not runs(shown) & (runs(secret) - runs(hidden(secret)))


@pytest.mark.parametrize(("printed", "cut"), PLACES.values(), ids=PLACES)
def test_a_cut_text_without_a_secret_is_shown_as_it_is(printed: Callable[[str], str], cut: int) -> None:
    text = "".join(f"{n:04} " for n in range(WHOLE // 5))
    assert text[cut - 40 : cut - 5] in printed(text) or text[cut + 5 : cut + 40] in printed(text)


def test_a_finding_has_only_the_beginning_of_a_long_message() -> None:
    """Each of hundreds of cases may have such a message, and each message is searched for secrets."""
    assert len(message("word " * 1_000_000)) < 11_000


@pytest.mark.parametrize("field", ["path", "message", "meaning"])
def test_each_text_of_a_finding_is_masked(field: str) -> None:
    finding = replace(Finding(path="", message=""), **{field: f"the sent schema accepts {SECRETS['shape']}"})
    [hidden_finding] = hidden_in_findings((finding,), ReferenceAdapter())
    assert getattr(hidden_finding, field) == f"the sent schema accepts {hidden(SECRETS['shape'])}"
