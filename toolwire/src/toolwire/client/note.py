"""Notes about values that were dropped, changed or found wrong in translation: nothing of it happens silently."""

from typing import Literal, TypeAlias

import msgspec

NoteKind: TypeAlias = Literal[
    "dropped",
    "changed",
    "refused",
    "generated",
    "sanitised",
    "invalid",
    "cut",
    "repeated",
    "interrupted",
    "callback",
    "assumed",
]
"""``dropped`` and ``changed``: a value that the provider's dialect cannot express, or expresses otherwise.
``refused``: a value that is sent, and that the provider is known to refuse. ``generated``: an id in place of one that
the provider did not give, or gave twice. ``sanitised``: control characters that were taken out. ``invalid``: a call
that does not fit its tool, a choice of a tool that is not offered, or two tools of one name; such a request is sent as
it is. ``cut``: a call that did not arrive whole. ``repeated``: a call that stands in the text and structured too, and
is handed out once. ``interrupted``: the connection broke. ``callback``: a function of the application's raised.
``assumed``: an assumption about an unknown provider."""


class Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One fact that an application may want to know. ``str()`` is a line that states it."""

    kind: NoteKind
    where: str
    """A JSON pointer into the value given: tools, a choice, or the parts of an answer; "" for the whole."""
    why: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where or 'the whole'}: {self.why}"
