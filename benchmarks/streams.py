"""Long streams of one call: those of committed cassettes, with more argument deltas."""

import json
import random
import re
from functools import cache
from typing import Final

from conformance.data import cassettes_folder
from conformance.recording import vcr_file

HOMES: Final = {"openai_chat": "openai", "openai_responses": "openai", "anthropic_messages": "anthropic"}
_FRAGMENT: Final = {
    dialect: re.compile(rf'"{key}":("(?:[^"\\]|\\.)+")')
    for dialect, key in (
        ("openai_chat", "arguments"),
        ("openai_responses", "delta"),
        ("anthropic_messages", "partial_json"),
    )
}
_WORDS: Final = '"Zürich", "Grüße aus dem \\"Hafen\\"", "line\\nbreak", 12.5, true, "a run of text that goes on", '


def arguments(size: int) -> str:
    """Return the text of a JSON object with so many characters."""
    text = '{"city": "Berlin", "rows": [' + _WORDS * (size // len(_WORDS) - 1)
    return f'{text}"{"x" * (size - len(text) - 4)}"]}}'


def stream(dialect: str, size: int, delta: int) -> tuple[bytes, str]:
    """Return a stream with ``size`` characters of arguments, ``delta`` in each event; and these arguments."""
    head, template, tail, before = _parts(dialect)
    text, chance = arguments(size), random.Random(size)
    pieces = [text[start : start + delta] for start in range(0, size, delta)]
    opening, closing = _FRAGMENT[dialect].split(template, maxsplit=1)[::2]
    key = _FRAGMENT[dialect].search(template)
    assert key is not None
    opening += key.group().removesuffix(key.group(1))
    middle = [f"{opening}{json.dumps(piece, ensure_ascii=False)}{_padded(closing, chance)}" for piece in pieces]
    ending = [block.replace(json.dumps(before), json.dumps(text, ensure_ascii=False)) for block in tail]
    blocks = [*head, *middle, *ending]
    if dialect == "openai_responses":
        blocks = [re.sub(r'"sequence_number":\d+', f'"sequence_number":{n}', block) for n, block in enumerate(blocks)]
    return "\n\n".join((*blocks, "")).encode(), text


def _padded(closing: str, chance: random.Random) -> str:
    """Return the text behind a fragment with padding of another length; both vendors pad, each in its way."""
    letters = "".join(chance.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", k=16))
    closing = re.sub(r'"obfuscation":"\w*"', f'"obfuscation":"{letters[: chance.randint(1, 16)]}"', closing)
    return re.sub(r" +}$", " " * chance.randint(1, 16) + "}", closing)


@cache
def _parts(dialect: str) -> tuple[tuple[str, ...], str, tuple[str, ...], str]:
    """Return the events of a cassette before the deltas, a delta, the events behind, and the whole arguments."""
    path = cassettes_folder() / HOMES[dialect] / dialect / "call-single.stream.yaml"
    (exchange,) = vcr_file.exchanges(path, vcr_file.read_document(path))
    assert not isinstance(exchange, Exception)
    blocks = exchange.response.body.decode().removesuffix("\n\n").split("\n\n")
    places = [n for n, block in enumerate(blocks) if _FRAGMENT[dialect].search(block)]
    if dialect == "openai_chat":
        places = [n for n in places if '"role"' not in blocks[n]]
    elif dialect == "openai_responses":
        places = [n for n in places if "function_call_arguments.delta" in blocks[n]]
    fragments = [_FRAGMENT[dialect].search(blocks[n]) for n in places]
    whole = "".join(json.loads(fragment.group(1)) for fragment in fragments if fragment)
    return tuple(blocks[: places[0]]), blocks[places[0]], tuple(blocks[places[-1] + 1 :]), whole
