"""Tags, attributes and bare values of formats that look like XML. These formats do not escape values."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from toolwire.dialects.arguments import to_object
from toolwire.model import Json, ToolCall
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.rendering import bare_key, writable
from toolwire.text.source import Asking
from toolwire.text.values import from_pairs, items, kinds, member, typed
from toolwire.wire import exact_json

_NAME: Final = re.compile(r"[\w:.$@-]*")
_BARE: Final = re.compile(r"[^\s>]*")


class Attributes(dict[str, str]):
    """The attributes of a tag. ``empty`` is true if the tag has no content, as in ``<tag/>``."""

    empty = False


def attributes(block: Block, end: str = ">") -> Asking[Attributes]:
    """Read the attributes of a tag and the tag's end, and return the attributes. Values may have quotes of either kind,
    or no quotes.
    """
    result = Attributes()
    while True:
        yield from block.blanks()
        if (yield from block.optional(end)):
            return result
        if (yield from block.optional("/" + end)):
            result.empty = True
            return result
        if not (name := (yield from block.run(_NAME))):
            yield from block.expect(end)
        yield from block.blanks()
        yield from block.expect("=")
        yield from block.blanks()
        quote = yield from block.optional('"', "'")
        if quote:
            result[name], _ = yield from block.until(quote)
        else:
            bare = yield from block.run(_BARE)
            result.empty = bare.endswith("/") and (yield from block.peek()) == ">"
            result[name] = bare.removesuffix("/") if result.empty else bare


def required_attribute(tag_attributes: Mapping[str, str], *keys: str) -> str:
    """Return the value of the first attribute among ``keys`` whose value is not blank.

    Raises ``NotACall`` if no such attribute exists.
    """
    for key in keys:
        if tag_attributes.get(key, "").strip():
            return tag_attributes[key].strip()
    raise NotACall


def arguments(block: Block, name: str, texts: Sequence[tuple[str, str]]) -> str:
    """Return a call's arguments as JSON text. ``texts`` are pairs of a key and its value as bare text.

    If a key is repeated, its values become a list if the schema allows a list. If not, the JSON text repeats the key.
    """
    schema = block.offered.schema(name)
    texts_by_key: dict[str, list[str]] = {}
    for key, text in texts:
        texts_by_key.setdefault(key, []).append(text)
    values: list[tuple[str, Json]] = []
    for key, key_texts in texts_by_key.items():
        member_schema = member(schema, schema, key)
        if len(key_texts) > 1 and "array" in kinds(member_schema, schema):
            values.append((key, [typed(text, items(member_schema, schema), schema) for text in key_texts]))
        else:
            values += ((key, typed(text, member_schema, schema)) for text in key_texts)
    return exact_json.dumps(from_pairs(values))


def trimmed(value: str) -> str:
    """Return a value without the line breaks that a template puts before and after it. If the value does not begin with
    a line break, return it unchanged.
    """
    return value[1:].removesuffix("\n") if value.startswith("\n") else value


def texts(call: ToolCall) -> dict[str, str]:
    """Return the arguments of a call as bare texts, by the arguments' names. Raises ``Inexpressible`` if the arguments
    are not an object, for a call that ``writable`` refuses, and for a name that ``bare_key`` refuses.
    """
    given = to_object(writable(call).arguments, call.name)
    return {bare_key(key): value_text(value) for key, value in given.items()}


def value_text(value: Json) -> str:
    """Return a value as bare text: a string unchanged, any other value as JSON."""
    return value if isinstance(value, str) else exact_json.dumps(value)
