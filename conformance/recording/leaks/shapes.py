"""What secrets look like: shapes that are known, names that say it, and words that look random."""

import math
import re
from collections import Counter
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import msgspec
import yaml

RANDOM: Final = "random text"
"""The kind of what has no shape that is known."""
_LONG: Final = re.compile(r"""[^\s"'<>{}()\[\],;]{10}""")
"""What has no such word has no shape that is known."""
_PLACEHOLDER: Final = re.compile(
    r"[aA0]{10}|(.)\1{7}|\*{3}|\.{3}$|[<{\[]|example|redact|filtered|scrub|sanitiz|placeholder|dummy|fake|mock|removed"
    r"|hidden|omitted|masked|not-?needed|not-?used|your[-_ ]|my-?api|test[-_ ]?(?:key|token)|1234567890|abcdefgh",
    re.IGNORECASE,
)
_MASKED: Final = re.compile(r"[aA0\W_]*")
_WORD: Final = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}(?:={1,2}|(?![A-Za-z0-9+/_-]))")
_ASSIGNED: Final = re.compile(
    r"""(?<![A-Za-z0-9_-])(?P<name>[A-Za-z][A-Za-z0-9_-]{2,40}+)["']?[ ]*[:=][ ]*["']?"""
    r"""(?P<secret>(?=[^\s"',;&0-9]{0,80}+[0-9])[^\s"',;&]{8,})"""
)
_SUFFIX: Final = 6
"""So long a name counts behind others, too, as in OPENAI_API_KEY."""
_SHORTEST: Final = 20
_RUNS: Final = re.compile("[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_INDEX: Final = re.compile(r"/\d+(?=/|$)")
_EVENT: Final = re.compile(r"^\[\d+\]")
_PARTS: Final = re.compile("[^A-Za-z0-9]+")
_MADE: Final = re.compile("[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[a-z]?[0-9]{1,2}[a-z]?")
"""A part of a path, of a date or of a model's name."""
_ENTROPY: Final = 0.87
"""How much of the entropy that is to be expected of random letters a word has at least: of a thousand, one has less."""
_LONGEST: Final = 512
"""What is longer has the entropy of its alphabet, near enough."""


class _Alphabet(NamedTuple):
    """Letters of which keys are made."""

    letters: "re.Pattern[str]"
    size: int
    turns: float
    """So many runs of capitals, small letters or digits a random word has at least, for each of its characters; names
    that people make have one for five or more. A capital goes with the small letters behind it."""


_ALPHABETS: Final = (
    _Alphabet(re.compile("[0-9a-f]+|[0-9A-F]+"), 16, 0.19),
    _Alphabet(re.compile("[0-9a-z]+|[0-9A-Z]+"), 36, 0.19),
    _Alphabet(re.compile(".+"), 64, 0.25),
)


class Span(NamedTuple):
    """A secret in a text: its kind, where it begins and ends."""

    kind: str
    start: int
    end: int


class _Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    pattern: str


class Allowed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What looks random and is no secret: why, where, and what the whole word looks like."""

    why: str
    at: tuple[str, ...]
    """The last steps of the way to it in its document, ``*`` for an index: regular expressions."""
    word: str
    aliased: bool = False
    """Whether we put aliases in its place when we record: then no other is allowed."""


class Described(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``secrets.yaml``."""

    without: dict[str, str]
    shapes: tuple[_Shape, ...]
    names: dict[str, tuple[str, ...]]
    queries: dict[str, tuple[str, ...]]
    allowed: tuple[Allowed, ...]


@cache
def described() -> Described:
    """What is written of secrets."""
    data = (files("conformance.recording.leaks") / "secrets.yaml").read_bytes()
    return msgspec.convert(yaml.load(data, Loader=yaml.CSafeLoader), Described)


@cache
def _shapes() -> tuple[tuple[str, "re.Pattern[str]"], ...]:
    """The kinds with their patterns: those of detect-secrets, without what it would do with a match, and ours."""
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class

    detectors: dict[str, Any] = get_mapping_from_secret_type_to_class()
    theirs = [
        (kind, pattern)
        for kind, detector in detectors.items()
        if detector.__name__ not in described().without
        for pattern in detector().denylist
    ]
    return *((one.kind, re.compile(one.pattern)) for one in described().shapes), *theirs


@lru_cache(maxsize=65536)
def shaped(text: str) -> tuple[Span, ...]:
    """The secrets of known shapes in a text, and what it assigns to the name of one."""
    if _LONG.search(text) is None:
        return ()
    found = []
    for kind, pattern in _shapes():
        for match in pattern.finditer(text):
            start, end = match.span("secret" if "secret" in pattern.groupindex else 0)
            if not is_placeholder(text[start:end]):
                found.append(Span(kind, start, end))
    for match in _ASSIGNED.finditer(text):
        held = named(match["name"])
        if held is not None and not is_placeholder(match["secret"]):
            found.append(Span(held, *match.span("secret")))
    return tuple(found)


@lru_cache(maxsize=4096)
def named(name: str, *, query: bool = False) -> str | None:
    """The kind of secret that a header, a field or a part of a query of this name holds; None where it holds none."""
    plain = re.sub("[^a-z0-9]", "", name.lower())
    for kind, names in described().names.items():
        if any(plain == one or (len(one) >= _SUFFIX and plain.endswith(one)) for one in names):
            return kind
    return next((kind for kind, names in described().queries.items() if query and plain in names), None)


def is_placeholder(text: str) -> bool:
    """Whether a text stands for a secret that is not there, or is one that is masked."""
    return _PLACEHOLDER.search(text) is not None or _MASKED.fullmatch(text) is not None


@lru_cache(maxsize=65536)
def random_words(text: str) -> tuple[Span, ...]:
    """The words of a text that look random."""
    return tuple(Span(RANDOM, *match.span()) for match in _WORD.finditer(text) if _is_random(match.group()))


def is_allowed(place: str, word: str, *, aliased: bool = True) -> bool:
    """Whether a random word may stand at a place. ``aliased=False``: not for being an id, of which we have aliases."""
    return any(pattern.fullmatch(word) and (aliased or not only) for pattern, only in _words_at(_way(place)))


def _way(place: str) -> str:
    """The way to a place in the innermost document."""
    return _INDEX.sub("/*", _EVENT.sub("", place.rpartition("#")[2])).removesuffix("/*")


@lru_cache(maxsize=4096)
def _words_at(way: str) -> "tuple[tuple[re.Pattern[str], bool], ...]":
    return tuple(
        (re.compile(one.word), one.aliased)
        for one in described().allowed
        if any(re.fullmatch(f"(?:.*/)?(?:{steps})", way) for steps in one.at)
    )


def _is_random(word: str) -> bool:
    letters = "".join(part for part in _PARTS.split(word) if not _MADE.fullmatch(part))
    if len(letters) < _SHORTEST or letters.isdigit() or is_placeholder(letters):
        return False
    alphabet = next(one for one in _ALPHABETS if one.letters.fullmatch(letters))
    if len(_RUNS.findall(letters)) < alphabet.turns * len(letters):
        return False
    counts = Counter(letters).values()
    entropy = -sum(count / len(letters) * math.log2(count / len(letters)) for count in counts)
    return entropy >= _ENTROPY * _expected(min(len(letters), _LONGEST), alphabet.size)


@cache
def _expected(length: int, size: int) -> float:
    """The entropy to be expected of so many letters that are drawn from an alphabet, in bits a letter."""
    share = 1 / size
    return -size * sum(
        math.comb(length, n) * share**n * (1 - share) ** (length - n) * n / length * math.log2(n / length)
        for n in range(1, length + 1)
    )
