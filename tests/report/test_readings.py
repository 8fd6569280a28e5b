import json

import pytest

from conformance.report.readings import as_stated

CALL = {"type": "tool_call", "id": "call_1", "name": "ping", "arguments": {"text": "{}", "form": "object", "value": {}}}
STATED = {"calls": [{"name": "ping", "arguments": "{}", "id": "call_1"}], "finish": "tool_calls"}


@pytest.mark.parametrize(
    ("read", "stated", "shown"),
    [
        ({"parts": [CALL], "finish": {"reason": "tool_calls"}, "usage": {"input_tokens": 3}}, STATED, STATED),
        ({"parts": [], "finish": {"reason": "stop"}}, STATED, {"calls": [], "finish": "stop"}),
        (
            {"parts": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "finish": {"reason": "stop"}},
            {"text": "ab"},
            {"text": "ab"},
        ),
        ({"parts": [{"type": "reasoning", "text": "hm"}], "finish": {"reason": "stop"}}, {}, {}),
        (
            {"parts": [{"type": "reasoning", "text": "hm"}], "finish": {"reason": "stop"}},
            {"reasoning": "well"},
            {"reasoning": "hm"},
        ),
        (
            {"parts": [CALL | {"complete": False}], "finish": {"reason": "length"}},
            {"finish": "length"},
            {"calls": [STATED["calls"][0] | {"complete": False}], "finish": "length"},
        ),
        ({"parts": [], "finish": {"reason": "stop"}}, {"parts": []}, {"parts": [], "finish": {"reason": "stop"}}),
        ({"tool_choice": "auto"}, {"tool_choice": "required"}, {"tool_choice": "auto"}),
    ],
    ids=["the same", "no call", "text", "reasoning unknown", "reasoning", "cut", "calls in text", "a request"],
)
def test_a_reading_has_the_form_of_the_stated_one(read, stated, shown):
    assert json.loads(as_stated(json.dumps(read), json.dumps(stated))) == shown


@pytest.mark.parametrize(
    ("read", "stated"), [("ValueError: no", "{}"), ('{"parts": [', "{}"), ('{"parts": []}', "cut")]
)
def test_what_is_no_document_stays_as_it_is(read, stated):
    assert as_stated(read, stated) == read


def test_numbers_keep_their_spelling():
    read = '{"parts": [], "finish": {"reason": "stop"}, "error": {"status": 4.00}}'
    assert as_stated(read, "{}") == '{"error":{"status":4.00}}'
