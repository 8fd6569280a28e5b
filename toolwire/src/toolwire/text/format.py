"""Text formats, their openings, and their tags of reasoning."""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import msgspec

from toolwire.model import ToolCall
from toolwire.text.block import Block
from toolwire.text.offered import Offered
from toolwire.text.seam import Seam, Wrapper
from toolwire.text.source import Asking


class Opening(msgspec.Struct, frozen=True):
    """A text that a call, or a list of calls, may start with."""

    text: str
    where: Literal["anywhere", "line", "start"] = "anywhere"
    """``line``: only blanks may be before it on its line; ``start``: only blanks and calls may be before it in the
    answer."""
    is_marker: bool = True
    """True if it marks a call by itself. If the text ends within a call with another opening, that call is text."""

    @property
    def is_sure(self) -> bool:
        return self.is_marker and self.where == "anywhere"


class Tags(msgspec.Struct, frozen=True):
    """The tags around reasoning."""

    opening: str
    closing: str
    closes_alone: bool = True
    """True if a closing tag without an opening one shows that all text before it is reasoning."""
    anywhere: bool = False
    """True if reasoning may start and end behind text: the tags are tokens that nobody writes about."""


THINK: tuple[Tags, ...] = (Tags("<think>", "</think>"),)

Grammar: TypeAlias = Callable[[Block], Asking[None]]
"""Reads the text behind an opening, and emits the calls in it."""


class TextFormat(msgspec.Struct, frozen=True, kw_only=True):
    """A way in which models write calls into their text."""

    name: str
    title: str
    """The models that write so, for people."""
    source: str
    """The definition of the format, or the place where it was seen."""
    read: Grammar
    openings: tuple[Opening, ...] = ()
    opens: Callable[[Offered], tuple[Opening, ...]] | None = None
    """Openings that depend on the tools offered."""
    markers: tuple[str, ...] = ()
    """Text outside of calls that identifies this format, or a related one; empty if nothing does."""
    aliases: tuple[str, ...] = ()
    vllm: tuple[str, ...] = ()
    """Names of vLLM's ``--tool-call-parser`` that read it."""
    sglang: tuple[str, ...] = ()
    """Names of SGLang's ``--tool-call-parser`` that read it."""
    llama_cpp: tuple[str, ...] = ()
    """Formats of llama.cpp's chat parser that read it."""
    in_part: dict[str, tuple[str, ...]] = {}
    """The parsers among these that read only one spelling of the format, by server (``vllm`` or ``sglang``)."""
    reasoning: tuple[Tags, ...] = THINK
    ends_reasoning: tuple[str, ...] = ()
    """Openings that also end reasoning that was not closed."""
    noise: tuple[str, ...] = ()
    """Special tokens beside calls, where a server did not strip them; they are no text."""
    seams: tuple[Seam, ...] = ()
    """Tags that tell two calls apart if one between them is missing."""
    wrapper: Wrapper | None = None
    """The tags around calls, if they never stand alone."""
    frames_text: bool = False
    """True if its markers are around all text, and not only around calls."""
    render: Callable[[Sequence[ToolCall]], str] | None = None
    """Writes complete calls as the model would; raises ``Inexpressible``. None if no source defines this."""

    def parsers(self, server: Literal["vllm", "sglang", "llama_cpp"]) -> tuple[str, ...]:
        """Return the names of a server's parsers for display: one that reads only one spelling has a dagger."""
        in_part = self.in_part.get(server, ())
        names: tuple[str, ...] = getattr(self, server)
        return tuple(f"{name}†" if name in in_part else name for name in names)

    def opens_reasoning(self, prompt: str) -> bool:
        """Return whether the end of a prompt makes the model start inside reasoning."""
        bare = prompt.rstrip()
        return any(bare.endswith(tags.opening) for tags in self.reasoning)


def is_special(token: str) -> bool:
    """True for a token that only models write; ``</s>`` is not one, since it is also HTML."""
    return token.startswith(("<|", "<｜"))
