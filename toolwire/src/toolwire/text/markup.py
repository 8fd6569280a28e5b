"""What formats that look like XML have in common. None of them escapes what stands in a value."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from toolwire.dialects.arguments import to_object
from toolwire.model import Json, ToolCall
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.rendering import bare_key, whole
from toolwire.text.source import Asking
from toolwire.text.values import items, kinds, member, together, typed
from toolwire.wire import exact_json

_NAME: Final = re.compile(r"[\w:.$@-]*")
_BARE: Final = re.compile(r"[^\s>]*")


class Attributes(dict[str, str]):
    """The attributes of a tag; ``empty``: it closed itself."""

    empty = False


def attributes(block: Block, end: str = ">") -> Asking[Attributes]:
    """Read the attributes of a tag, and its end. Values may be quoted either way, or not at all."""
    found = Attributes()
    while True:
        yield from block.blanks()
        if (yield from block.optional(end)):
            return found
        if (yield from block.optional("/" + end)):
            found.empty = True
            return found
        if not (name := (yield from block.run(_NAME))):
            yield from block.expect(end)
        yield from block.blanks()
        yield from block.expect("=")
        yield from block.blanks()
        quote = yield from block.optional('"', "'")
        if quote:
            found[name], _ = yield from block.until(quote)
        else:
            bare = yield from block.run(_BARE)
            found.empty = bare.endswith("/") and (yield from block.peek()) == ">"
            found[name] = bare.removesuffix("/") if found.empty else bare


def named(found: Mapping[str, str], *keys: str) -> str:
    """The first of some attributes that is there. Raises ``NotACall`` where none is."""
    for key in keys:
        if found.get(key, "").strip():
            return found[key].strip()
    raise NotACall


def arguments(block: Block, name: str, texts: Sequence[tuple[str, str]]) -> str:
    """The arguments of a call whose values stand in the text bare, as JSON text.

    What is there more than once is a list where the schema has one; else the text has the key more than once, too.
    """
    schema = block.offered.schema(name)
    found: dict[str, list[str]] = {}
    for key, text in texts:
        found.setdefault(key, []).append(text)
    values: list[tuple[str, Json]] = []
    for key, said in found.items():
        own = member(schema, schema, key)
        if len(said) > 1 and "array" in kinds(own, schema):
            values.append((key, [typed(text, items(own, schema), schema) for text in said]))
        else:
            values += ((key, typed(text, own, schema)) for text in said)
    return exact_json.dumps(together(values))


def trimmed(value: str) -> str:
    """A value without the line breaks that a template puts before and behind it, where it does."""
    return value[1:].removesuffix("\n") if value.startswith("\n") else value


def texts(call: ToolCall) -> dict[str, str]:
    """The arguments of a call as templates write them bare, by name. Raises ``Inexpressible``."""
    given = to_object(whole(call).arguments, call.name)
    return {bare_key(key): value_text(value) for key, value in given.items()}


def value_text(value: Json) -> str:
    """A value as templates write it bare: strings as they are, anything else as JSON."""
    return value if isinstance(value, str) else exact_json.dumps(value)
