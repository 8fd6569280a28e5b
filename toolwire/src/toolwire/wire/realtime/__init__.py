"""OpenAI's Realtime API, as far as it is about tool calls: conversion of sessions to and from OpenAI Responses.

The items, tools and answers of a session are nearly those of Responses. So a session is converted to the bodies of
Responses requests (``session``), and its answers are converted from and to the events of Responses streams
(``reading``, ``writing``). Sources: openai 3.54.0 (PyPI), ``openai.types.realtime``; developers.openai.com, Realtime
conversations, and Tools and MCP servers in Realtime (read 2026-11-30).
"""
