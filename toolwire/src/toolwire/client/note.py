"""What was dropped, changed or found wrong on the way: nothing of it happens in silence."""

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
"""``dropped`` and ``changed``: what the provider's dialect cannot say, or says otherwise. ``refused``: it is sent, and
the provider is known to refuse it. ``generated``: an id that the provider did not give, or gave twice. ``sanitised``:
control characters that were taken out. ``invalid``: a call that does not fit its tool, a choice of what is not offered,
or two tools of one name; such a request is sent as it is. ``cut``: a call that did not arrive whole. ``repeated``: a
call that stands in the text and structured too, and is handed out once. ``interrupted``: the connection broke.
``callback``: a function of the application's raised. ``assumed``: what nobody said of a provider that is not known."""


class Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that an application may want to know. ``str()`` is a line that says it."""

    kind: NoteKind
    where: str
    """A JSON pointer into what was given: tools, a choice, or the parts of an answer; "" for the whole."""
    why: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where or 'the whole'}: {self.why}"
