"""Requests that agents such as Codex sent, with all tools, messages and options. Our words replace the agents' prose.

``tools/clients/make.py`` runs the released packages against a server on loopback, and keeps what they send.
"""

from conformance.clients.client_request import ClientRequest, load_all

__all__ = ["ClientRequest", "load_all"]
