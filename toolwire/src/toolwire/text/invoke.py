"""``<invoke name="NAME">`` with a ``<parameter name="KEY">`` for each argument.

Claude, MiniMax M2 and DeepSeek write this format.
"""

import re
from collections.abc import Mapping, Sequence

import msgspec

from toolwire.dialects import arguments
from toolwire.dialects.errors import Inexpressible
from toolwire.model import Json, ToolCall
from toolwire.text import markup
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.rendering import bare_key, writable
from toolwire.text.seam import Seam
from toolwire.text.source import Asking
from toolwire.text.values import from_pairs, json_or_text
from toolwire.wire import exact_json


class Invoke(msgspec.Struct, frozen=True, kw_only=True):
    """A spelling of the format: the names of its tags."""

    prefix: str = ""
    """The text before each tag's name."""
    wrappers: tuple[str, ...] = ()
    """The allowed names of the tag around calls. The usual name is first."""
    states_strings: bool = False
    """True if each parameter has the attribute ``string``, which is true if the value is text. If parameters have no
    such attribute, the tool's schema decides.
    """

    @property
    def openings(self) -> tuple[str, ...]:
        return (*self.wrapped, f"<{self.prefix}invoke")

    @property
    def wrapped(self) -> tuple[str, ...]:
        return tuple(f"<{self.prefix}{wrapper}>" for wrapper in self.wrappers)

    @property
    def seams(self) -> tuple[Seam, ...]:
        tag = re.escape(self.prefix)
        following = rf"(?:</?{tag}(?:{'|'.join(self.wrappers)})>\s*)*<{tag}invoke\s+name="
        call, value = (f"{self.prefix}{name}" for name in ("invoke", "parameter"))
        return (
            Seam(f"<{call}", f"</{call}>", following),
            Seam(f"<{value}", f"</{value}>", following, whole=False),
        )

    def read(self, block: Block) -> Asking[None]:
        opening, ending = f"<{self.prefix}invoke", tuple(f"</{self.prefix}{name}>" for name in self.wrappers)
        if block.opening != opening:
            yield from block.blanks()
            yield from block.expect(opening)
        while True:
            yield from self._call(block)
            if not (yield from block.closing(opening)):
                break
        if ending:
            yield from block.closing(*ending)

    def _call(self, block: Block) -> Asking[None]:
        parameter, end = f"<{self.prefix}parameter", f"</{self.prefix}invoke>"
        tag_attributes = yield from markup.attributes(block)
        name = markup.required_attribute(tag_attributes, "name")
        if block.opening == "<invoke" and name not in block.offered:
            raise NotACall  # without a wrapper, the text may be code
        texts: list[tuple[str, str]] = []
        stated: list[tuple[str, Json]] = []
        over = tag_attributes.empty
        whole_text = ""
        while not over:
            yield from block.blanks()
            if (yield from block.peek()) == "{" and not texts:
                whole_text = yield from block.json()
                yield from block.blanks()
                yield from block.expect(end)
                break
            if (yield from block.expect(parameter, end)) == end:
                break
            attributes = yield from markup.attributes(block)
            key = markup.required_attribute(attributes, "name")
            text = "" if attributes.empty else (yield from self._value(block, parameter, end))
            texts.append((key, text))
            stated.append((key, text if attributes.get("string") == "true" else json_or_text(text)))
        if whole_text:
            block.call(name, whole_text)
        elif self.states_strings:
            block.call(name, exact_json.dumps(_unwrapped(from_pairs(stated), block.offered.properties(name))))
        else:
            block.call(name, markup.arguments(block, name, texts))

    def _value(self, block: Block, parameter: str, end: str) -> Asking[str]:
        """Read and return the value of a parameter. Its closing tag may be missing if the next line starts with
        ``parameter`` (the beginning of the next parameter's tag) or with ``end`` (the closing tag of the call).
        """
        close = f"</{self.prefix}parameter>"
        pieces: list[str] = []
        while True:
            piece, tag = yield from block.until(close, f"\n{parameter} name=", f"\n{end}")
            pieces.append(piece)
            if tag != close:
                block.at -= len(tag)
                return "".join(pieces)
            gap = yield from block.blank_run()
            if (yield from block.at_end()) or (yield from block.stands(parameter, end)):
                return "".join(pieces)
            pieces += (tag, gap)

    def render(self, calls: Sequence[ToolCall]) -> str:
        written = "".join(map(self._render_call, calls))
        if not self.wrappers:
            return written.removesuffix("\n")
        return f"{self.wrapped[0]}\n{written}</{self.prefix}{self.wrappers[0]}>"

    def _render_call(self, call: ToolCall) -> str:
        given = arguments.to_object(writable(call).arguments, call.name)
        for name in (call.name, *map(bare_key, given)):
            if '"' in name:
                raise Inexpressible(f"expected the name of a tool or argument without quotation marks, got {name!r}")
        return f'<{self.prefix}invoke name="{call.name}">\n{"".join(self._parameters(given))}</{self.prefix}invoke>\n'

    def _parameters(self, given: Mapping[str, Json]) -> list[str]:
        tag = f"{self.prefix}parameter"
        types = {key: f' string="{str(isinstance(value, str)).lower()}"' for key, value in given.items()}
        return [
            f'<{tag} name="{key}"{types[key] if self.states_strings else ""}>{markup.value_text(value)}</{tag}>\n'
            for key, value in given.items()
        ]


def _unwrapped(values: Mapping[str, Json], properties: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the object in the parameter ``arguments`` or ``input``, if a call has only this parameter.

    Return the values unchanged in any other case, and also if the tool really has a parameter with this name.
    """
    if len(values) == 1 and properties:
        (key, inner), *_ = values.items()
        if key in ("arguments", "input") and key not in properties and isinstance(inner, dict):
            return inner
    return values
