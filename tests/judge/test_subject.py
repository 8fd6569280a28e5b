"""Tests of the subjects of cases (a provider's dialect, or a text format), and of their ids."""

from typing import Final

import pytest

from conformance.judge.subject import Dialect, Subject, TextFormat, is_text, known_providers, subject_of
from conformance.recording import text_answers
from conformance.recording.cassette import CassetteName
from toolwire import providers

SUBJECTS: Final[dict[str, Subject]] = {
    "openai/openai_chat": Dialect("openai", "openai_chat"),
    "text/hermes": TextFormat("hermes"),
}


@pytest.mark.parametrize("spelled", SUBJECTS)
def test_a_subject_is_what_its_spelling_names(spelled: str) -> None:
    subject = SUBJECTS[spelled]
    assert str(subject) == "/".join(subject.spelling) == spelled
    assert subject_of(*subject.spelling) == subject
    assert CassetteName(*subject.spelling, "call-single", "plain").subject == subject


def test_text_stands_in_the_place_of_a_provider_and_is_none() -> None:
    assert not any(map(is_text, providers.names()))
    assert [name for name in known_providers() if name not in providers.names()] == [
        *filter(is_text, known_providers())
    ]
    assert any(map(is_text, known_providers()))


def test_calls_in_text_have_their_format_as_their_subject() -> None:
    assert all(name.subject == TextFormat(name.dialect) for name in text_answers.names())
