"""ReAct: ``Action:`` and ``Action Input:``. The model's turn ends before ``Observation:``."""

from collections.abc import Sequence
from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.model import ToolCall
from toolwire.text.block import Block
from toolwire.text.errors import Cut, NotACall
from toolwire.text.format import Opening, TextFormat
from toolwire.text.offered import Offered
from toolwire.text.rendering import object_text, writable
from toolwire.text.source import Asking
from toolwire.text.values import literal
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_ACTION, _INPUT = "Action:", "Action Input:"
_OBSERVATION = ("\nObservation:", "\nObservation ")
_FENCE: Final = "```"
_WRAPPING = " \t\r[]`\"'*"


class _Name:
    """A search for the end of the line that names the tool. The search fails if no offered tool has this name."""

    def __init__(self, offered: Offered) -> None:
        self._offered = offered
        self._line = ""
        """The line so far, without the characters of ``_WRAPPING`` before the name, and with at most 1 of them after
        the name.
        """
        self.failed = False

    def feed(self, text: str, at: int) -> tuple[int, bool]:
        """Read ``text`` from the index ``at`` on.

        Return the index after the characters that were read, and True if the line ends there.
        """
        for place in range(at, len(text)):
            if text[place] == "\n":
                self.failed = self._line.rstrip(_WRAPPING) not in self._offered
                return place, True
            line = (self._line + text[place]).lstrip(_WRAPPING)
            tool = line.rstrip(_WRAPPING)
            self._line = line[: len(tool) + 1]
            self.failed = tool not in self._offered and not any(name.startswith(line) for name in self._offered.names())
            if self.failed:
                return place, False
        return len(text), False


def _read(block: Block) -> Asking[None]:
    line = yield from block.extent(_Name(block.offered))
    name = line.strip(_WRAPPING)
    yield from block.blanks()
    yield from block.expect(_INPUT)
    if not block.text.endswith(_INPUT, 0, block.at):
        raise Cut  # the end of the text cut this word
    pieces: list[str] = []
    end = yield from block.flow(pieces.append, *_OBSERVATION)
    block.call(name, _arguments("".join(pieces), name, block, cut=not end))
    if end:
        # The model invents the observation and all text after it.
        yield from block.rest()
        raise Cut


def _arguments(text: str, name: str, block: Block, *, cut: bool) -> str:
    """Return the input of a call as JSON text.

    ``cut`` is true if the end of the answer may have cut the input. Raises ``Cut`` if such an input is not whole, and
    ``NotACall`` if the input does not fit the tool.
    """
    bare = text.strip()
    bare = _unfenced(bare)
    if bare.startswith("{"):
        try:
            exact_json.loads(bare)
        except JsonError:
            value = literal(bare)
            if isinstance(value, dict):
                return exact_json.dumps(value)
            raise (Cut if cut else NotACall) from None
        return bare
    key = block.offered.text_parameter(name)
    if not block.offered.properties(name):
        return "{}"
    if cut and not bare:
        raise Cut
    if key is None:
        raise NotACall
    return exact_json.dumps({key: bare.strip("\"'") if bare[:1] == bare[-1:] and len(bare) > 1 else bare})


def _unfenced(text: str) -> str:
    """Return the text inside a Markdown fence. Return a text without a fence unchanged."""
    first, _, rest = text.partition("\n")
    if first.rstrip() in (_FENCE, f"{_FENCE}json") and rest.endswith(_FENCE):
        return rest.removesuffix(_FENCE).strip()
    return text


def _render(calls: Sequence[ToolCall]) -> str:
    if len(calls) != 1:
        raise Inexpressible(f"ReAct writes exactly 1 call in a turn, got {len(calls)}")
    return f"{_ACTION} {writable(calls[0]).name}\n{_INPUT} {object_text(calls[0])}"


REACT = TextFormat(
    name="react",
    title="ReAct",
    source="Yao et al. 2022, and LangChain's and CrewAI's prompts",
    openings=(Opening(_ACTION, "line"),),
    read=_read,
    render=_render,
)
