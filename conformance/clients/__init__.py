"""Requests that agents such as Codex sent, with all tools, messages and options. The agents' own texts, such as system
prompts, are replaced by our texts.

``tools/clients/make.py`` runs the released packages against a server on loopback, and keeps what they send.
"""

from conformance.clients.client_request import ClientRequest, load_all

__all__ = ["ClientRequest", "load_all"]
