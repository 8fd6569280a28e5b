"""Conformance of LLM providers and adapters at tool calling: recorded evidence, rules, and a judge."""

__version__ = "0.1.0"
