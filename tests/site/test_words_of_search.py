"""Tests that the search words in ``words.yaml`` belong to existing capabilities, providers and libraries."""

import pytest

from conformance.report.adapters import read
from conformance.scenarios import capabilities
from conformance.site.words import words
from tests.doors.site.conftest import LIBRARIES
from toolwire.providers import load_all


def test_every_capability_has_words_and_no_other():
    assert words().capabilities.keys() == capabilities().keys()


@pytest.mark.parametrize("name", words().names)
def test_other_names_are_those_of_a_provider_or_library(name):
    assert name in {*load_all(), *(library.name for library in read(LIBRARIES)), "reference"}


def test_a_spelling_belongs_to_one_word():
    spellings = [other for others in words().spellings.values() for other in others]
    assert len(spellings) == len(set(spellings))
    assert not {*spellings} & words().spellings.keys()


def test_no_word_of_a_capability_or_name_is_ignored():
    known = {word for others in (*words().capabilities.values(), *words().names.values()) for word in others}
    assert not known & {*words().ignored.split()}
