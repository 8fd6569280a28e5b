"""An example page of each kind of the site's pages."""

from typing import Final

KINDS: Final = {
    "index": "index.html",
    "matrix": "matrix.html",
    "about": "about.html",
    "search": "search.html",
    "results of a search": "search.html?q=groq+tool_choice",
    "adapters": "adapters.html",
    "compare": "compare.html",
    "contents": "contents.html",
    "contradictions": "contradictions.html",
    "text formats": "text-formats.html",
    "text format": "text-formats/hermes.html",
    "provider": "providers/openai.html",
    "by dialect": "providers/groq.html",
    "dialect": "dialects/gemini_generate.html",
    "capability": "capabilities/parallel-calls.html",
    "scenario": "scenarios/call-parallel.html",
    "rule": "rules/openai_chat.calls-answered.html",
    "adapter": "adapters/litellm.html",
    "reference": "adapters/reference.html",
    "earlier library": "changes/litellm@1.81.12.html",
    "plain exchange": "cases/openai/openai_chat/history-parallel-results.plain.html",
    "streamed exchange": "cases/anthropic/anthropic_messages/call-parallel.stream.html",
    "frames": "cases/bedrock/bedrock_converse/call-single.stream.html",
    "lines": "cases/ollama/ollama_chat/call-single.stream.html",
    "failing exchange": "cases/vllm/openai_chat/call-parallel.plain.html",
    "refusal": "cases/openai/openai_chat/reject-orphan-result.plain.html",
    "lent exchange": "cases/groq/openai_chat/call-parallel.stream.html",
}
"""A page of each kind."""
FOLDERS: Final = {path.partition("?")[0].partition("/")[0] for path in KINDS.values()}
"""The folders of the kinds, and the pages that are in no folder."""
COLOURED: Final = (
    "index",
    "results of a search",
    "matrix",
    "earlier library",
    "adapters",
    "provider",
    "adapter",
    "contents",
    "rule",
    "streamed exchange",
    "failing exchange",
)
"""Kinds of pages that together have all colours."""
