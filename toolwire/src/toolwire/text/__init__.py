"""Calls that models write into their text: one module for each format, which reads and writes them.

``parse`` reads a whole answer, ``TextStream`` one that is still arriving. Both take the format, one of ``FORMATS``.
"""

from toolwire.text.format import Opening, Tags, TextFormat
from toolwire.text.formats import FORMATS
from toolwire.text.json_lists import sentinel
from toolwire.text.parsing import Parsed, parse
from toolwire.text.stream import TextStream

__all__ = ["FORMATS", "Opening", "Parsed", "Tags", "TextFormat", "TextStream", "parse", "sentinel"]
