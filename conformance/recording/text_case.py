"""A case in a text format: a scripted answer, as a model writes it."""

import msgspec

from conformance import scenarios
from conformance.recording.cassette import CassetteName
from conformance.recording.text_answers import ScriptedAnswer, answer, scripted_answer
from conformance.standins.text_formats import CannotSay, Written, written


class TextCase(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A scenario in a text format. The ids of the case's checks begin with ``str(case)``.

    In the mode ``plain`` the adapter gets the whole text at once, and in the mode ``stream`` in pieces.
    """

    name: CassetteName
    written: Written
    """The text format in which the calls are written."""
    capability: str
    """The capability that the scenario is about."""
    scripted: ScriptedAnswer
    """The answer to the first request of the scenario."""
    text: str | CannotSay
    """The answer as text in this format. If the format cannot express the answer, the reason."""

    def __str__(self) -> str:
        return str(self.name)

    @property
    def text_format(self) -> str:
        """The name of the format."""
        return self.name.dialect

    @property
    def plain(self) -> bool:
        """True if the text arrives whole."""
        return self.name.mode == "plain"


def open_text_case(name: CassetteName) -> TextCase:
    """Make the case with this name. ``name.dialect`` is the name of a text format."""
    return TextCase(
        name=name,
        written=written()[name.dialect],
        capability=scenarios.load(name.scenario).capability,
        scripted=scripted_answer(name.scenario),
        text=answer(name.dialect, name.scenario),
    )
