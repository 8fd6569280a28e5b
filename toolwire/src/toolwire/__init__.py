"""The reference normalizer: every dialect to the canonical form and back.

What applications use stands here (docs/library.md), and is loaded when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from toolwire.dialects.stream import ResponseStream
from toolwire.wire.limits import Limits

if TYPE_CHECKING:
    from toolwire.client.answer import Answer, Call
    from toolwire.client.answer_stream import AnswerStream
    from toolwire.client.chain import Chain
    from toolwire.client.normalizer import Normalizer
    from toolwire.client.note import Note
    from toolwire.client.runner import ToolError, ToolRunner, TooManyRounds, following
    from toolwire.client.segments import Segment, SegmentContent, SegmentEnded, SegmentStarted
    from toolwire.client.transport import AsyncProviderTransport, ProviderTransport

__all__ = [
    "Answer", "AnswerStream", "AsyncProviderTransport", "Call", "Chain", "Limits", "Normalizer", "Note",
    "ProviderTransport", "ResponseStream", "Segment", "SegmentContent", "SegmentEnded", "SegmentStarted",
    "TooManyRounds", "ToolError", "ToolRunner", "following",
]  # fmt: skip

_FACE = {
    "answer": ("Answer", "Call"),
    "answer_stream": ("AnswerStream",),
    "chain": ("Chain",),
    "normalizer": ("Normalizer",),
    "note": ("Note",),
    "runner": ("ToolError", "ToolRunner", "TooManyRounds", "following"),
    "segments": ("Segment", "SegmentContent", "SegmentEnded", "SegmentStarted"),
    "transport": ("AsyncProviderTransport", "ProviderTransport"),
}
_MODULES = {name: module for module, names in _FACE.items() for name in names}


def __getattr__(name: str) -> Any:
    """What applications use, loaded when it is asked for: dialects are read in many places that need none of it."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.face.{_MODULES[name]}"), name)
