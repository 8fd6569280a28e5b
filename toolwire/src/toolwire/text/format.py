"""The text formats, their openings, and their tags around reasoning."""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import msgspec

from toolwire.model import ToolCall
from toolwire.text.block import Block
from toolwire.text.offered import Offered
from toolwire.text.seam import Seam, Wrapper
from toolwire.text.source import Asking


class Opening(msgspec.Struct, frozen=True):
    """A text with which a call, or a list of calls, may start."""

    text: str
    where: Literal["anywhere", "line", "start"] = "anywhere"
    """The part of a text in which the opening counts. ``line``: the start of a line, after any blanks. ``start``: the
    start of the answer, after any blanks and calls.
    """
    is_marker: bool = True
    """True if the opening alone shows that a call follows. After any other opening, a call that is cut by the end of
    the text is treated as text.
    """

    @property
    def is_sure(self) -> bool:
        return self.is_marker and self.where == "anywhere"


class Tags(msgspec.Struct, frozen=True):
    """The tags around reasoning."""

    opening: str
    closing: str
    closes_alone: bool = True
    """True if a closing tag without an opening tag shows that all text before it is reasoning."""
    anywhere: bool = False
    """True if reasoning may also come after text. The tags must be tokens that ordinary text never mentions."""


THINK: tuple[Tags, ...] = (Tags("<think>", "</think>"),)

Grammar: TypeAlias = Callable[[Block], Asking[None]]
"""A grammar, which is a function that reads the text after an opening, and emits the calls in this text."""


class TextFormat(msgspec.Struct, frozen=True, kw_only=True):
    """A format in which models write calls into their text."""

    name: str
    title: str
    """The models that write this format, for display."""
    source: str
    """The definition of the format, or a source that shows the format."""
    read: Grammar
    openings: tuple[Opening, ...] = ()
    opens: Callable[[Offered], tuple[Opening, ...]] | None = None
    """A function that returns the openings that depend on the offered tools; None if no openings depend on them."""
    markers: tuple[str, ...] = ()
    """Texts, such as tags, that show this format or a related format; empty if the format has no such texts."""
    aliases: tuple[str, ...] = ()
    vllm: tuple[str, ...] = ()
    """The values of ``--tool-call-parser`` with which vLLM reads this format."""
    sglang: tuple[str, ...] = ()
    """The values of ``--tool-call-parser`` with which SGLang reads this format."""
    llama_cpp: tuple[str, ...] = ()
    """The names of llama.cpp's chat formats that read this format."""
    in_part: dict[str, tuple[str, ...]] = {}
    """The parsers that read only a single spelling of this format, by server (``vllm`` or ``sglang``)."""
    reasoning: tuple[Tags, ...] = THINK
    ends_reasoning: tuple[str, ...] = ()
    """The openings that also end reasoning whose closing tag is missing."""
    tokens: tuple[str, ...] = ()
    """The markers that are single tokens in the tokenizers of the format's models, so that no answer ends inside them.
    Inside a value, a model can spell such a marker in ordinary tokens.
    """
    noise: tuple[str, ...] = ()
    """Special tokens next to calls. A server may leave them in the text, although they are not text for the user."""
    seams: tuple[Seam, ...] = ()
    """The tags that separate two calls, even if a closing tag between them is missing."""
    wrapper: Wrapper | None = None
    """The tags around calls; None if calls may come without them."""
    frames_text: bool = False
    """True if the format's markers enclose all text, and not only calls."""
    render: Callable[[Sequence[ToolCall]], str] | None = None
    """A function that writes complete calls as the model would.

    The function raises ``Inexpressible`` for a call that the format cannot express. None if no source defines how
    models write calls.
    """

    def parsers(self, server: Literal["vllm", "sglang", "llama_cpp"]) -> tuple[str, ...]:
        """Return the names of a server's parsers for display. A dagger (†) marks a parser that reads only a single
        spelling of the format.
        """
        in_part = self.in_part.get(server, ())
        names: tuple[str, ...] = getattr(self, server)
        return tuple(f"{name}†" if name in in_part else name for name in names)

    def opens_reasoning(self, prompt: str) -> bool:
        """Return whether a prompt ends with an opening tag of reasoning, so that the answer starts inside the
        reasoning.
        """
        bare = prompt.rstrip()
        return any(bare.endswith(tags.opening) for tags in self.reasoning)


def is_special(token: str) -> bool:
    """Return whether ``token`` is a special token that only models write, such as ``<|im_end|>``. People also write
    other tokens: ``</s>``, for example, is a closing tag in HTML.
    """
    return token.startswith(("<|", "<｜"))
