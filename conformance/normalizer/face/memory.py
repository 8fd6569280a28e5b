"""What answers with calls had that an application's own dialect has no place for, such as signatures."""

import re
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final, TypeAlias

import msgspec

from conformance.model import Message, Part, Text, ToolCall
from conformance.normalizer.face.answer import Answer
from conformance.normalizer.face.past import Past
from conformance.wire.spelling import spelled

_REMEMBERED: Final = 1024
_Call: TypeAlias = tuple[str | None, str, str]
_Calls: TypeAlias = tuple[_Call, ...]
"""What the application was told, and says again: calls by id, name and arguments."""
_RANDOM: Final = re.compile(r"[0-9A-Za-z]{8,}")
"""What is in an id that a provider drew: ``call_Bc3f...``, ``toolu_01A...``; and is not in ``call_0``."""


class Memory:
    """Puts answers back into requests that repeat their calls, as their provider gave them.

    Ids may be the same in two conversations, and whole answers too: what was said before tells them apart. Where that
    was shortened or edited, ids do that are like no others. Text that the application changed, or left out, is the
    application's.
    """

    def __init__(self) -> None:
        self._said: OrderedDict[tuple[_Calls, bytes], Message] = OrderedDict()

    def keep(self, answer: Answer, before: Iterable[Message]) -> None:
        """``answer`` was told an application that had said what came ``before``, as its provider was told it."""
        if not answer.calls:
            return
        self._said[_calls(one.call for one in answer.calls), Past(before).digest] = answer.message
        if len(self._said) > _REMEMBERED:
            self._said.popitem(last=False)

    def restored(self, messages: Iterable[Message]) -> tuple[Message, ...]:
        """``messages`` of an application with what its provider gave in the place of what repeats it."""
        past, out = Past(), []
        for message in messages:
            given = self._found(_calls(message.parts), past.digest)
            out.append(message if given is None else _in_its_words(given, message))
            past.add(out[-1])
        return tuple(out)

    def _found(self, calls: _Calls, before: bytes) -> Message | None:
        if (calls, before) in self._said:
            self._said.move_to_end((calls, before))
            return self._said[calls, before]
        if not calls or not all(map(_is_unlike_others, calls)):
            return None
        others = [message for (said, _), message in self._said.items() if said == calls]
        return others[0] if len(others) == 1 else None


def _is_unlike_others(call: _Call) -> bool:
    """Whether the id of a call is of one conversation alone: it was drawn, and not made of the tool's name."""
    call_id, name, _ = call
    return call_id is not None and name not in call_id and _RANDOM.search(call_id) is not None


def _in_its_words(given: Message, said: Message) -> Message:
    """What the provider gave, with the text that the application says."""
    own = [part for part in said.parts if isinstance(part, Text)]
    if _text(own) == _text(given.parts):
        return given
    kept = [part for part in given.parts if not isinstance(part, Text)]
    first = next(n for n, part in enumerate(kept) if isinstance(part, ToolCall))
    return msgspec.structs.replace(given, parts=(*kept[:first], *own, *kept[first:]))


def _calls(parts: Iterable[Part]) -> _Calls:
    return tuple((part.id, part.name, _given(part)) for part in parts if isinstance(part, ToolCall))


def _text(parts: Iterable[Part]) -> str:
    return "".join(part.text for part in parts if isinstance(part, Text))


def _given(call: ToolCall) -> str:
    """The arguments, in one spelling where they are an object: whoever parses them writes them otherwise.

    Those of a free-form call are told as they are, and said again as those of the function that stands for it.
    """
    if call.kind == "custom":
        return spelled({"input": call.arguments.text})
    return call.arguments.text if call.arguments.value is None else spelled(call.arguments.value)
