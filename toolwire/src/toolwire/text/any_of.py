"""A format that reads calls in any of several text formats."""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Final

from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import Opening, TextFormat, is_special
from toolwire.text.offered import Offered
from toolwire.text.source import Asking

AUTO: Final = "auto"


def any_of(formats: Sequence[TextFormat]) -> TextFormat:
    """Return a format that reads calls in any of ``formats``.

    If several formats have the same opening (a text with which a call may start, such as ``<tool_call>``), they are
    tried one after another: first the formats whose ``markers`` contain the opening, then the other formats. The first
    format that finds a call reads the call.
    """
    return TextFormat(
        name=AUTO,
        title="Any of the formats",
        source="the other formats",
        read=partial(_read, formats),
        openings=tuple(dict.fromkeys(chain.from_iterable(candidate.openings for candidate in formats))),
        opens=partial(_opens, formats),
        reasoning=tuple(dict.fromkeys(chain.from_iterable(candidate.reasoning for candidate in formats))),
        ends_reasoning=tuple(dict.fromkeys(chain.from_iterable(candidate.ends_reasoning for candidate in formats))),
        noise=tuple(dict.fromkeys(filter(is_special, chain.from_iterable(candidate.noise for candidate in formats)))),
    )


def _opens(formats: Sequence[TextFormat], offered: Offered) -> tuple[Opening, ...]:
    return tuple(
        dict.fromkeys(chain.from_iterable(candidate.opens(offered) for candidate in formats if candidate.opens))
    )


def _read(formats: Sequence[TextFormat], block: Block) -> Asking[None]:
    opening, before = block.opening, block.calls
    candidates = [
        candidate
        for candidate in formats
        if any(known.text == opening for known in _openings(candidate, block.offered))
    ]
    candidates.sort(key=lambda candidate: opening not in candidate.markers)
    for n, candidate in enumerate(candidates, 1):
        block.format, block.seams, block.wrapper = candidate.name, candidate.seams, candidate.wrapper
        try:
            yield from candidate.read(block)
        except NotACall:
            if block.calls > before or n == len(candidates):
                raise
            block.reached = max(block.reached, block.position)
            block.rewind()
            block.at += len(opening)
        else:
            return


def _openings(candidate: TextFormat, offered: Offered) -> tuple[Opening, ...]:
    return (*candidate.openings, *(candidate.opens(offered) if candidate.opens else ()))
