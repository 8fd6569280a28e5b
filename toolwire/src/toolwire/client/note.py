"""Notes about values that a translation dropped or changed, and about wrong values. Every change has a note."""

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
"""The kinds of notes.

- ``dropped`` and ``changed``: the provider's dialect cannot express a value, or expresses it differently.
- ``refused``: a value is sent, although the provider is known to refuse it.
- ``generated``: an id was made, because the provider gave none or gave it twice, or an MCP resource got an address.
- ``sanitised``: control characters were removed or escaped.
- ``invalid``: a call does not fit its tool, a choice names a tool that is not offered, or two tools have the same name.
  A request with such a choice or such tools is sent unchanged.
- ``cut``: the end of the answer cut a call.
- ``repeated``: a call is in the text and also in structured form. It is returned once.
- ``interrupted``: the connection broke.
- ``callback``: a function of the application raised an error.
- ``assumed``: an assumption about an unknown provider.
"""


class Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A note about a translation or an answer, for the application. ``str()`` returns the note as a line of text."""

    kind: NoteKind
    where: str
    """A JSON pointer into the tools, the choice, the messages or the answer that the note is about. "" means the whole
    value.
    """
    why: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where or 'the whole value'}: {self.why}"
