# An adapter to copy: OpenAI chat completions, plain and streamed, in a compiled language with its standard library.
#
# nim compile adapter.nim        (on Debian and Ubuntu: apt install nim)
# conformance gate --command ./adapter --providers openai        (in this folder)
import std/[httpclient, json, sequtils, strutils, tables]

type Unsupported = object of CatchableError
let hello = %*{"protocol": "1.0", "name": "example-nim", "version": "1.0", "language": "nim",
               "dialects": ["openai_chat"], "shows": ["ids", "finish"]}
var task, messages: JsonNode

proc parts(holder: JsonNode, kind: string): seq[JsonNode] = holder{"parts"}.getElems.filterIt(it["type"].getStr == kind)
proc content(holder: JsonNode): JsonNode = # a text, or a list of texts: joined texts would be a different message
  let texts = holder.parts("text"); if texts.len > 1: %texts else: %texts.mapIt(it["text"].getStr).join
proc answered(part: JsonNode): JsonNode = %*{"role": "tool", "tool_call_id": part["call_id"], "content": part.content}
proc called(id, name, given: JsonNode): JsonNode =
  %*{"id": id, "type": "function", "function": {"name": name, "arguments": given}}
proc said(role: string, content: JsonNode, calls: seq[JsonNode]): JsonNode =
  result = %*{"role": role, "content": content}; if calls.len > 0: result["tool_calls"] = %calls

proc written(message: JsonNode): seq[JsonNode] = # a single message, or a message for each result
  let calls = message.parts("tool_call").mapIt(called(it["id"], it["name"], it["arguments"]["text"]))
  if message["role"].getStr == "tool": return message.parts("tool_result").map(answered)
  @[said(message["role"].getStr, message.content, calls)]
proc offered(tool: JsonNode): JsonNode = # the other keys are OpenAI's
  if tool["type"].getStr != "function": raise newException(Unsupported, "only function tools are supported")
  %*{"type": "function", "function": toSeq(tool.pairs).filterIt(it.key != "type").toOrderedTable}
proc chosen(choice: JsonNode): JsonNode =
  if choice["mode"].getStr == "allowed": raise newException(Unsupported, "allowing only some tools is not supported")
  if choice["mode"].getStr != "named": choice["mode"]
  else: %*{"type": "function", "function": {"name": choice["names"][0]}}

proc events(answer: string): seq[string] = # an event ends with a blank line, and may have several lines of data
  let found = answer.multiReplace(("\r\n", "\n"), ("\r", "\n")).split("\n\n")
  found.mapIt(it.split('\n').filterIt(it.startsWith("data:")).mapIt(it[5 .. ^1]).join).filterIt('{' in it)

proc read(answer: string): (string, seq[JsonNode], JsonNode) = # plain or streamed: text, calls, finish
  let pieces = answer.events; var calls: OrderedTable[int, JsonNode]
  for choice in (if pieces.len > 0: pieces else: @[answer]).mapIt(it.parseJson["choices"].getElems).concat:
    let piece = choice{if "delta" in choice: "delta" else: "message"}; result[0].add piece{"content"}.getStr
    if choice{"finish_reason"}.getStr != "": result[2] = choice["finish_reason"]
    for call in piece{"tool_calls"}.getElems:
      let (index, pieces) = (call{"index"}.getInt(calls.len), call["function"])
      if index notin calls: calls[index] = %*{"id": call["id"], "name": pieces["name"], "arguments": ""}
      calls[index]["arguments"] = %(calls[index]["arguments"].getStr & pieces{"arguments"}.getStr)
  result[1] = toSeq(calls.values); if result[2] == %"length" and calls.len > 0: result[1][^1]["complete"] = %false

proc ask(): JsonNode =
  let body = %*{"model": task["model"], "messages": messages, "stream": task{"stream"}.getBool}
  if "tools" in task: body["tools"] = %task["tools"].mapIt(it.offered)
  if "tool_choice" in task: body["tool_choice"] = task["tool_choice"].chosen
  if "max_output_tokens" in task: body["max_completion_tokens"] = task["max_output_tokens"]
  if "parallel_tool_calls" in task: body["parallel_tool_calls"] = task["parallel_tool_calls"]
  let client = newHttpClient(headers = newHttpHeaders({"authorization": "Bearer " & task["api_key"].getStr}))
  let answer = client.request(task["base_url"].getStr & "/chat/completions", HttpPost, $body)
  for failed in (if answer.body[0] == '{': @[answer.body] else: answer.body.events).mapIt(it.parseJson{"error"}):
    if failed != nil: return %*{"error": {"message": failed["message"], "kind": failed["type"], "code": failed["code"],
      "status": answer.code.int}} # a stream may end with an error, too
  let (text, calls, finish) = answer.body.read
  messages.add said("assistant", %text, calls.mapIt(called(it["id"], it["name"], it["arguments"])))
  %*{"text": text, "calls": calls, "finish": finish}

proc give(message: JsonNode): JsonNode =
  case message["op"].getStr
  of "hello": return hello
  of "end": return newJObject()
  of "start": (task, messages) = (message["task"], %message["task"]["messages"].getElems.map(written).concat)
  of "continue": messages.elems.add message["results"].getElems.map(answered)
  ask()

for line in stdin.lines:
  let (message, reply) = (line.parseJson, %*{"seq": line.parseJson["seq"]})
  try: reply["result"] = message.give
  except Unsupported as why: reply["unsupported"] = %why.msg
  except CatchableError as error: reply["error"] = %error.msg
  echo reply # echo also flushes
