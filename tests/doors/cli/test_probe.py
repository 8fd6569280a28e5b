"""Tests of ``conformance probe`` with endpoints on loopback: right endpoints, wrong endpoints, and other servers."""

import json
import re
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from conformance.judge.exit_codes import Exit
from conformance.probe import endpoint
from conformance.recording import live
from conformance.recording.background import Background
from conformance.recording.loopback import serving
from conformance.standins import Answer, Chunk, Ids, Turn, TurnCall, stand_in
from tests.doors.raw import raw
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

PATHS = {
    "/v1/chat/completions": "openai_chat",
    "/v1/responses": "openai_responses",
    "/v1/messages": "anthropic_messages",
    "/api/chat": "ollama_chat",
}
WEATHER = Turn.usual(calls=(TurnCall(name="get_weather", arguments='{"city": "Berlin"}'),))
TALK = Turn.usual(text="I cannot do that.")
KEY = "sk-planted-0123456789abcdef"
Serve = Callable[..., AbstractContextManager[str]]
Run = Any


def plain(status: int, body: str, content_type: str = "application/json") -> Answer:
    return Answer(
        status=status, headers={"content-type": content_type}, chunks=(Chunk(0, body.encode()),), expected=None
    )


class Speaker:
    """An endpoint that speaks some dialects. Its model always gives the same answer."""

    def __init__(self, *dialects: str, turn: Turn = WEATHER, key: str | None = None) -> None:
        self.dialects = dialects
        self.turn = turn
        self.key = key
        self.asked: list[WireRequest] = []

    def __call__(self, request: WireRequest) -> Answer:
        self.asked.append(request)
        path = "/" + request.url.split("/", 3)[3]
        if PATHS.get(path) not in self.dialects:
            return plain(404, '{"error": {"message": "no such path"}}')
        if self.key is not None and self.key not in request.headers.get("authorization", ""):
            return plain(401, '{"error": {"message": "no key", "type": "auth", "param": null, "code": null}}')
        turn = self.turn if "tools" in exact_json.loads(request.body) else TALK
        return stand_in(PATHS[path]).answer(request, turn, Ids("probe", len(self.asked)))


def options(url: str, *more: str) -> list[str]:
    return ["probe", "--base-url", url, "--model", "m", *more]


def test_one_that_does_right(conformance: Run) -> None:
    with serving(Speaker("openai_chat")) as url:
        ran = conformance(*options(f"{url}/v1", "--scenario", "call-single"))
    assert ran.exit_code == Exit.CONFORMANT, ran.output
    assert "found openai_chat: " in ran.stdout
    assert "conformant (exit code 0)" in ran.stdout


@pytest.mark.parametrize("path", ["", "/v1", "/v1/"])
def test_dialects_are_found_wherever_they_are_usual(path: str, conformance: Run) -> None:
    with serving(Speaker("openai_chat", "anthropic_messages", "ollama_chat")) as url:
        ran = conformance(*options(f"{url}{path}", "--scenario", "call-single", "--format", "json"))
    assert [entry["dialect"] for entry in json.loads(ran.stdout)["dialects"]] == [
        "openai_chat", "anthropic_messages", "ollama_chat",
    ]  # fmt: skip


def test_an_answer_in_the_background_is_fetched(conformance: Run) -> None:
    server, methods = Background(Speaker("openai_responses")), list[str]()

    def answer(request: WireRequest) -> Answer:
        methods.append(request.method)
        return server.answer(request)

    with serving(answer) as url:
        ran = conformance(*options(f"{url}/v1", "--scenario", "call-in-background", "--format", "json"))
    outcomes = json.loads(ran.stdout)["outcomes"]
    case = "endpoint/openai_responses/call-in-background"
    assert outcomes[f"{case}/plain/response-schema"] == outcomes[f"{case}/stream/answer-rules"] == "pass"
    assert outcomes[f"{case}/plain/predicates"] == "not-observed"  # the second answer has a call, too
    assert methods.count("GET") == 2


def test_what_the_model_did_not_do_is_not_observed(conformance: Run) -> None:
    with serving(Speaker("openai_chat", turn=TALK)) as url:
        ran = conformance(*options(url, "--scenario", "call-single,call-parallel", "--format", "json"))
    assert ran.exit_code == Exit.NOTHING_JUDGED, ran.output
    outcomes = json.loads(ran.stdout)["outcomes"]
    assert outcomes["endpoint/openai_chat/call-single/plain/predicates"] == "not-observed"
    assert outcomes["endpoint/openai_chat/call-single/plain/response-schema"] == "pass"


@pytest.mark.parametrize(
    ("scenarios", "last", "code"),
    [
        ("call-parallel", "nothing was judged: 2 cases not observed (exit code 5)", Exit.NOTHING_JUDGED),
        ("call-single,call-parallel", "conformant; 2 cases not observed (exit code 0)", Exit.CONFORMANT),
    ],
)
def test_the_last_line_counts_cases_that_were_not_observed(
    scenarios: str, last: str, code: Exit, conformance: Run
) -> None:
    with serving(Speaker("openai_chat")) as url:
        ran = conformance(*options(url, "--scenario", scenarios))
    assert (ran.exit_code, ran.stdout.splitlines()[-1]) == (code, last)


def test_exchanges_without_failures_and_the_legend_of_a_narrow_table(conformance: Run) -> None:
    with serving(Speaker("openai_chat")) as url:
        text = conformance(*options(url, "--scenario", "call-single", "--exchanges")).stdout
    assert text.startswith(f"m at {url}\n")
    assert "No check fails, so --exchanges has no exchange to show.\n" in text
    assert "u refused by the endpoint  ? not observed: the model did something else\n" in text
    assert "Checks: 3 not-applicable, 11 pass." in text


def test_a_refusal_of_the_first_request_shows_an_endpoint(conformance: Run) -> None:
    speaker = Speaker("openai_chat")

    def answer(request: WireRequest) -> Answer:
        return speaker(request) if "tools" in exact_json.loads(request.body) else plain(400, '{"error": "no tools"}')

    with serving(answer) as url:
        asked = (*options(f"{url}/v1", "--dialect", "openai_chat"), "endpoint/openai_chat/call-single/plain")
        text, markdown = (conformance(*asked, "--format", kind).stdout for kind in ("text", "markdown"))
    found = f"found openai_chat: --dialects names the dialect, and {url}/v1/chat/completions answers"
    refusal = "The endpoint refused the first short request, which is no failure: 400: no tools"
    assert f"{found} requests. {refusal}\n" in text
    assert all("An empty cell: no case of the capability was judged" in shown for shown in (text, markdown))
    assert " not-applicable, " in text
    assert "\nnot-applicable: the case has nothing that the check could judge.\n" in text


def test_a_table_without_empty_cells_has_no_explanation_of_them(conformance: Run) -> None:
    with serving(Speaker("openai_chat")) as url:
        text = conformance(*options(url, "--scenario", "call-single")).stdout
    assert "An empty cell" not in text


def test_a_choice_that_is_ignored(conformance: Run) -> None:
    with serving(Speaker("openai_chat")) as url:
        ran = conformance(*options(url, "--scenario", "choice-named"))
        assert ran.exit_code == Exit.NOT_CONFORMANT
        assert "expected calls to get_time alone, got get_weather" in ran.stdout
        assert "came back:" not in ran.stdout
        again = next(line for line in ran.stdout.splitlines() if "again: conformance probe" in line)
        alone = conformance(*again.split("again: conformance ")[1].split())
    assert "came back:" in alone.stdout
    assert "1 fail, " in alone.stdout


def test_formats(conformance: Run) -> None:
    with serving(Speaker("openai_chat")) as url:
        shown = {
            kind: conformance(*options(url, "--scenario", "choice-named,call-single", "--format", kind)).stdout
            for kind in ("json", "junit", "markdown")
        }
    document = json.loads(shown["json"])
    assert document["code"] == Exit.NOT_CONFORMANT
    assert document["table"][0] == {
        "capability": "single-call", "title": "One call", "openai_chat/plain": "pass", "openai_chat/stream": "pass",
    }  # fmt: skip
    assert {failure["id"] for failure in document["failed"]} == {
        f"endpoint/openai_chat/choice-named/{mode}/predicates" for mode in ("plain", "stream")
    }
    junit = ElementTree.fromstring(shown["junit"])
    assert len(junit.findall(".//failure")) == 2
    assert "not-applicable" in {skipped.attrib["message"] for skipped in junit.iter("skipped")}
    assert "| A named tool must be called | ✗ | ✗ |" in shown["markdown"]


def test_the_key_is_sent_and_never_shown(conformance: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONFORMANCE_PROBE_KEY", KEY)
    with serving(Speaker("openai_chat", key=KEY)) as url:
        right = conformance(*options(url, "--scenario", "choice-named", "--exchanges"))
        monkeypatch.delenv("CONFORMANCE_PROBE_KEY")
        none = conformance(*options(url))
    assert "found openai_chat" in right.stdout
    assert KEY not in right.output + right.stderr
    assert none.exit_code == Exit.UNREADABLE
    assert "401: no key" in none.stderr


@pytest.mark.parametrize("key", [KEY, "hunter2pass"], ids=["long", "short"])
@pytest.mark.parametrize("kind", ["text", "json", "markdown", "junit"])
@pytest.mark.parametrize("status", [400, 401, 500])
def test_a_key_that_is_sent_back_is_not_shown(
    status: int, kind: str, key: str, conformance: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONFORMANCE_PROBE_KEY", key)
    speaker = Speaker("openai_chat")

    def answer(request: WireRequest) -> Answer:
        message = f"{'x' * 150} {request.headers['authorization']} is wrong"
        error = json.dumps({"error": {"message": message, "type": "auth", "param": None, "code": None}})
        return plain(status, error) if "tools" in exact_json.loads(request.body) else speaker(request)

    with serving(answer) as url:
        more = ("--dialect", "openai_chat", "--exchanges", "--format", kind)
        ran = conformance(*options(url, "--scenario", "call-single", *more))
    assert "xxx" in ran.output + ran.stderr or (status, kind) == (400, "json")
    assert key[:10] not in ran.output + ran.stderr


def test_a_placeholder_in_place_of_a_key_is_named(conformance: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONFORMANCE_PROBE_KEY", "EMPTY")
    with serving(Speaker("openai_chat")) as url:
        ran = conformance(*options(url, "--dialect", "openai_chat", "--scenario", "call-single"))
    assert ran.exit_code == Exit.CONFORMANT
    assert "the key has fewer than 8 characters, so it counts as a placeholder" in ran.stderr


@pytest.mark.parametrize("proxy", ["http://bob:Zq81kk/W9x@127.0.0.1:9", "foo://127.0.0.1:9"])
def test_a_proxy_that_cannot_be_used_is_named_without_its_password(
    proxy: str, conformance: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", proxy)
    ran = conformance(*options("http://127.0.0.1:9/v1"))
    assert ran.exit_code == Exit.USAGE
    assert "the proxy of HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or a host of NO_PROXY, cannot be used" in ran.stderr
    assert "Zq81" not in ran.stderr


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "SSLKEYLOGFILE"])
def test_a_file_for_encryption_that_cannot_be_used_is_named(
    variable: str, conformance: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(variable, str(tmp_path / "missing" / "file"))
    ran = conformance(*options("http://127.0.0.1:9/v1"))
    assert (ran.exit_code, variable in ran.stderr) == (Exit.USAGE, True), ran.stderr


@pytest.mark.parametrize(
    "secret",
    [
        "-----BEGIN OPENSSH PRIVATE KEY-----\\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ\\n",
        "aws_secret_access_key=q8Zr2Lw9Xk4Vt7Yb1Nc6Md3Jf5Hg0PsUeRaTiOoB",
        "Cookie: session=q8Zr2Lw9Xk4Vt7Yb1Nc6Md3Jf5Hg0Ps",
        "password=q8Zr2Lw9Xk4Vt7Yb",
        "https://user:q8Zr2Lw9Xk4Vt7Yb@db.example/",
    ],
    ids=["private-key", "aws", "cookie", "password", "address"],
)
@pytest.mark.parametrize("place", ["error", "arguments"])
def test_a_credential_in_an_exchange_is_not_shown(place: str, secret: str, conformance: Run) -> None:
    call = TurnCall(name="get_time", arguments=json.dumps({"city": secret}))
    speaker = Speaker("openai_chat", turn=Turn.usual(calls=(call,)))
    error = json.dumps({"error": {"message": secret, "type": "server", "param": None, "code": None}})

    def answer(request: WireRequest) -> Answer:
        return plain(500, error) if place == "error" and b"tools" in request.body else speaker(request)

    with serving(answer) as url:
        ran = conformance(*options(url, "--dialect", "openai_chat", "--scenario", "call-single", "--exchanges"))
    assert ("500" if place == "error" else "get_time") in ran.output + ran.stderr
    assert not re.search("q8Zr2Lw9Xk4Vt7Yb|b3BlbnNzaC1rZXkt", ran.output + ran.stderr)


def test_a_key_in_a_redirect_is_not_shown(conformance: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONFORMANCE_PROBE_KEY", KEY)
    elsewhere = msgspec.structs.replace(plain(307, ""), headers={"location": f"http://127.0.0.1:1/{KEY}/chat"})
    with serving(lambda _: elsewhere) as url:
        ran = conformance(*options(url))
    assert "redirects to" in ran.stderr
    assert KEY not in ran.output + ran.stderr


@pytest.mark.parametrize("kind", ["text", "json", "markdown", "junit"])
@pytest.mark.parametrize(
    "written", [KEY[::-1], "-".join(KEY), f"ghp_{'Zk3Qw9Lp' * 4}x7Yz"], ids=["back", "apart", "other"]
)
@pytest.mark.parametrize("header", ["location", "content-encoding"])
def test_a_key_in_a_header_of_a_later_answer_is_not_shown(
    header: str, written: str, kind: str, conformance: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONFORMANCE_PROBE_KEY", KEY)
    speaker = Speaker("openai_chat")
    value = f"http://127.0.0.1:1/{written}" if header == "location" else written
    elsewhere = msgspec.structs.replace(plain(307 if header == "location" else 200, "{}"), headers={header: value})

    def answer(request: WireRequest) -> Answer:
        return elsewhere if b"tools" in request.body or "chat/completions" not in request.url else speaker(request)

    with serving(answer) as url:
        ran = conformance(*options(url, "--scenario", "call-single", "--format", kind))
    assert ("redirects to" if header == "location" else "has the encoding") in ran.stdout
    assert written not in ran.output + ran.stderr


def test_a_secret_with_half_a_character_is_not_shown(conformance: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONFORMANCE_PROBE_KEY", KEY)
    speaker = Speaker("openai_chat")
    error = f'{{"error": {{"message": "{KEY[:20]}\\ud800, password: Hunter2\\ud800xQw9"}}}}'

    def answer(request: WireRequest) -> Answer:
        return plain(400, error) if b"tools" in request.body else speaker(request)

    with serving(answer) as url:
        ran = conformance(*options(url, "--scenario", "call-single", "--exchanges"))
    assert "call-single" in ran.stdout
    assert "Hunter2" not in ran.output + ran.stderr
    assert KEY[:20] not in ran.output + ran.stderr


def test_the_key_of_a_provider(conformance: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(Speaker("openai_chat", key=KEY)) as url:
        ran = conformance(
            *options(url, "--provider", "openai", "--scenario", "call-single", "--dialect", "openai_chat")
        )
    assert ran.exit_code == Exit.CONFORMANT, ran.output


def test_beyond_this_machine_there_is_a_key_and_no_plain_http(
    conformance: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CONFORMANCE_PROBE_KEY", raising=False)
    without = conformance(*options("http://models.example/v1"))
    assert (without.exit_code, "CONFORMANCE_PROBE_KEY" in without.stderr) == (Exit.USAGE, True)
    monkeypatch.setenv("CONFORMANCE_PROBE_KEY", KEY)
    unsafe = conformance(*options("http://models.example/v1"))
    assert unsafe.exit_code == Exit.UNREADABLE
    assert unsafe.stderr.count("only over https") == 1
    assert KEY not in unsafe.stderr


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (plain(200, "<!doctype html><p>Hello", "text/html"), "a web page"),
        (plain(200, '{"hello": "world"}'), "200, but not in the shape of "),
        (plain(404, '{"error": {"message": "model m not found"}}'), "404: model m not found"),
        (plain(429, '{"error": {"message": "slow down"}}'), "429: slow down"),
    ],
    ids=["web page", "other document", "unknown model", "too many requests"],
)
def test_where_nothing_is_spoken(answer: Answer, message: str, conformance: Run) -> None:
    with serving(lambda _: answer) as url:
        ran = conformance(*options(url))
    assert ran.exit_code == Exit.UNREADABLE
    assert message in ran.stderr
    assert f"{url}/chat/completions (openai_chat), and " in ran.stderr
    assert "speaks no known dialect: the lines above list what was tried. Correct --base-url or --model" in ran.stderr


def refusing(status: int, *, elsewhere: int | None = None, kind: str = "application/json") -> Callable[..., Answer]:
    """Return an endpoint that refuses requests. ``elsewhere``: its status at all addresses but that of openai_chat."""
    body = {"error": {"message": "bad key", "type": "invalid_request_error", "param": None, "code": None}}
    text = json.dumps(body) if kind == "application/json" else "<!doctype html><p>Sign in"

    def answer(request: WireRequest) -> Answer:
        if elsewhere is None or request.url.endswith("/v1/chat/completions"):
            return plain(status, text, kind)
        return plain(elsewhere, '{"detail": "Not Found"}')

    return answer


@pytest.mark.parametrize(
    ("endpoint_", "line"),
    [
        (refusing(401), "/v1/chat/completions (openai_chat), and 17 more addresses: 401: bad key"),
        (refusing(403, elsewhere=404), "/v1/chat/completions (openai_chat): 403: bad key"),
        (refusing(401, kind="text/html"), "(openai_chat), and 17 more addresses: got a web page (status 401)."),
    ],
    ids=["everywhere", "at a single address", "web page"],
)
@pytest.mark.parametrize("key", [KEY, None], ids=["wrong key", "no key"])
@pytest.mark.parametrize("provider", ["openai", None])
def test_where_a_key_is_wanted(
    provider: str | None,
    key: str | None,
    endpoint_: Callable[..., Answer],
    line: str,
    conformance: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    variable = "CONFORMANCE_PROBE_KEY" if provider is None else "OPENAI_API_KEY"
    monkeypatch.setenv(variable, key) if key else monkeypatch.delenv(variable, raising=False)
    with serving(endpoint_) as url:
        ran = conformance(*options(f"{url}/v1", *(("--provider", provider) if provider else ())))
    assert ran.exit_code == Exit.UNREADABLE
    wrong = f"refuses the key in the variable {variable}: correct the key, --base-url or --model"
    assert ran.stderr.endswith(f"/v1 {wrong if key else f'wants a key: set the variable {variable}'}\n")
    assert (line.replace("17", "3") if provider else line) in ran.stderr


def test_a_provider_without_keys_whose_endpoint_wants_a_key(conformance: Run) -> None:
    with serving(refusing(401)) as url:
        ran = conformance(*options(url, "--provider", "ollama"))
    assert "wants a key, but ollama has none: correct --provider or --base-url\n" in ran.stderr


def test_answers_that_differ_only_in_their_address_are_a_line(conformance: Run) -> None:
    def answer(request: WireRequest) -> Answer:
        return plain(404, json.dumps({"error": f"Cannot POST /{request.url.split('/', 3)[3]}"}))

    with serving(answer) as url:
        ran = conformance(*options(f"{url}/v1"))
    first, last = ran.stderr.splitlines()
    assert first == (
        f"conformance: {url}/v1/chat/completions (openai_chat), and 17 more addresses: "
        "404: Cannot POST /v1/chat/completions"
    )
    assert "speaks no known dialect" in last


def test_where_nobody_answers(conformance: Run) -> None:
    with serving(Speaker()) as url:
        pass
    ran = conformance(*options(url))
    assert ran.exit_code == Exit.UNREADABLE
    assert ran.stderr == (
        f"conformance: {url}/chat/completions: Connection refused. Start the endpoint, or correct --base-url\n"
    )


def test_where_nothing_can_be_written_nothing_is_asked(conformance: Run, tmp_path: Path) -> None:
    speaker = Speaker("openai_chat")
    with serving(speaker) as url:
        ran = conformance(*options(url, "--output", str(tmp_path)))
    assert (ran.exit_code, ran.stderr.count(f"{tmp_path}: cannot be written: ")) == (Exit.UNREADABLE, 1)
    assert not speaker.asked


def test_where_no_tls_is_spoken(conformance: Run) -> None:
    with serving(Speaker("openai_chat")) as url:
        ran = conformance(*options(url.replace("http:", "https:")))
    assert ran.exit_code == Exit.UNREADABLE
    assert ran.stderr.count("\n") == 1


def test_an_error_of_the_server_and_a_stream_that_breaks_off(conformance: Run) -> None:
    speaker = Speaker("openai_chat")

    def answer(request: WireRequest) -> Answer:
        given, asked = speaker(request), exact_json.loads(request.body)
        if "tools" in asked and asked.get("stream"):
            return msgspec.structs.replace(given, chunks=given.chunks[:-3])
        return plain(500, "Internal error", "text/plain") if "tools" in asked else given

    with serving(answer) as url:
        ran = conformance(*options(url, "--scenario", "call-single", "--format", "json"))
    found = {failure["id"]: failure["findings"][0]["message"] for failure in json.loads(ran.stdout)["failed"]}
    case = "endpoint/openai_chat/call-single"
    assert found[f"{case}/plain/served"].startswith("500, an error of the server's own")
    assert found[f"{case}/stream/served"] == "the answer broke off: nothing marks its end"


def changed(speaker: Speaker, was: bytes, to: bytes) -> Callable[[WireRequest], Answer]:
    """Return the endpoint with ``was`` replaced by ``to`` in its answers to requests with tools."""

    def answer(request: WireRequest) -> Answer:
        given = speaker(request)
        if "tools" not in exact_json.loads(request.body):
            return given
        chunks = tuple(msgspec.structs.replace(chunk, data=chunk.data.replace(was, to)) for chunk in given.chunks)
        return msgspec.structs.replace(given, chunks=chunks)

    return answer


@pytest.mark.parametrize("dialect", ["openai_chat", "mistral_chat"])
def test_events_that_come_as_json_are_judged_and_not_passed(
    dialect: str, conformance: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PATHS, "/v1/chat/completions", dialect)
    speaker = Speaker(dialect)

    def answer(request: WireRequest) -> Answer:
        return msgspec.structs.replace(speaker(request), headers={"content-type": "application/json"})

    with serving(answer) as url:
        chosen = ("--scenario", "call-single", "--dialect", dialect, "--format", "json")
        outcomes = json.loads(conformance(*options(url, *chosen)).stdout)["outcomes"]
    case = f"endpoint/{dialect}/call-single"
    assert (outcomes[f"{case}/plain/answer-rules"], outcomes[f"{case}/stream/answer-rules"]) == (
        "not-applicable",
        "warn",
    )
    assert outcomes[f"{case}/stream/predicates"] == "pass"


def test_a_failure_behind_many_rows_is_counted(conformance: Run) -> None:
    two = Turn.usual(calls=(*WEATHER.calls, TurnCall(name="get_time", arguments='{"city": "Berlin"}')))
    answer = changed(Speaker("openai_chat", turn=two), b'"tool_calls":[{"index":1', b'"tool_calls":[{"index":0')
    asked = ("--scenario", "call-single,call-parallel,call-with-text,choice-named", "--dialect", "openai_chat")
    with serving(answer) as url:
        text, markdown, machine = (
            conformance(*options(url, *asked, "--format", kind)).stdout for kind in ("text", "markdown", "json")
        )
        single = conformance(*options(url, *asked[:1], "call-single,call-parallel", *asked[2:])).stdout
    counted = "streamed: 2 failures in 4 rows (✗); in 3 of them nothing fails but"
    case = "endpoint/openai_chat/call-parallel/stream/answer-rules"
    assert f"openai_chat, {counted} {case}\n" in text
    assert f"`openai_chat`, {counted} `{case}`\n" in markdown
    assert json.loads(machine)["behind"] == [
        {"dialect": "openai_chat", "mode": "stream", "rows": 4, "failures": 2, "alone": {case: 3}}
    ]
    assert "openai_chat, streamed: 1 failure in 2 rows (✗)\n" in single


def test_two_streamed_calls_with_one_index(conformance: Run) -> None:
    two = Turn.usual(calls=(*WEATHER.calls, TurnCall(name="get_time", arguments='{"city": "Berlin"}')))
    answer = changed(Speaker("openai_chat", turn=two), b'"tool_calls":[{"index":1', b'"tool_calls":[{"index":0')
    with serving(answer) as url:
        text = conformance(*options(url, "--scenario", "call-parallel")).stdout
    assert "endpoint/openai_chat/call-parallel/stream/answer-rules" in text
    assert "rule openai_chat.stream-index: In a stream, no two calls have the same index." in text
    assert "openai_chat, plain pass and streamed fail: Several calls in one answer" in text


def test_ids_that_two_calls_share_are_a_fault_of_the_endpoint_alone(conformance: Run) -> None:
    two = Turn.usual(calls=(*WEATHER.calls, TurnCall(name="get_time", arguments='{"city": "Berlin"}')))
    speaker = Speaker("openai_chat", turn=two)

    def answer(request: WireRequest) -> Answer:
        given = speaker(request)
        chunks = (
            msgspec.structs.replace(chunk, data=re.sub(rb'"id":\s*"call_\w+"', b'"id":"call_1"', chunk.data))
            for chunk in given.chunks
        )
        return msgspec.structs.replace(given, chunks=tuple(chunks))

    with serving(answer) as url:
        ran = conformance(*options(url, "--scenario", "call-parallel", "--dialect", "openai_chat"))
    assert ran.exit_code == Exit.NOT_CONFORMANT, ran.output
    found = "MUST calls/1/id: another call has the id"
    assert f"FAIL endpoint/openai_chat/call-parallel/plain/call-ids\n  {found}" in ran.stdout
    assert "something else:" not in ran.stdout
    assert "not observed" not in ran.stdout.splitlines()[-1]


def test_a_cut_call_that_is_marked_as_whole(conformance: Run) -> None:
    cut = Turn.usual(calls=(TurnCall(name="create_event", arguments='{"title": "Rev'),))
    with serving(Speaker("openai_chat", turn=cut)) as url:
        ran = conformance(*options(url, "--scenario", "call-cut-short", "--format", "json"))
    failed = {failure["id"]: failure["findings"][0]["message"] for failure in json.loads(ran.stdout)["failed"]}
    for mode in ("plain", "stream"):
        message = failed[f"endpoint/openai_chat/call-cut-short/{mode}/served"]
        assert message.startswith(
            "the token limit cut the call of create_event, but the answer ends as if the call were complete"
        )


BROKEN_OFF = "the answer broke off: the connection was closed too early"


@pytest.mark.parametrize("turn", [WEATHER, TALK], ids=["call", "text"])
def test_a_whole_answer_that_the_wire_cuts_is_not_served(turn: Turn, conformance: Run) -> None:
    speaker = Speaker("openai_chat", turn=turn)
    with serving(lambda request: msgspec.structs.replace(speaker(request), drops=True)) as url:
        ran = conformance(*options(url, "--scenario", "call-single", "--format", "json"))
    assert ran.exit_code == Exit.NOT_CONFORMANT, ran.output
    failed = {failure["id"]: failure["findings"][0]["message"] for failure in json.loads(ran.stdout)["failed"]}
    assert failed == {f"endpoint/openai_chat/call-single/{mode}/served": BROKEN_OFF for mode in ("plain", "stream")}


def test_a_refusal_that_the_wire_cuts_is_no_answer(conformance: Run) -> None:
    speaker = Speaker("openai_chat")
    refusal = '{"error": {"message": "no such tool", "type": "invalid_request_error", "param": null, "code": null}}'

    def answer(request: WireRequest) -> Answer:
        asked = "tools" in exact_json.loads(request.body)
        return msgspec.structs.replace(plain(400, refusal), drops=True) if asked else speaker(request)

    with serving(answer) as url:
        ran = conformance(*options(url, "--scenario", "call-single"))
    assert ran.exit_code == Exit.UNREADABLE
    assert f"endpoint/openai_chat/call-single/plain: 400, and {BROKEN_OFF}" in ran.stderr


def test_an_answer_over_the_limits_is_not_served(conformance: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = Speaker("openai_chat")
    message = {"role": "assistant", "content": "Hello.", "refusal": None}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    answer = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    whole = json.dumps(answer).encode()
    head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % (len(whole) + 10)
    asked = ("--dialect", "openai_chat", "--scenario", "call-single", "--format", "json")
    monkeypatch.setattr(endpoint, "Live", partial(live.Live, limits=live.Limits(piece=0.2)))
    with raw(head + whole, hold=True) as place:
        slow = conformance(*options(f"http://{place}/v1", *asked))
    monkeypatch.setattr(live, "MAX_ANSWER", 10)
    with serving(speaker) as url:
        large = conformance(*options(f"{url}/v1", *asked))
    served = [
        failure["findings"][0]["message"]
        for ran in (slow, large)
        for failure in json.loads(ran.stdout)["failed"]
        if failure["id"].endswith("/plain/served")
    ]
    assert served == ["the answer broke off: nothing arrived for 0.2 s", "the answer is larger than 0 MB"]


def test_lost_answers_precede_failures(conformance: Run) -> None:
    wrong = Speaker("openai_chat")

    def answer(request: WireRequest) -> Answer:
        asked = exact_json.loads(request.body)
        if asked.get("tool_choice") == "none":  # of choice-none
            return plain(429, '{"error": {"message": "slow down"}}')
        return wrong(request)

    with serving(answer) as url:
        ran = conformance(*options(url, "--scenario", "choice-named,choice-none", "--dialect", "openai_chat"))
        alone = conformance(*options(url, "--scenario", "call-single,choice-none", "--dialect", "openai_chat"))
    failed = "not conformant: 2 checks fail, 2 different failures; incomplete: 2 cases had no answer"
    assert ran.stdout.splitlines()[-1] == f"{failed} (exit code 6, which precedes 1)"
    assert ran.exit_code == Exit.UNREADABLE
    assert alone.stdout.splitlines()[-1] == "incomplete: 2 cases had no answer (exit code 6)"


@pytest.mark.parametrize(
    ("scenarios", "verdict"),
    [
        ("choice-named", "not conformant: 2 checks fail, 2 different failures (exit code 1)"),
        ("call-single", "conformant (exit code 0)"),
        ("call-parallel", "nothing was judged: 2 cases not observed (exit code 5)"),
    ],
)
def test_a_log_shows_the_verdict_of_a_report_in_a_file(
    scenarios: str, verdict: str, conformance: Run, tmp_path: Path
) -> None:
    report = tmp_path / "probe.xml"
    with serving(Speaker("openai_chat")) as url:
        asked = options(url, "--dialect", "openai_chat", "--scenario", scenarios, "--format", "junit")
        ran = conformance(*asked, "--output", report)
        quiet = conformance(*asked, "--quiet", "--output", report)
    assert (ran.stdout, ran.stderr) == ("", f"conformance: {verdict}\n")
    assert quiet.stderr == ("" if scenarios == "call-single" else ran.stderr)


def test_an_endpoint_that_hangs_is_given_up(conformance: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = Speaker("openai_chat")
    over, tried = threading.Event(), []

    def answer(request: WireRequest) -> Answer:
        if "tools" in exact_json.loads(request.body):
            tried.append(request)
            over.wait(30)
        return speaker(request)

    monkeypatch.setattr(endpoint, "Live", partial(live.Live, limits=live.Limits(piece=1.0)))
    with serving(answer) as url:
        ran = conformance(*options(url, "--scenarios", "call-single,call-parallel,choice-none"))
        over.set()
    assert ran.exit_code == Exit.UNREADABLE
    assert len(tried) == 3
    assert ran.stderr.count("not sent, because 3 requests in a row got no answer") == 3


def test_an_endpoint_whose_answers_do_not_end_is_given_up(conformance: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "Live", partial(live.Live, limits=live.Limits(whole=0.2)))
    head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n"
    with raw((head, *(b" " for _ in range(100))), pause=0.05) as place:
        asked = ("--dialects", "openai_chat,anthropic_messages", "--scenarios", "call-single")
        ran = conformance(*options(f"http://{place}/v1", *asked))
    assert ran.exit_code == Exit.UNREADABLE
    assert "and 2 more addresses: 200, and expected the answer to end within 0.2 s, got no end" in ran.stderr
    assert "not sent, because 3 requests in a row got no answer in time" in ran.stderr


def test_a_refusal_is_no_failure(conformance: Run) -> None:
    speaker = Speaker("openai_chat")
    refusal = '{"error": {"message": "tools are off", "type": "invalid_request_error", "param": null, "code": null}}'

    def answer(request: WireRequest) -> Answer:
        return plain(400, refusal) if "tools" in exact_json.loads(request.body) else speaker(request)

    with serving(answer) as url:
        ran = conformance(*options(url, "--scenario", "call-single"))
    assert ran.exit_code == Exit.NOTHING_JUDGED
    assert "unsupported: the endpoint refuses the request with status 400: tools are off" in ran.stdout


def test_too_much_at_once_is_no_verdict(conformance: Run) -> None:
    speaker = Speaker("openai_chat")

    def answer(request: WireRequest) -> Answer:
        body = exact_json.loads(request.body)
        return plain(429, '{"error": {"message": "slow down"}}') if body.get("stream") else speaker(request)

    with serving(answer) as url:
        ran = conformance(*options(url, "--scenario", "call-single"))
    assert ran.exit_code == Exit.UNREADABLE
    assert "endpoint/openai_chat/call-single/stream: 429: slow down" in ran.stderr


@pytest.mark.parametrize(
    ("options_given", "why"),
    [
        (["--base-url", "ftp://x", "--model", "m"], "--base-url: expected an address such as"),
        (["--base-url", "http://[::1", "--model", "m"], "--base-url: not an address"),
        (["--base-url", f"http://u:{KEY}@127.0.0.1:1/v1", "--model", "m"], "without user, query"),
        (["--base-url", f"http://127.0.0.1:1/v1?key={KEY}", "--model", "m"], "without user, query"),
        (
            ["--base-url", "http://127.0.0.1:1", "--model", "m", "--dialect", "klingon"],
            "'klingon'",
        ),
        (["--base-url", "http://127.0.0.1:1", "--model", "m", "--provider", "nobody"], "unknown provider"),
        (["--base-url", "http://127.0.0.1:1", "--model", "m", "--scenario", "nothing"], "unknown scenario"),
        (["--base-url", "http://127.0.0.1:1", "--model", "\udcff"], "--model: expected printable characters, got"),
        (["--model", "m"], "--base-url"),
    ],
    ids=["scheme", "broken address", "password", "query", "dialect", "provider", "scenario", "model", "no address"],
)
def test_usage(options_given: list[str], why: str, conformance: Run) -> None:
    ran = conformance("probe", *options_given)
    assert ran.exit_code == Exit.USAGE
    assert why in ran.stderr
    assert KEY not in ran.stderr


def test_a_scenario_with_a_server_that_does_not_exist_is_left_out(conformance: Run) -> None:
    with serving(Speaker("openai_responses")) as url:
        ran = conformance(*options(f"{url}/v1", "--scenario", "mcp-server-beside-call"))
    assert ran.exit_code == Exit.USAGE
    assert "no case of mcp-server-beside-call can be played to an endpoint" in ran.stderr
