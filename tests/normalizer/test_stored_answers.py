"""Tests of requests that continue an answer or a conversation that the provider stores."""

import pytest

from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.model import Message, Request, Text, ToolResult, fresh
from toolwire.wire import exact_json

KEYS = {"openai_responses": "previous_response_id", "gemini_interactions": "previous_interaction_id"}
BASE = "https://host.example/v1"
RESULT = Message(role="tool", parts=(ToolResult(call_id="call_1", name="f", parts=(Text(text="noon"),)),))
ASKED = Request(model="m", messages=(RESULT,), continues="answer_1")
IN_CONVERSATION = Request(model="m", messages=(RESULT,), conversation="conv_1")


@pytest.mark.parametrize(("name", "key"), KEYS.items(), ids=KEYS)
def test_the_id_of_a_stored_answer_is_written_and_read(name: str, key: str) -> None:
    written = dialect(name).write_request(ASKED, BASE)
    assert exact_json.loads(written.body)[key] == "answer_1"
    read = dialect(name).read_request(written)
    assert read.continues == "answer_1"
    assert [message.role for message in fresh(read).messages] == ["tool"]


@pytest.mark.parametrize("value", [None, "", 7], ids=["null", "empty", "number"])
@pytest.mark.parametrize(("name", "key"), KEYS.items(), ids=KEYS)
def test_other_values_of_the_key_stay_unread(name: str, key: str, value: object) -> None:
    written = dialect(name).write_request(ASKED, BASE)
    body = exact_json.loads(written.body) | {key: value}
    changed = written.__class__(url=written.url, body=exact_json.encode(body), headers=written.headers)
    read = dialect(name).read_request(changed)
    assert read.continues is None
    assert exact_json.loads(dialect(name).write_request(read, BASE).body) == body


@pytest.mark.parametrize("name", sorted({*DIALECTS} - {*KEYS}))
def test_a_dialect_without_stored_answers_refuses_to_continue_them(name: str) -> None:
    with pytest.raises(Inexpressible, match=f"{name} has no stored answers, but the request continues 'answer_1'"):
        dialect(name).write_request(ASKED, BASE)


@pytest.mark.parametrize("value", ["conv_1", {"id": "conv_1"}, {"id": "conv_1", "kept": True}])
def test_the_id_of_a_conversation_is_read_and_written_as_it_was(value: object) -> None:
    responses = dialect("openai_responses")
    written = responses.write_request(IN_CONVERSATION, BASE)
    assert exact_json.loads(written.body)["conversation"] == "conv_1"
    body = exact_json.loads(written.body) | {"conversation": value}
    read = responses.read_request(written.__class__(url=written.url, body=exact_json.encode(body), headers={}))
    assert read.conversation == "conv_1"
    assert exact_json.loads(responses.write_request(read, BASE).body) == body
    assert responses.read_request(responses.write_request(fresh(read), BASE)).conversation == "conv_1"


@pytest.mark.parametrize("value", [None, "", 7, {}, {"id": None}, {"id": ""}])
def test_other_values_of_a_conversation_stay_unread(value: object) -> None:
    responses = dialect("openai_responses")
    written = responses.write_request(IN_CONVERSATION, BASE)
    body = exact_json.loads(written.body) | {"conversation": value}
    read = responses.read_request(written.__class__(url=written.url, body=exact_json.encode(body), headers={}))
    assert read.conversation is None
    assert exact_json.loads(responses.write_request(read, BASE).body) == body


@pytest.mark.parametrize("name", sorted({*DIALECTS} - {"openai_responses"}))
def test_a_dialect_without_conversations_refuses_to_continue_them(name: str) -> None:
    with pytest.raises(Inexpressible, match=f"{name} has no stored conversations, but the request is in 'conv_1'"):
        dialect(name).write_request(IN_CONVERSATION, BASE)
