"""`python3 run.py serve`: the whole site on this machine."""

import argparse
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from config.launch import prepare
from config.launch.address import free_port, is_free, network_address, qr_text
from config.launch.card import demo_card
from config.launch.child import FINISHING, pages_processes
from config.launch.lifeline import VARIABLE
from config.launch.ports import Ports
from config.launch.running import cut_short, is_restoring
from config.launch.supervise import Child, Supervisor
from config.launch.watch import Watch
from config.launch.zone import machine_zone

ROOT = Path(__file__).resolve().parent.parent.parent
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]


def main(arguments: list[str]) -> int:
    """Serves until it is told to end; gives the exit code."""
    options = parse(arguments)
    host = "0.0.0.0" if options.lan else "127.0.0.1"  # noqa: S104
    if not is_free(host, options.port):
        return in_use(host, options.port)
    data = Path(os.environ.get("DATA_DIR") or ROOT / "data").absolute()
    ports = Ports(data, host)
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Held from here on: the server binds so that a second one could share the port with it.
        held = ports.hold(options.port)
    except OSError as error:
        sys.stderr.write(
            f"The data folder {data} cannot be made or written: {error.strerror}. Name another in DATA_DIR.\n"
        )
        return 1
    try:
        if not held:
            return in_use(host, options.port)
        if is_restoring(data):
            sys.stderr.write(
                "A backup is being restored over this data folder. Start again when it is done.\n"
            )
            return 1
        if cut_short(data):
            sys.stderr.write(
                "A restore was cut short. Call it again: python3 run.py manage restore FILE --replace\n"
            )
            return 1
        return prepare_and_run(options, host, data, surroundings(options, ports, data))
    finally:
        ports.release()


def in_use(host: str, port: int) -> int:
    """Says that the port is taken and which is not; gives the exit code."""
    sys.stderr.write(
        f"Port {port} is in use, perhaps by another start of this site. "
        f"Choose another: python3 run.py serve --port {free_port(host, port + 1)}\n"
    )
    return 1


def prepare_and_run(options: argparse.Namespace, host: str, data: Path, environ: dict[str, str]) -> int:
    """The database first, where that is due, then the site; gives the exit code."""
    if prepare.needed(data):
        sys.stderr.write("Preparing the database.\n")
        code = prepare_database(environ)
        if code:
            sys.stderr.write("The database could not be prepared; the reason stands above.\n")
            return code if code > 0 else 1
    if not is_free(host, options.port):
        return in_use(host, options.port)
    return run(options, host, data, environ)


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options of `serve`."""
    parser = argparse.ArgumentParser(prog="run.py serve", description="Starts the site on this machine.")
    parser.add_argument("--lan", action="store_true", help="let phones on this network in")
    parser.add_argument("--port", type=_port, default=8000, help="the pages' port (8000)")
    return parser.parse_args(arguments)


def _port(text: str) -> int:
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


def surroundings(options: argparse.Namespace, ports: Ports, data: Path) -> dict[str, str]:
    """The environment the children get: the user's own, and what follows from the options."""
    environ = dict(os.environ)
    environ["DATA_DIR"] = str(data)
    environ["PYTHONPATH"] = str(ROOT)
    # Every start would compile every module anew.
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    zone = environ.get("TIME_ZONE") or machine_zone()
    if zone:
        environ["TIME_ZONE"] = zone
    stream = ports.hold_next(options.port + 1)
    environ["FIRST_BLOOD_STREAM_PORT"] = str(stream)
    environ.setdefault("STREAM_URL", f":{stream}")
    environ["FIRST_BLOOD_NUDGE_PORT"] = str(_free_datagram_port())
    if "ALLOWED_HOSTS" not in environ:
        hosts = list(LOCAL_HOSTS)
        if options.lan:
            name = socket.gethostname()
            hosts += [network_address(), name, f"{name}.local"]
        environ["ALLOWED_HOSTS"] = ",".join(hosts)
    return environ


def _free_datagram_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def prepare_database(environ: dict[str, str]) -> int:
    """Runs `prepare` as a process of its own, so that the launcher stays small; gives its exit code."""
    command = [sys.executable, "-m", "config.launch.prepare"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env={**environ, VARIABLE: "stdin"}) as process:
        return process.wait()


def run(options: argparse.Namespace, host: str, data: Path, environ: dict[str, str]) -> int:
    """Starts the parts, says where the site is, and watches until the end."""
    word = secrets.token_hex(16)
    supervisor = Supervisor({**environ, "FIRST_BLOOD_WATCH": word})
    end_on_signals(supervisor)
    stream = environ["FIRST_BLOOD_STREAM_PORT"]
    try:
        pages = supervisor.start("pages", ["pages", host, str(options.port)])
        if wait_for_pages(supervisor, pages, options.port, environ["ALLOWED_HOSTS"]):
            announce(options, data)
            # After the pages, so that the first page has the machine to itself.
            supervisor.start("event stream", ["stream", host, stream])
            supervisor.start("runner", ["runner"])
            site = name_of_site(environ["ALLOWED_HOSTS"])
            Watch(supervisor, options.port, int(stream), site, word, processes=pages_processes()).start()
            supervisor.watch()
        return 0
    finally:
        supervisor.end(FINISHING + 2)


def end_on_signals(supervisor: Supervisor) -> None:
    """Told to end, the site finishes what is being answered; told a second time, it ends at once."""

    def end(*_: object) -> None:
        if supervisor.stop.is_set():
            supervisor.hurry.set()
        supervisor.stop.set()

    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)


def wait_for_pages(supervisor: Supervisor, pages: Child, port: int, hosts: str) -> bool:
    """Waits for the first answer, however often the pages have to be started; False when told to end before."""
    said = False
    while not supervisor.stop.is_set():
        if answers(port, hosts):
            return True
        supervisor.look()
        if pages.deaths >= 3 and not said:
            said = True
            sys.stderr.write(
                "The pages cannot be started; the reason stands above. They are tried again every few seconds; "
                "Ctrl-C ends it.\n"
            )
        time.sleep(0.03)
    return False


def answers(port: int, hosts: str) -> bool:
    """Whether the pages answer, well or not. By hand: the library for it is slow to load. Asked by a name the
    site answers to, so that no line about a strange one is written.
    """
    name = name_of_site(hosts)
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.settimeout(5)
            connection.sendall(f"GET /healthz HTTP/1.0\r\nHost: {name}\r\n\r\n".encode())
            return connection.recv(5).startswith(b"HTTP/")
    except OSError:
        return False


def name_of_site(hosts: str) -> str:
    """A name that the site answers to, from ALLOWED_HOSTS."""
    named = [host.strip() for host in hosts.split(",") if host.strip()[:1] not in ("", ".", "*")]
    return "127.0.0.1" if "127.0.0.1" in named or not named else named[0]


def announce(options: argparse.Namespace, data: Path) -> None:
    """Says on standard output where the site is, and of a demo where to look and as whom."""
    lines = [f"First Blood is running at http://127.0.0.1:{options.port}/"]
    if options.lan:
        address = f"http://{network_address()}:{options.port}/"
        lines += [f"On this network: {address}", qr_text(address)]
    try:
        accounts = (data / prepare.DEMO_TEXT).read_text(encoding="utf-8").strip()
    except OSError:
        accounts = ""
    if accounts and not os.environ.get("DATABASE_URL"):
        lines += ["", *demo_card(data, f"http://127.0.0.1:{options.port}"), accounts]
    lines += ["", "Ctrl-C ends it."]
    print("\n".join(lines), flush=True)


if __name__ == "__main__":
    os.environ.pop(VARIABLE, None)
    sys.exit(main(sys.argv[1:]))
