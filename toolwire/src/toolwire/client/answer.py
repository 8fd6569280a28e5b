"""An answer in the form that an application gets."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import msgspec

from toolwire.client import forms
from toolwire.client.call_ids import CallIds
from toolwire.client.checking import faults
from toolwire.client.control_characters import sanitised
from toolwire.client.note import Note
from toolwire.client.nulls import without_nulls
from toolwire.dialects.arguments import free_text
from toolwire.model import CustomTool, Message, Part, Reasoning, Response, Text, Tool, ToolCall, fresh, own_tools

Form = Literal["generic", "openai", "anthropic"]
_FORMS: Final = {"generic": forms.generic, "openai": forms.openai, "anthropic": forms.anthropic}


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """A call that arrived completely. The application may examine and run it."""

    call: ToolCall
    """The call. It has an id, except a legacy call (OpenAI's ``function_call``).

    Control characters are removed if ``sanitise`` of the ``Normalizer`` is true. Data that only the provider
    understands is left out. ``Answer.message`` contains this data, for the next request.
    """
    faults: tuple[Note, ...] = ()
    """The reasons why the call should not be run, for example arguments that do not fit the tool. Empty if there are
    none.
    """

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments as Python values. Raises ``Inexpressible`` if the arguments are not an object."""
        found: dict[str, Any] = forms.generic(self.call)["parameters"]
        return found

    def as_form(self, form: Form) -> dict[str, Any]:
        """Return the call as an object in the form ``generic``, ``openai`` or ``anthropic``.

        Raises ``ValueError`` for an unknown form. Raises ``Inexpressible`` if the form needs an object as arguments,
        but the call's arguments are not an object.
        """
        return _form_writer(form)(self.call)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A provider's answer, and the notes about it."""

    response: Response
    """The canonical response with all parts in their order. Each of its calls has an id, except legacy calls."""
    calls: tuple[Call, ...] = ()
    """The calls that arrived completely, in their order.

    The provider sent them as calls, or the model wrote them into its text.
    """
    notes: tuple[Note, ...] = ()
    """Notes about everything in the answer that was changed or is wrong. They include the faults of calls. A ``Chain``
    also adds the notes about the request.
    """

    @property
    def text(self) -> str:
        """The text for the user, joined from all text parts."""
        return "".join(part.text for part in self.response.parts if isinstance(part, Text))

    @property
    def reasoning(self) -> str:
        """The reasoning that the provider shows, joined from all parts."""
        return "".join(part.text for part in self.response.parts if isinstance(part, Reasoning))

    @property
    def message(self) -> Message:
        """The answer as an assistant's message, to append to the messages of the next request.

        The message keeps the data that the provider needs back, such as signatures. Cut calls are left out.
        """
        parts = tuple(part for part in self.response.parts if not isinstance(part, ToolCall) or part.complete)
        return fresh(Message(role="assistant", parts=parts, provider_data=self.response.provider_data))

    def calls_as(self, form: Form) -> list[dict[str, Any]]:
        """Return the calls without faults in the form ``form``. A call in the form ``generic`` has the keys
        ``tool_call_id``, ``tool_name`` and ``parameters``.

        Raises ``ValueError`` for an unknown form. Raises ``Inexpressible`` for a free-form call in a form other than
        ``openai``.
        """
        written = _form_writer(form)
        return [written(call.call) for call in self.calls if not call.faults]


def _form_writer(form: Form) -> Callable[[ToolCall], dict[str, Any]]:
    if form not in _FORMS:
        raise ValueError(f"unknown form of calls: {form!r}; expected one of: {', '.join(_FORMS)}")
    return _FORMS[form]


class Reader:
    """A reader that turns a single response into an application's answer.

    The reader gives each call an id, removes control characters from the call, and checks that the call fits the
    offered tools.
    """

    def __init__(self, tools: Sequence[Tool], ids: CallIds, *, sanitise: bool = True, free_form: bool = True) -> None:
        """Start a reader of the answer to a request that offers ``tools``.

        ``sanitise``: False leaves control characters in the calls. ``free_form``: False if the dialect has no free-form
        tools. The request then offered functions that replace the free-form tools, and the reader turns calls of these
        functions into free-form calls.
        """
        self._tools = tools
        self._replaced = {tool.name for tool in own_tools(tools) if isinstance(tool, CustomTool) and not free_form}
        self._ids = ids
        self._sanitise = sanitise
        self._given: dict[int, str | None] = {}
        """The ids of the calls so far. Each key is the index of the call among the answer's calls.

        A call that was returned before the answer was complete has the same id in the answer.
        """

    def call(self, call: ToolCall, place: int) -> Call:
        """Return a complete call as the application gets it. ``place`` is the index of the call among the answer's
        calls.
        """
        return self._handed(self._with_id(call, place), "")[0]

    def answer(self, response: Response, notes: Sequence[Note] = ()) -> Answer:
        """Return the application's answer for a response. ``notes`` are added to the notes of the answer."""
        parts: list[Part] = []
        calls: list[Call] = []
        found = [*notes]
        place = 0
        for n, part in enumerate(response.parts):
            if isinstance(part, ToolCall):
                where, sent = f"/parts/{n}", part.id
                part = self._with_id(part, place)
                place += 1
                if part.id != sent:
                    why = f"expected an id that no other call has, got {sent!r}: the call gets the id {part.id!r}"
                    found.append(Note(kind="generated", where=f"{where}/id", why=why))
                handed, call_notes = self._handed(part, where)
                found += call_notes
                if part.complete:
                    calls.append(handed)
            parts.append(part)
        whole = msgspec.structs.replace(response, parts=tuple(parts))
        return Answer(response=whole, calls=tuple(calls), notes=tuple(found))

    def _with_id(self, call: ToolCall, place: int) -> ToolCall:
        if call.kind == "legacy":  # legacy calls have no ids: their results are paired by name
            return call
        if place not in self._given:
            self._given[place] = self._ids.of(call.id, call.name, place)
        return msgspec.structs.replace(call, id=self._given[place])

    def _handed(self, call: ToolCall, where: str) -> tuple[Call, list[Note]]:
        """Return the call in the form that the application gets, and all notes about the call."""
        bare = self._free_form(msgspec.structs.replace(call, provider_data={}, carried=None))
        clean, done = sanitised(bare, where) if self._sanitise else (bare, ())
        ready, nulls = without_nulls(clean, self._tools, where)
        wrong = tuple(faults(ready, self._tools, where))
        return Call(call=ready, faults=wrong), [*done, *nulls, *wrong]

    def _free_form(self, call: ToolCall) -> ToolCall:
        """Return a call of a function that replaces a free-form tool as a call of this free-form tool. Return any other
        call unchanged.
        """
        match call.arguments.value:
            case {"input": str(text), **more} if call.name in self._replaced and not more:
                return msgspec.structs.replace(call, kind="custom", arguments=free_text(text))
        return call
