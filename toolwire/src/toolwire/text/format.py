"""What a text format is."""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import msgspec

from toolwire.model import ToolCall
from toolwire.text.block import Block
from toolwire.text.offered import Offered
from toolwire.text.seam import Seam, Wrapper
from toolwire.text.source import Asking


class Opening(msgspec.Struct, frozen=True):
    """Text that a call, or a list of calls, may begin with."""

    text: str
    where: Literal["anywhere", "line", "start"] = "anywhere"
    """``line``: nothing but blanks stands before it on its line; ``start``: nothing but blanks and calls stand
    before it in the answer."""
    is_marker: bool = True
    """Whether it stands for a call on its own. Where the end of the text cuts what began with another, that is text."""

    @property
    def is_sure(self) -> bool:
        return self.is_marker and self.where == "anywhere"


class Tags(msgspec.Struct, frozen=True):
    """What reasoning stands between."""

    opening: str
    closing: str
    closes_alone: bool = True
    """Whether the closing tag alone says that what came before was reasoning."""
    anywhere: bool = False
    """Whether reasoning may begin, and end again, behind text: the tags are tokens that nobody writes about."""


THINK: tuple[Tags, ...] = (Tags("<think>", "</think>"),)

Grammar: TypeAlias = Callable[[Block], Asking[None]]
"""Reads what stands behind an opening, and says what calls it is."""


class TextFormat(msgspec.Struct, frozen=True, kw_only=True):
    """A way in which models write calls into their text."""

    name: str
    title: str
    """For people: the models that write so."""
    source: str
    """Where the format is defined or was seen."""
    read: Grammar
    openings: tuple[Opening, ...] = ()
    opens: Callable[[Offered], tuple[Opening, ...]] | None = None
    """Openings that depend on the tools offered."""
    markers: tuple[str, ...] = ()
    """Text that, outside of calls, only this format or its kin writes; none where it has no sure sign."""
    aliases: tuple[str, ...] = ()
    vllm: tuple[str, ...] = ()
    """Names of vLLM's ``--tool-call-parser`` that read it."""
    sglang: tuple[str, ...] = ()
    """Names of SGLang's ``--tool-call-parser`` that read it."""
    llama_cpp: tuple[str, ...] = ()
    """Formats of llama.cpp's chat parser that read it."""
    in_part: dict[str, tuple[str, ...]] = {}
    """By server, ``vllm`` or ``sglang``, those of these that read one spelling of the format alone."""
    reasoning: tuple[Tags, ...] = THINK
    ends_reasoning: tuple[str, ...] = ()
    """Openings that also end reasoning that was not closed."""
    noise: tuple[str, ...] = ()
    """Special tokens that may stand around calls where a server did not strip them; they are no text."""
    seams: tuple[Seam, ...] = ()
    """Tags that tell two calls apart where one between them is missing."""
    wrapper: Wrapper | None = None
    """Where calls stand in one, and nowhere else."""
    frames_text: bool = False
    """Whether its markers stand around all text, and not around calls alone."""
    render: Callable[[Sequence[ToolCall]], str] | None = None
    """Writes complete calls as the model would; raises ``Inexpressible``. None where nobody defines how."""

    def parsers(self, server: Literal["vllm", "sglang", "llama_cpp"]) -> tuple[str, ...]:
        """The names of a server's parsers as they are shown: with a dagger where one reads one spelling alone."""
        in_part = self.in_part.get(server, ())
        names: tuple[str, ...] = getattr(self, server)
        return tuple(f"{name}†" if name in in_part else name for name in names)

    def opens_reasoning(self, prompt: str) -> bool:
        """Whether a prompt that ends so has the model begin inside reasoning."""
        bare = prompt.rstrip()
        return any(bare.endswith(tags.opening) for tags in self.reasoning)


def is_special(token: str) -> bool:
    """Whether nobody but a model writes it: ``</s>`` is HTML, too."""
    return token.startswith(("<|", "<｜"))
