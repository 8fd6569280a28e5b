"""Calls that models write into their text. Each module reads and writes one format, or several related formats.

``parse`` reads a whole answer, and ``TextStream`` reads an answer that is still arriving. Both take a format, such as
those in ``FORMATS``.
"""

from toolwire.text.format import Opening, Tags, TextFormat
from toolwire.text.formats import FORMATS
from toolwire.text.json_lists import sentinel
from toolwire.text.parsing import Parsed, parse
from toolwire.text.stream import TextStream

__all__ = ["FORMATS", "Opening", "Parsed", "Tags", "TextFormat", "TextStream", "parse", "sentinel"]
