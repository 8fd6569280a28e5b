"""The limits of the server on loopback: sizes in bytes, times in seconds, and numbers of requests and connections."""

from typing import Final

BODY: Final = 32 * 1024 * 1024
"""The maximum size of a request's body, or of a WebSocket's message. No provider accepts larger inline content."""
BODY_SECONDS: Final = 60
"""The time within which the body of a request, or a message of a WebSocket, must arrive."""
SLOW_SECONDS: Final = 1
"""The time within which a body or a message has to arrive if there are too many connections. Usually it arrives within
milliseconds. If bodies or messages take longer than this time, the connection with the slowest of them is closed, to
make room for a new connection.
"""
HEAD_SECONDS: Final = 60
"""The time within which the head of a request must arrive. It is counted from the head's first byte. For the first
request of a connection, it is counted from the start of the connection.
"""
UNREAD_SECONDS: Final = 60
"""The time for which a client may leave an answer unread. After this time, the server closes the connection."""
IDLE_SECONDS: Final = 600
"""The time for which a connection stays open without a request. On a busy machine, a client may pause for seconds
between two turns. If the connection closed in the pause, the client's next request would fail.
"""
LEFT_SECONDS: Final = 1
"""The time for which the server still answers unfinished requests when it stops."""
SETTLED_SECONDS: Final = 2
"""The maximum time for which a caller waits until the server has read everything that has arrived at its sockets."""
LARGE: Final = 64 * 1024
"""The size above which a body counts as large. Answering a large request may take seconds."""
LARGE_AT_ONCE: Final = 2
"""The maximum number of large requests that are answered at the same time. More large requests wait, but small requests
do not.
"""
HELD: Final = 256 * 1024 * 1024
"""The maximum size of the bodies of all unanswered HTTP requests together. It is also the maximum size of all messages
of WebSockets that are unfinished, or that wait until an earlier message is answered.
"""
KEPT: Final = 128 * 1024 * 1024
"""The maximum size of all requests of a conversation together, which are kept in memory. Requests beyond this size are
refused.
"""
AHEAD: Final = 1024 * 1024
"""The maximum size of the further requests that a client sends over HTTP while it still waits for an answer."""
WARM: Final = 4 * 1024 * 1024
"""The maximum size of all warm-ups of a WebSocket together. A warm-up is a request that asks for no output yet. If it
continues an earlier warm-up, the size of its input includes the earlier input. It is also the maximum size of all
events that change a Realtime session.
"""
WAITING: Final = 100
"""The maximum number of complete messages of a WebSocket that wait until an earlier message is answered. At this
number, the server pauses reading from the WebSocket. It also pauses if these messages have more than ``BODY`` bytes
together.
"""
FRAMES: Final = 100_000
"""The maximum number of frames of a message."""
PIECE: Final = 4 * 1024
"""The maximum number of bytes that the server reads from a connection at a time. All other clients wait while the
server parses them. It takes milliseconds if they are a few hundred of the smallest frames of a WebSocket (seven bytes
each) or of the smallest chunks of a body (six bytes each).
"""
CONNECTIONS: Final = 200
"""The maximum number of connections. Systems limit the open descriptors of a process, such as to 256 on macOS, and
connections take at most half of them. At the maximum, a new connection replaces another connection: the connection with
the slowest request, or else the connection that has been without a request for the longest time.
"""
ACCEPTED: Final = 64
"""The maximum number of new connections that the server accepts in a turn of the event loop. Others wait in the
system's queue. ``connections.most_accepted`` returns a smaller number if the process may open only few descriptors: a
server without a free descriptor answers nobody.
"""
QUEUED: Final = 128
"""The maximum number of new connections in the system's queue."""
SOCKETS: Final = 100
"""The maximum number of WebSockets. At the maximum, a new WebSocket replaces another WebSocket, which is chosen in the
same way as among connections.
"""
