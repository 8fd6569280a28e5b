"""Whichever of some text formats an answer is written in."""

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
    """Reads what stands at each opening in the first of some formats that finds a call there."""
    return TextFormat(
        name=AUTO,
        title="Whichever it is",
        source="the others",
        read=partial(_read, formats),
        openings=tuple(dict.fromkeys(chain.from_iterable(one.openings for one in formats))),
        opens=partial(_opens, formats),
        reasoning=tuple(dict.fromkeys(chain.from_iterable(one.reasoning for one in formats))),
        ends_reasoning=tuple(dict.fromkeys(chain.from_iterable(one.ends_reasoning for one in formats))),
        noise=tuple(dict.fromkeys(filter(is_special, chain.from_iterable(one.noise for one in formats)))),
    )


def _opens(formats: Sequence[TextFormat], offered: Offered) -> tuple[Opening, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(one.opens(offered) for one in formats if one.opens)))


def _read(formats: Sequence[TextFormat], block: Block) -> Asking[None]:
    opening, before = block.opening, block.calls
    candidates = [one for one in formats if any(own.text == opening for own in _own(one, block.offered))]
    candidates.sort(key=lambda one: opening not in one.markers)
    for n, one in enumerate(candidates, 1):
        block.format, block.seams, block.wrapper = one.name, one.seams, one.wrapper
        try:
            yield from one.read(block)
        except NotACall:
            if block.calls > before or n == len(candidates):
                raise
            block.reached = max(block.reached, block.position)
            block.rewind()
            block.at += len(opening)
        else:
            return


def _own(one: TextFormat, offered: Offered) -> tuple[Opening, ...]:
    return (*one.openings, *(one.opens(offered) if one.opens else ()))
