"""Where the server listens, and what people open."""

import errno
import socket

from splendor.operation.impossible import Impossible


def listen(host: str, port: int) -> socket.socket:
    """Raises Impossible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        said = (error.strerror or str(error)).partition(" (while")[0]
        reason = "is taken; choose another with --port" if taken else f"can't be had: {said}"
        raise Impossible(f"{host}:{port} {reason}") from None
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def addresses(host: str, port: int) -> list[str]:
    """What to open: on this machine, and, where others may come in, what they open."""
    if host not in ("0.0.0.0", "::"):
        name = f"[{host}]" if ":" in host else host
        return [f"Splendor is served on http://{name}:{port}"]
    lines = [f"Splendor is served on http://127.0.0.1:{port}"]
    lan = lan_address()
    if lan:
        lines.append(f"Friends in the house open  http://{lan}:{port}")
    return lines


def lan_address() -> str | None:
    """The address by which this machine is known in its network. Asking for a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address
