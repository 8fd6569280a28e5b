"""Stable aliases: a server's random ids, replaced by others that are the same at every recording.

An alias keeps prefix, length and alphabet, so that it changes no verdict.
"""

import random
import re
import string
from typing import Final

from conformance.wire import exact_json, sse
from conformance.wire.errors import JsonError
from conformance.wire.exact_json import Json

_ID_KEYS: Final = frozenset({"id", "call_id", "tool_call_id", "tool_use_id", "item_id"})
_UUID: Final = r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
_RANDOM_TAIL: Final = re.compile(rf"{_UUID}|[A-Za-z0-9]{{12,}}")
_LOWER, _UPPER, _DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
_ALPHABETS: Final = (
    _DIGITS, "abcdef", "ABCDEF", "0123456789abcdef", "0123456789ABCDEF", _LOWER, _UPPER,
    _LOWER + _DIGITS, _UPPER + _DIGITS, string.ascii_letters, string.ascii_letters + _DIGITS,
)  # fmt: skip
"""From small to large: an alias is drawn from the first that has all letters of the id."""
_VOLATILE_NUMBERS: Final = re.compile(
    r'("(?:created|created_at|completed_at|prompt_ms|predicted_ms|prompt_per_token_ms|predicted_per_token_ms'
    r'|prompt_per_second|predicted_per_second|ttft_ms|gen_ms)":\s*)(-?[0-9][0-9.eE+-]*)'
)


class Aliases:
    """The aliases of one cassette."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)
        self._known: dict[str, str] = {}

    def learn(self, body: bytes) -> None:
        """Find the ids in a body, JSON or a stream of it, as events or lines, in document order."""
        for document in _documents(body):
            self._walk(document)

    def apply(self, body: bytes) -> bytes:
        """The body with every known id replaced, and every digit of times and speeds set to 1: its length stays."""
        text = body.decode("utf-8", "surrogateescape")
        if self._known:
            pattern = re.compile("|".join(re.escape(real) for real in sorted(self._known, key=len, reverse=True)))
            text = pattern.sub(lambda match: self._known[match.group()], text)
        text = _VOLATILE_NUMBERS.sub(lambda match: match.group(1) + re.sub("[0-9]", "1", match.group(2)), text)
        return text.encode("utf-8", "surrogateescape")

    def of(self, real: str | None) -> str | None:
        """The alias of an id; an id that is not known stays."""
        return self._known.get(real, real) if real is not None else None

    def _walk(self, value: Json) -> None:
        if isinstance(value, dict):
            for key, item in value.items():
                if key in _ID_KEYS and isinstance(item, str):
                    self._learn_id(item)
                else:
                    self._walk(item)
        elif isinstance(value, list):
            for item in value:
                self._walk(item)

    def _learn_id(self, real: str) -> None:
        tail = _RANDOM_TAIL.search(real)
        if tail is None or real in self._known:
            return
        # Two ids may share a random tail (an item's and its call's): the alias of the tail is shared too.
        for known, alias in list(self._known.items()):
            if known.endswith(tail.group()):
                self._known[real] = real[: tail.start()] + alias[-len(tail.group()) :] + real[tail.end() :]
                return
        self._known[real] = real[: tail.start()] + self._like(tail.group()) + real[tail.end() :]

    def _like(self, text: str) -> str:
        letters = text.replace("-", "")
        alphabet = next(some for some in _ALPHABETS if set(letters) <= set(some))
        drawn = iter(self._random.choices(alphabet, k=len(letters)))
        return "".join("-" if letter == "-" else next(drawn) for letter in text)


def _documents(body: bytes) -> list[Json]:
    try:
        return [exact_json.loads(body)]
    except JsonError:
        pass
    documents = []
    texts: list[str | bytes] = [event.data for event in sse.decode(body)[0]]
    for text in (*texts, *body.split(b"\n")):
        try:
            documents.append(exact_json.loads(text))
        except JsonError:
            continue
    return documents
