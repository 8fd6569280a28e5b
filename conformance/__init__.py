"""The conformance suite for tool calling of LLM providers and adapters: recorded evidence, rules, and a judge."""

__version__ = "0.1.0"
