"""Calls that models write into their text, read and written: one module for each format.

``parse`` reads a whole answer, ``TextStream`` one that is still arriving; both are told the format, one of ``FORMATS``.
"""

from conformance.normalizer.text.format import Opening, Tags, TextFormat
from conformance.normalizer.text.formats import FORMATS
from conformance.normalizer.text.json_lists import sentinel
from conformance.normalizer.text.parsing import Parsed, parse
from conformance.normalizer.text.stream import TextStream

__all__ = ["FORMATS", "Opening", "Parsed", "Tags", "TextFormat", "TextStream", "parse", "sentinel"]
