"""A library for tool calls with any LLM provider. It reads and writes every wire format.

The names below are the public interface (docs/library.md). Each name is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolwire.client.answer import Answer, Call
    from toolwire.client.answer_stream import AnswerStream
    from toolwire.client.chain import Chain
    from toolwire.client.normalizer import Normalizer
    from toolwire.client.note import Note
    from toolwire.client.runner import ToolError, ToolRunner, TooManyRounds, following
    from toolwire.client.segments import Segment, SegmentContent, SegmentEnded, SegmentStarted
    from toolwire.client.transport import AsyncProviderTransport, ProviderTransport
    from toolwire.dialects.stream import ResponseStream
    from toolwire.wire.limits import Limits

__version__ = "0.1.0"

__all__ = [
    "Answer", "AnswerStream", "AsyncProviderTransport", "Call", "Chain", "Limits", "Normalizer", "Note",
    "ProviderTransport", "ResponseStream", "Segment", "SegmentContent", "SegmentEnded", "SegmentStarted",
    "TooManyRounds", "ToolError", "ToolRunner", "following",
]  # fmt: skip

_HOMES = {
    "client.answer": ("Answer", "Call"),
    "client.answer_stream": ("AnswerStream",),
    "client.chain": ("Chain",),
    "client.normalizer": ("Normalizer",),
    "client.note": ("Note",),
    "client.runner": ("ToolError", "ToolRunner", "TooManyRounds", "following"),
    "client.segments": ("Segment", "SegmentContent", "SegmentEnded", "SegmentStarted"),
    "client.transport": ("AsyncProviderTransport", "ProviderTransport"),
    "dialects.stream": ("ResponseStream",),
    "wire.limits": ("Limits",),
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used. Raises ``AttributeError`` for any other name."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
