"""Claude's calls in the form in which they leak into an answer's text."""

from toolwire.text.block import Block
from toolwire.text.format import THINK, Opening, Tags, TextFormat
from toolwire.text.invoke import Invoke
from toolwire.text.source import Asking

_PLAIN = Invoke(wrappers=("function_calls",))
_SPACED = Invoke(prefix="antml:", wrappers=("function_calls",))


def _read(block: Block) -> Asking[None]:
    return (_SPACED if block.opening in _SPACED.openings else _PLAIN).read(block)


CLAUDE = TextFormat(
    name="claude_invoke",
    title="Claude's leak",
    source="Recordings and issues of gateways, counted 2026-11",
    aliases=("claude", "anthropic_xml", "invoke"),
    openings=tuple(map(Opening, (*_PLAIN.openings, *_SPACED.openings))),
    markers=("<invoke name=", f"<{_SPACED.prefix}invoke"),
    reasoning=(*THINK, Tags("<thinking>", "</thinking>")),
    seams=(*_PLAIN.seams, *_SPACED.seams),
    read=_read,
    render=_PLAIN.render,
)
