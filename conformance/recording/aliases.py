"""Stable aliases: made-up ids that replace a server's random ids, and that are the same in every recording.

An alias has the same prefix, length and alphabet as the id, so it changes no verdict.
"""

import json
import random
import re
import string
from collections.abc import Callable, Iterable
from typing import Final

from conformance.leaks.shapes import random_words
from conformance.volatile import ARGUMENTS, TIMES, is_arguments, is_id
from toolwire.json_value import Json
from toolwire.wire import aws_event_stream, exact_json, sse
from toolwire.wire.errors import JsonError

_UUID: Final = r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
_LONG: Final = 12
_RANDOM: Final = re.compile(rf"{_UUID}|[A-Za-z0-9]{{{_LONG},}}|[A-Za-z0-9]{{8,}}")
_PREFIX: Final = re.compile("^(?:[a-z]+[_-])+")
_MIXED: Final = re.compile("(?=.*[0-9]).*[A-Za-z]")
_LOWER, _UPPER, _DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
_ALPHABETS: Final = (
    _DIGITS, "abcdef", "ABCDEF", "0123456789abcdef", "0123456789ABCDEF", _LOWER, _UPPER,
    _LOWER + _DIGITS, _UPPER + _DIGITS, string.ascii_letters, string.ascii_letters + _DIGITS,
)  # fmt: skip
"""Alphabets from small to large. An alias is drawn from the first alphabet that has all characters of the random part
of the id.
"""
_VOLATILE: Final = re.compile(rf'("(?:{"|".join(sorted(TIMES))})"\s*:\s*)(-?[0-9][0-9.eE+-]*|"[0-9T:.Z +-]*")')

_OBJECT: Final = re.compile(rf'"(?:{"|".join(sorted(ARGUMENTS))})"\s*:\s*(?={{)')
"""A pattern of the beginning of arguments that a model wrote. Times in arguments are not changed, because the model
wrote the times, too.
"""


class Aliases:
    """The aliases of a cassette. ``kept`` is the body of the first request. No word in this body gets an alias."""

    def __init__(self, seed: str, kept: bytes = b"") -> None:
        self._random = random.Random(seed)
        self._known: dict[str, str] = {}
        self.kept = kept.decode("utf-8", "surrogateescape")

    def __len__(self) -> int:
        return len(self._known)

    def learn(self, body: bytes) -> None:
        """Make aliases for the ids in a body, in document order. The body is JSON, or a stream of events, frames or
        lines.
        """
        for document in _documents(body):
            self._walk(document)

    def learn_id(self, real: str) -> None:
        """Make an alias for each random part of an id.

        The same part gets the same alias in every id, for example in the id of an item and in the id of its call.
        """
        rest = real
        for run in _RANDOM.findall(real):
            if run in self.kept or not _is_random(run):
                continue
            if run not in self._known:
                self._known[run] = self._like(run)
            rest = rest.replace(run, "")
        for span in random_words(rest):  # dashes divide some ids into short runs
            word = _PREFIX.sub("", rest[span.start : span.end])
            if word in real and word not in self.kept and word not in self._known:
                self._known[word] = self._like(word)

    def apply(self, body: bytes) -> bytes:
        """Return the body with an alias in place of each known id, and the digit 1 in place of every digit of times and
        speeds.

        The length of the body stays the same.
        """
        return _changed(body, lambda data: _steady(self._replaced(data)))

    def of(self, text: str) -> str:
        """Return a text, such as an id, with an alias in place of each known id."""
        if self._known:
            runs = (_alone(run) for run in sorted(self._known, key=len, reverse=True))
            text = re.sub("|".join(runs), lambda match: self._known[match.group()], text)
        return text

    def without(self, text: str) -> str:
        """Return a text with all aliases removed."""
        known = sorted({*self._known.values()}, key=len, reverse=True)
        return re.sub("|".join(map(re.escape, known)), "", text) if known else text

    def _replaced(self, data: bytes) -> bytes:
        return self.of(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")

    def _walk(self, value: Json) -> None:
        if isinstance(value, dict):
            for key, item in value.items():
                if is_id(key) and isinstance(item, str):
                    self.learn_id(item)
                elif not is_arguments(key, item):
                    self._walk(item)
        elif isinstance(value, list):
            for item in value:
                self._walk(item)

    def _like(self, text: str) -> str:
        letters = re.sub("[^A-Za-z0-9]", "", text)
        alphabet = next(candidate for candidate in _ALPHABETS if set(letters) <= set(candidate))
        drawn = iter(self._random.choices(alphabet, k=len(letters)))
        return "".join(next(drawn) if letter.isalnum() else letter for letter in text)


def _is_random(run: str) -> bool:
    """Return whether a run of letters and digits looks random.

    An ordinary word does not look random. If it got an alias, the alias would also replace the word in texts that are
    not ids.
    """
    if run.isalpha() and (run[1:].islower() or run.isupper()):
        return False
    return len(run) >= _LONG or _MIXED.match(run) is not None


def _alone(run: str) -> str:
    """Return a pattern that finds ``run``, a run of letters and digits.

    The pattern finds a run of ``_LONG`` or more characters even as a part of a longer run. It finds a shorter run, or a
    run without letters, only if no letter or digit is next to it.
    """
    if len(run) >= _LONG and not run.isdigit():
        return re.escape(run)
    return rf"(?<![A-Za-z0-9]){run}(?![A-Za-z0-9])"


def _steady(data: bytes) -> bytes:
    text = data.decode("utf-8", "surrogateescape")
    steady, done = [], 0
    for match in _OBJECT.finditer(text):
        begin = match.end()
        end = _end_of_object(text, begin) if begin >= done else None
        if end is not None:
            steady += [_level(text[done:begin]), text[begin:end]]
            done = end
    return "".join((*steady, _level(text[done:]))).encode("utf-8", "surrogateescape")


def _level(text: str) -> str:
    return _VOLATILE.sub(lambda match: match.group(1) + re.sub("[0-9]", "1", match.group(2)), text)


def _end_of_object(text: str, start: int) -> int | None:
    try:
        return json.JSONDecoder(parse_int=str, parse_float=str).raw_decode(text, start)[1]
    except (ValueError, RecursionError):
        return None


def _changed(body: bytes, change: Callable[[bytes], bytes]) -> bytes:
    return aws_event_stream.rewritten(body, change) if aws_event_stream.starts(body) else change(body)


def _documents(body: bytes) -> list[Json]:
    try:
        return [exact_json.loads(body)]
    except JsonError:
        pass
    documents = []
    for text in _pieces(body):
        try:
            documents.append(exact_json.loads(text))
        except JsonError:
            continue
    return documents


def _pieces(body: bytes) -> Iterable[str | bytes]:
    if aws_event_stream.starts(body):
        return aws_event_stream.raw_payloads(body)
    return [*(event.data for event in sse.decode(body)[0]), *body.split(b"\n")]
