"""Tests of the search for exchanges in files, and of the messages about other files."""

import base64
import gzip
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from conformance.survey import sources
from conformance.survey.sources import Foreign, Found, Unreadable
from toolwire.providers import names
from toolwire.wire import limits
from toolwire.wire.limits import Limits

ANSWER = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "hi"}, "finish_reason": "stop"}]}


def line(**record: Any) -> bytes:
    return json.dumps({"response_body": ANSWER} | record).encode()


def read(path: Path) -> list[Found | Unreadable]:
    found: list[Found | Unreadable] = []
    for source in sources.find([path]):
        data = source if isinstance(source, Unreadable) else sources.content(source)
        found += [data] if isinstance(data, Unreadable) else sources.read(source, data)
    return found


def written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "some.jsonl"
    path.write_bytes(data)
    return path


def test_compressed_lines_are_found_in_folders(tmp_path: Path) -> None:
    (tmp_path / "some.jsonl.gz").write_bytes(gzip.compress(line(id="one") + b"\n{broken\n"))
    first, broken = read(tmp_path)
    assert first.where == f"{tmp_path / 'some.jsonl.gz'}: line 1 (one)"
    assert isinstance(first, Found)
    assert isinstance(broken, Unreadable)
    assert broken.where.endswith("line 2")


HAR: dict[str, Any] = {"request": {"url": "https://a"}}


@pytest.mark.parametrize(
    ("document", "place", "key"),
    [
        ('{"log": {"entries": [1]}, "log": {"entries": []}}', "", "log"),
        ('{"log": {"entries": [1], "entries": []}}', ": log", "entries"),
        ('{"interactions": [{}], "interactions": [{}], "version": 1}', "", "interactions"),
        ("interactions: [1]\ninteractions: [1]\n", "", "interactions"),
        ("interactions: [{request: {}, response: {}, response: {}}]", ": interactions[0]", "response"),
        ("interactions: [{request: {uri: a, uri: b}, response: {}}]", ": interactions[0]: request", "uri"),
        ("interactions: [{response: {body: {string: a, string: b}}}]", ": interactions[0]: response: body", "string"),
    ],
)
def test_a_repeated_key_is_named(document: str, place: str, key: str, tmp_path: Path) -> None:
    path = tmp_path / "a.har.json"
    path.write_text(document)
    why = f"expected the key '{key}' once, got it 2 times: only its last value is read"
    assert read(path)[0] == Unreadable(f"{path}{place}", why)


def test_a_key_that_merges_repeat_is_no_repeated_key(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: &a {request: {uri: a}}\ninteractions: [{<<: *a, request: {uri: b}, response: {}}]\n")
    (found,) = read(path)
    assert isinstance(found, Found)
    assert found.exchange.request.url == "b"


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ({"status": "400"}, "response: expected a status code, got '400'"),
        ({"status": True}, "response: expected a status code, got True"),
        ({"status": 0}, "response: expected a status code, got 0"),
        ({"status": None}, "response: expected a status code, got None"),
        ({"x_n_calls": True}, "x_n_calls: expected an integer, got true"),
        ({"x_n_calls": "2"}, 'x_n_calls: expected an integer, got "2"'),
        ({"method": 5}, "method: expected a string, got int"),
        ({"response_content_type": []}, "response_content_type: expected a string, got list"),
        ({"response_body": "%%e30=", "x_response_encoding": "base64"}, "response_body: expected base64"),
    ],
)
def test_a_member_of_the_wrong_type_is_named(record: dict[str, Any], why: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"url": "https://a", "response_body": {}} | record))
    (unread,) = read(path)
    assert isinstance(unread, Unreadable)
    assert why in unread.why


def test_a_record_with_a_repeated_key_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"url": "https://a", "response_body": {}, "response_body": {"error": {}}}')
    why = "expected the key 'response_body' once, got it 2 times"
    assert read(path) == [Unreadable(f"{path}: line 1", why)]


@pytest.mark.parametrize("bits", [zlib.MAX_WBITS, -zlib.MAX_WBITS], ids=["zlib", "raw"])
@pytest.mark.parametrize("broken", [False, True], ids=["whole", "cut"])
def test_a_deflated_body_is_read_whole_or_not_at_all(broken: bool, bits: int, tmp_path: Path) -> None:
    deflating = zlib.compressobj(wbits=bits)
    body = deflating.compress(b"{}" * 100) + deflating.flush()
    encoded = base64.b64encode(body[:-3] if broken else body).decode()
    path = tmp_path / "a.yaml"
    path.write_text(
        f"interactions: [{{request: {{}}, response: {{headers: {{content-encoding: deflate}}, "
        f"body: {{base64_string: '{encoded}'}}}}}}]"
    )
    (found,) = read(path)
    if broken:
        assert isinstance(found, Unreadable)
        assert "response body: broken deflate" in found.why
    else:
        assert isinstance(found, Found)
        assert found.exchange.response.body == b"{}" * 100


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_broken_lines_are_named_and_the_others_read(end: bytes, tmp_path: Path) -> None:
    lines = {
        1: line(id="one", x_n_calls=2, source_repo="r", source_path="a/b.yaml"),
        2: b"{broken",
        3: b"",
        4: b"\xff\xfe",
        5: b"[1]",
        6: b'{"response_body": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
        7: line(url="http://[::1"),
        8: line(response_body="a", x_response_encoding="base64", id="coded"),
        9: line(request_body={"model": "m"}, status=404, response_content_type="text/plain", method="GET"),
        10: b'{"response_body": {"ch',
    }
    path = written(tmp_path, end.join(lines.values()))
    everything = read(path)
    unread = {entry.where: entry.why for entry in everything if isinstance(entry, Unreadable)}
    assert {place: why.partition(":")[0] for place, why in unread.items()} == {
        f"{path}: line 2": "Expecting property name enclosed in double quotes",
        f"{path}: line 4": "not UTF-8",
        f"{path}: line 5": "expected a record with response_body (an exchange) or raw_output (a model's output), "
        "got neither",
        f"{path}: line 6": "nested deeper than the 200 levels that are allowed",
        f"{path}: line 7": "url",
        f"{path}: line 8 (coded)": "response_body",
        f"{path}: line 10": "Unterminated string starting at",
    }
    first, last = (entry for entry in everything if isinstance(entry, Found))
    assert (first.where, first.folder, first.known_calls, first.has_request) == (
        f"{path}: line 1 (one)",
        "r/a",
        2,
        False,
    )
    assert json.loads(first.exchange.response.body) == ANSWER
    assert (last.where, last.has_request, last.exchange.request.body) == (f"{path}: line 9", True, b'{"model":"m"}')
    assert (last.exchange.response.status, last.exchange.response.content_type) == (404, "text/plain")
    assert last.exchange.request.method == "GET"


def test_bodies_as_text_and_base64_keep_their_bytes(tmp_path: Path) -> None:
    coded = base64.b64encode(b"\x00\xff").decode()
    path = written(
        tmp_path,
        b"\n".join(
            [
                line(response_body="data: é\n\n", request_body='{"n": 1.0e5}'),
                line(response_body=coded, x_response_encoding="base64"),
                b'{"response_body": {"n": 9007199254740993, "f": 1.10, "s": "\\ud800"}, "request_body": "\\ud800"}',
            ]
        ),
    )
    text, binary, exact = (entry for entry in read(path) if isinstance(entry, Found))
    assert text.exchange.response.body == "data: é\n\n".encode()
    assert text.exchange.request.body == b'{"n": 1.0e5}'
    assert binary.exchange.response.body == b"\x00\xff"
    assert exact.exchange.response.body == b'{"n":9007199254740993,"f":1.10,"s":"\\ud800"}'


def test_batches_read_every_line_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "_AT_ONCE", 3 * len(line(id="0") + b"\n"))
    for number in range(1, 11):
        path = written(tmp_path, b"\n".join(line(id=str(n)) for n in range(number)))
        assert [entry.where for entry in read(path)] == [f"{path}: line {n + 1} ({n})" for n in range(number)]
        assert len(list(sources.find([path]))) == -(-number // 3)


def test_a_long_line_is_skipped_and_the_others_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LIMITS", Limits(event=1000))
    path = written(tmp_path, line(id="a") + b"\n" + b"x" * 5500 + b"\n" + line(id="b") + b"\n")
    assert [entry.where for entry in read(path)] == [f"{path}: line 1 (a)", f"{path}: line 2", f"{path}: line 3 (b)"]


@pytest.mark.parametrize("data", [b"", b"\n", b" \r\n\r\n"])
def test_a_file_without_a_line(data: bytes, tmp_path: Path) -> None:
    path = written(tmp_path, data)
    assert read(path) == [Unreadable(str(path), "the file has no exchange")]


def test_folders_are_searched_and_named_files_read_whatever_their_name(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    text = json.dumps({"interactions": [{"request": {}, "response": {"body": "x"}}]})
    for name in ("c.yaml", "c.yml", "c.json", "c.txt", ".hidden"):
        (inner / name).write_text(text)
    (inner / "folder.yaml").mkdir()
    names = [Path(entry.where.partition(":")[0]).name for entry in read(tmp_path)]
    assert names == ["c.json", "c.yaml", "c.yml"]
    assert [entry.where for entry in read(inner / "c.txt")] == [f"{inner / 'c.txt'}: interactions[0]"]
    assert read(tmp_path / "no") == [Unreadable(str(tmp_path / "no"), "there is no such file or folder")]


def test_one_bad_interaction_of_a_vcr_file(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text("interactions:\n- 3\n- {request: {body: a}, response: {body: b}}\n")
    bad, good = read(path)
    assert (type(bad), bad.where) == (Unreadable, f"{path}: interactions[0]")
    assert isinstance(good, Found)
    assert (good.exchange.request.body, good.exchange.response.body) == (b"a", b"b")


def test_a_file_that_becomes_shorter_while_it_is_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"response_body": {}}\n' * 3)
    (source,) = sources.find([path])
    path.write_text('{"response_body": {}}\n')
    assert isinstance(source, sources.Source)
    why = "the file became shorter while it was read, after 22 bytes"
    assert sources.content(source) == Unreadable(str(path), why)


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ({"log": {"entries": []}}, "the file has no exchange"),
        ({"log": {"entries": []}, "interactions": [1]}, "got 'log' and 'interactions': only 'log' is read"),
        ({"log": {"entries": [HAR | {"response": {"status": 200, "content": {"text": {}}}}]}}, None),
        ({"log": {"entries": [HAR | {"response": {"status": 200, "content": {"text": {"a": 1}}}}]}}, "text: expected"),
        (
            {"log": {"entries": [HAR | {"response": {"status": 200, "content": {"text": "%", "encoding": "Base64"}}}]}},
            "expected base64",
        ),
    ],
)
def test_an_archive_without_what_it_should_have_is_named(
    document: dict[str, Any], why: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "a.har"
    path.write_text(json.dumps(document))
    first = read(path)[0]
    assert isinstance(first, Found) if why is None else isinstance(first, Unreadable) and why in first.why


@pytest.mark.parametrize(
    ("url", "method", "posted", "is_foreign"),
    [
        ("https://www.x.example/g/collect?v=2", "POST", "en=page_view", True),
        ("https://www.x.example/envelope", "POST", '{"dsn": "x"}', True),
        ("https://www.x.example/beacon", "POST", None, True),
        ("https://www.x.example/a.js", "GET", None, True),
        ("data:image/png;base64,AAAA", "GET", None, True),
        ("https://www.x.example/llm", "POST", '{"messages": []}', False),
        ("https://www.x.example/llm", "POST", '{"messages": [', False),
        ("https://www.x.example/v1/chat/completions", "POST", None, False),
        ("https://www.x.example/v1/responses/resp_1", "GET", None, False),
        ("https://api.openai.com/v1/models", "GET", None, False),
        ("", "GET", None, False),
    ],
)
def test_a_blocked_entry_of_another_api_is_no_error(
    url: str, method: str, posted: str | None, is_foreign: bool, tmp_path: Path
) -> None:
    request: dict[str, Any] = {"url": url, "method": method}
    request |= {} if posted is None else {"postData": {"mimeType": "text/plain", "text": posted}}
    path = tmp_path / "a.har"
    path.write_text(json.dumps({"log": {"entries": [{"request": request, "response": {"status": 0}}]}}))
    (found,) = read(path)
    assert isinstance(found, Unreadable)
    assert (isinstance(found, Foreign), found.why) == (is_foreign, "response: expected a status code, got 0")


def test_an_unread_answer_without_a_recorded_request_is_an_error(tmp_path: Path) -> None:
    content = {"text": "%", "encoding": "base64"}
    entry = {"request": {"url": "https://x.example/llm"}, "response": {"status": 200, "content": content}}
    path = tmp_path / "a.har"
    path.write_text(json.dumps({"log": {"entries": [entry]}}))
    (found,) = read(path)
    assert type(found) is Unreadable


def test_a_file_below_several_paths_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "captures" / "a.jsonl"
    path.parent.mkdir()
    path.write_text('{"response_body": {}}\n')
    monkeypatch.chdir(tmp_path)
    given = [path, Path("captures"), tmp_path, Path("captures/../captures/a.jsonl")]
    assert [item.path for item in sources.find(given) if isinstance(item, sources.Source)] == [path]


def test_a_compressed_request_of_an_archive_is_read(tmp_path: Path) -> None:
    posted = {"encoding": "base64", "text": base64.b64encode(gzip.compress(b"asked")).decode()}
    headers = [{"name": "Content-Encoding", "value": "gzip"}]
    request = {"url": "https://x.example", "headers": headers, "postData": posted}
    path = tmp_path / "a.har"
    path.write_text(json.dumps({"log": {"entries": [HAR | {"request": request, "response": {"status": 200}}]}}))
    (found,) = read(path)
    assert isinstance(found, Found)
    assert found.exchange.request.body == b"asked"


def test_compressed_bodies_of_an_archive_share_their_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conformance.room.MAX_FILE", 100_000)
    content = {"encoding": "base64", "text": base64.b64encode(gzip.compress(b"a" * 60_000)).decode()}
    headers = [{"name": "Content-Encoding", "value": "gzip"}]
    entry = HAR | {"response": {"status": 200, "headers": headers, "content": content}}
    path = tmp_path / "a.har"
    path.write_text(json.dumps({"log": {"entries": [entry, entry, HAR | {"response": {"status": 200}}]}}))
    first, second, third = read(path)
    why = "more than 0 MB when decompressed, all compressed parts together"
    assert second == Unreadable(f"{path}: entries[1]", why)
    assert isinstance(first, Found)
    assert isinstance(third, Found)


@pytest.mark.parametrize("headers", ["[[X-A, b]]", "[{name: X-A, value: b}]", "{X-A: [b]}", "{X-A: b}"])
def test_headers_in_every_form(headers: str, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(f"interactions: [{{request: {{headers: {headers}}}, response: {{}}}}]")
    (found,) = read(path)
    assert isinstance(found, Found)
    assert found.exchange.request.headers == {"x-a": "b"}


def test_files_that_are_not_read_are_counted_whatever_their_letters(tmp_path: Path) -> None:
    for name in ("A.HAR", "b.JSONL", "c.jsonl.bz2"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "d.jsonl.gz").write_bytes(gzip.compress(b""))
    found = {item.path.name for item in sources.find([tmp_path]) if isinstance(item, sources.Source)}
    assert found == {"A.HAR", "b.JSONL", "d.jsonl.gz"}
    assert sources.passed_over([tmp_path]) == {".bz2": 1}
    assert read(tmp_path / "d.jsonl.gz") == [Unreadable(str(tmp_path / "d.jsonl.gz"), "the file has no exchange")]


@pytest.mark.parametrize(
    ("label", "provider"),
    [
        ("openai", "openai"),
        ("google_gemini_api", "gemini"),
        ("gcp.gemini", "gemini"),
        ("google_vertex", "vertex"),
        ("aws.bedrock", "bedrock"),
        ("AWS_Bedrock", "bedrock"),
        ("anthropic_vertex", "anthropic-vertex"),
        ("google", None),
        ("gemini-proxy", None),
        ("", None),
        (3, None),
    ],
)
def test_a_record_may_name_its_provider_in_other_ways(label: Any, provider: str | None, tmp_path: Path) -> None:
    (found,) = read(written(tmp_path, line(provider=label)))
    assert isinstance(found, Found)
    assert found.provider == provider


def test_other_names_are_of_known_providers_and_no_names_of_others() -> None:
    other_names = sources._other_names()
    assert set(other_names.values()) <= set(names())
    assert not other_names.keys() & set(names())
    assert all(other == other.lower() and not {"_", "."} & set(other) for other in other_names)
