"""Servers that send the same bytes for every request, even if they are no answer."""

import socket
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def raw(answer: bytes | Iterable[bytes], *, hold: bool = False, pause: float = 0.0) -> Iterator[str]:
    """Serve on loopback, and yield the host and the port.

    The server sends ``answer``, with a pause after each piece, and closes the connection. With ``hold``, it keeps the
    connection open and sends nothing more.
    """
    listening = socket.create_server(("127.0.0.1", 0), backlog=50)
    over = threading.Event()

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(65536)
            for piece in (answer,) if isinstance(answer, bytes) else answer:
                connection.sendall(piece)
                if over.wait(pause):
                    return
            if hold:
                over.wait(20)

    def accept() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{listening.getsockname()[1]}"
    finally:
        over.set()
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join(5)
