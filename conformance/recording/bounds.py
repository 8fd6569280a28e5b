"""The limits of the server on loopback: sizes in bytes, times in seconds, and numbers."""

from typing import Final

BODY: Final = 32 * 1024 * 1024
"""The maximum size of a request's body, or of a WebSocket's message. No provider accepts larger inline content."""
BODY_SECONDS: Final = 60
"""The time within which the body of a request, or a message of a WebSocket, must arrive."""
SLOW_SECONDS: Final = 1
"""The time within which a body or a message has to arrive if there are too many connections. It usually takes
milliseconds. Of the slower ones, the slowest makes room for a new connection."""
HEAD_SECONDS: Final = 60
"""The time within which the head of a request must arrive: from its first byte, or for the first request, from the
connection."""
UNREAD_SECONDS: Final = 60
"""The time for which a client may leave an answer unread. Then the connection is lost."""
IDLE_SECONDS: Final = 600
"""The time for which a connection stays open without a request. On a busy machine, a client may need seconds between
two turns. If the connection closes just then, the client's next request fails."""
LEFT_SECONDS: Final = 1
"""The time that unfinished requests get when the server stops."""
SETTLED_SECONDS: Final = 2
"""The maximum time for which a caller waits until the server has read everything that its sockets received."""
LARGE: Final = 64 * 1024
"""The size above which a body counts as large. Answering a large request may take seconds."""
LARGE_AT_ONCE: Final = 2
"""The number of large requests that are answered concurrently. Further large requests wait, and small requests do
not."""
HELD: Final = 256 * 1024 * 1024
"""The maximum size of the bodies of all unanswered requests together. The same maximum applies to all messages of
WebSockets that are unfinished, or that wait behind an answer."""
KEPT: Final = 128 * 1024 * 1024
"""The maximum size of the requests that are kept of a conversation. Further requests are refused."""
AHEAD: Final = 1024 * 1024
"""The maximum size of the further requests that a client sends over HTTP before it has the answer to a request."""
WARM: Final = 4 * 1024 * 1024
"""The maximum size of the warm-ups of a WebSocket together, each with the input of the warm-ups that it continues."""
WAITING: Final = 100
"""The maximum number of complete messages that wait behind an answer of a WebSocket. At this number, the WebSocket
stops reading. It also stops while these messages have more than ``BODY`` bytes together."""
FRAMES: Final = 100_000
"""The maximum number of frames of a message."""
PIECE: Final = 4 * 1024
"""The maximum number of bytes that a connection reads at a time. The smallest frames of a WebSocket have seven bytes,
and the smallest chunks of a body have six. A few hundred of them take milliseconds, and all other clients wait for so
long."""
CONNECTIONS: Final = 200
"""The maximum number of connections. Systems limit the open descriptors of a process, such as to 256 on macOS. At this
number, a new connection replaces the connection with the slowest request, or else the connection that has been without
a request for the longest time."""
SOCKETS: Final = 100
"""The maximum number of WebSockets. At this number, a new WebSocket replaces another one, as among connections."""
