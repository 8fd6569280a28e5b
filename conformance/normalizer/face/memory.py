"""What answers with calls had that an application's own dialect has no place for, such as signatures."""

import hashlib
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final, NamedTuple

from conformance.model import Message, Part, Text, ToolCall, to_builtins
from conformance.normalizer.face.answer import Answer
from conformance.wire import exact_json
from conformance.wire.spelling import spelled

_REMEMBERED: Final = 1024


class _Words(NamedTuple):
    """What the application was told, and says again: the text, and calls by id, name and arguments."""

    text: str
    calls: tuple[tuple[str | None, str, str], ...]

    @classmethod
    def of(cls, parts: Iterable[Part]) -> "_Words":
        said = tuple(parts)
        return cls(
            text="".join(part.text for part in said if isinstance(part, Text)),
            calls=tuple((part.id, part.name, _given(part)) for part in said if isinstance(part, ToolCall)),
        )


class Memory:
    """Puts answers back into requests that repeat them, as their provider gave them.

    Ids may be the same in two conversations, and whole answers too: what was said before tells them apart. A history
    that was shortened or edited has what is left of an answer only where nothing else was told in the same words.
    """

    def __init__(self) -> None:
        self._said: OrderedDict[tuple[_Words, bytes], Message] = OrderedDict()

    def keep(self, answer: Answer, before: Iterable[Message]) -> None:
        """``answer`` was told an application that had said what came ``before``, as its provider was told it."""
        if not answer.calls:
            return
        past = _Past()
        for message in before:
            past.add(message)
        told: list[Part] = [Text(text=answer.text), *(one.call for one in answer.calls)]
        self._said[_Words.of(told), past.digest] = answer.message
        if len(self._said) > _REMEMBERED:
            self._said.popitem(last=False)

    def restored(self, messages: Iterable[Message]) -> tuple[Message, ...]:
        """``messages`` of an application with what its provider gave in the place of what repeats it."""
        past, out = _Past(), []
        for message in messages:
            words = _Words.of(message.parts)
            out.append((self._found(words, past.digest) if words.calls else None) or message)
            past.add(out[-1])
        return tuple(out)

    def _found(self, words: _Words, before: bytes) -> Message | None:
        exactly = self._said.get((words, before))
        if exactly is not None:
            return exactly
        others = [message for (said, _), message in self._said.items() if said == words]
        return others[0] if len(others) == 1 else None


class _Past:
    """Everything that was said up to some message."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, message: Message) -> None:
        self._hash.update(exact_json.encode(to_builtins(message)))

    @property
    def digest(self) -> bytes:
        return self._hash.digest()


def _given(call: ToolCall) -> str:
    """The arguments, in one spelling where they are an object: whoever parses them writes them otherwise.

    Those of a free-form call are told as they are, and said again as those of the function that stands for it.
    """
    if call.kind == "custom":
        return spelled({"input": call.arguments.text})
    return call.arguments.text if call.arguments.value is None else spelled(call.arguments.value)
