"""The questions of readers who choose a provider, and the marks that answer these questions."""

from typing import Final

import msgspec

from conformance.judge.subject import Dialect
from conformance.report.mark import Marks
from conformance.report.matrix import Cell, Column, Matrix

QUESTIONS: Final[dict[str, str]] = {
    "parallel": "parallel-calls",
    "streamed call": "single-call",
    "forced choice": "choice-required",
    "strict": "strict-tools",
    "results": "results",
    "reasoning": "reasoning-with-calls",
}
"""The capability that answers each question."""
_STREAMED: Final = "streamed call"
"""The question whose answer depends only on streamed answers."""
PROVIDERS: Final = (
    Dialect("openai", "openai_chat"),
    Dialect("openai", "openai_responses"),
    Dialect("anthropic", "anthropic_messages"),
    Dialect("gemini", "gemini_generate"),
    Dialect("mistral", "mistral_chat"),
    Dialect("cohere", "cohere_v2"),
    Dialect("bedrock", "bedrock_converse"),
    Dialect("azure", "openai_chat"),
    Dialect("vertex", "gemini_generate"),
    Dialect("deepseek", "openai_chat"),
    Dialect("xai", "openai_chat"),
    Dialect("groq", "openai_chat"),
    Dialect("openrouter", "openai_chat"),
    Dialect("together", "openai_chat"),
    Dialect("fireworks", "openai_chat"),
    Dialect("moonshot", "openai_chat"),
    Dialect("ollama", "ollama_chat"),
    Dialect("llamacpp", "openai_chat"),
    Dialect("vllm", "openai_chat"),
    Dialect("sglang", "openai_chat"),
)
"""The best-known providers, in the order of the table."""


class Row(msgspec.Struct, frozen=True):
    """A provider, and the answer to each question."""

    column: Column
    answers: tuple[Marks, ...]


def rows(matrix: Matrix) -> tuple[Row, ...]:
    """Return a row for each of the best-known providers that has a column in the matrix."""
    places = {column.subject: n for n, column in enumerate(matrix.columns)}
    cells = {row.capability: row.cells for row in matrix.rows}
    return tuple(
        Row(
            matrix.columns[places[subject]],
            tuple(
                _answer(question, cells[capability][places[subject]]) if capability in cells else Marks()
                for question, capability in QUESTIONS.items()
            ),
        )
        for subject in PROVIDERS
        if subject in places
    )


def _answer(question: str, cell: Cell) -> Marks:
    return Marks(stream=cell.marks.stream) if question == _STREAMED else cell.marks
