"""Strategies for the parts of answers, in any dialect."""

from typing import Any

from hypothesis import strategies as st

from toolwire.dialects import arguments
from toolwire.model import ToolCall
from toolwire.wire import exact_json

TEXTS = st.text(min_size=1, max_size=30)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=4,
)
ARGUMENTS = st.dictionaries(TEXTS, VALUES, max_size=3).map(lambda args: arguments.from_text(exact_json.dumps(args)))


def calls(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[ToolCall]:
    """Return a strategy for calls with any name and arguments, and with the given other fields."""
    return st.builds(ToolCall, name=TEXTS, arguments=ARGUMENTS, **fields)
