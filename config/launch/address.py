"""Ports that are free, this machine's address on its network, and that address as a picture."""

import io
import socket
import sys


def is_free(host: str, port: int) -> bool:
    """Whether a server could listen there."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def free_port(host: str, first: int) -> int:
    """The first free port of the twenty from `first`, or any that the system gives."""
    for port in range(first, min(first + 20, 65536)):
        if is_free(host, port):
            return port
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def network_address() -> str:
    """This machine's address on its network; the loopback's where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Asks the system which address it would use; nothing is sent (the address is for documentation).
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            pass
    try:
        return socket.gethostbyname(socket.gethostname())
    except OSError:
        return "127.0.0.1"


def qr_text(address: str) -> str:
    """The address as a QR code made of characters."""
    import segno

    text = io.StringIO()
    segno.make(address, error="m").terminal(out=text, compact=True)
    return text.getvalue()
