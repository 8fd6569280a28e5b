"""Tests that a failure of an adapter appears in the matrix, but not as a failure of the provider."""

from conformance.adapters.broken import FirstCallOnly
from conformance.judge.result import Results
from conformance.recording.case import open_case
from conformance.report import matrix
from conformance.report.mark import Works
from conformance.suite.cases import cassettes
from conformance.suite.verdicts import judge


def test_first_call_only_is_red_in_the_matrix() -> None:
    adapter = FirstCallOnly()
    names = [name for scenario in ("call-parallel", "call-single") for name in cassettes("openai", scenario)]
    results = tuple(
        result for name in names if name.dialect == "openai_chat" for result in judge(open_case(name), adapter)
    )
    built = matrix.build(Results(adapter=adapter.name, results=results))
    column = next(n for n, column in enumerate(built.columns) if column.dialect == "openai_chat")
    cells = {row.capability: row.cells[column] for row in built.rows}
    lost, whole = cells["parallel-calls"], cells["single-call"]
    assert lost.handled is not None
    assert lost.handled.marks.sign == "✗"
    assert "openai/openai_chat/call-parallel/stream/calls" in lost.handled.failing
    assert isinstance(lost.marks.plain, Works)
    assert whole.handled is not None
    assert whole.handled.marks.sign == "✓"
