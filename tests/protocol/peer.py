"""A plain peer (BASE-8): it greets, exchanges frames and signals, and tells what comes.

Written from docs/spec, with nothing but the standard library of Python.
"""

import os
import socket
import struct
import time

import signals
import values
from basics import Input, Malformed, string
from identity import NAME, node_id

OLDEST, VERSION = 5, 6
MAGIC = b"mound\0"
HEARTBEAT, CREDIT, GOODBYE, WHOLE, FIRST, MIDDLE, LAST = range(7)
CONTENT_MAX = 16384 - 4
STOPPED = 1  # a code
WINDOW = 1 << 20
STEP, BULK_STEP = 1 << 18, 1 << 16
FIRST_DATA_LANE, LANES = 2, 11
# Longer than any machine stands still.
PATIENCE = 120


class Closed(Exception):
    """The other side has closed the connection: the code and text of its goodbye, if it said one."""

    def __init__(self, code=0, text=""):
        super().__init__(code, text)
        self.code, self.text = code, text


def hello(identity, nonce, versions=(OLDEST, VERSION), bytecode=(0, 0), node=None):
    """GREET-1."""
    oldest, newest = versions
    body = string("peer.py") + struct.pack("<H", oldest) + (node or identity.node)
    body += struct.pack("<QQQQ", identity.incarnation, nonce, 0, 0) + string("")
    body += struct.pack("<HH", *reversed(bytecode)) + bytes(16)
    return MAGIC + struct.pack("<HH", newest, len(body)) + body


def parse_hello(data):
    """Build, node id, incarnation and address of a whole hello; then its versions, newest first."""
    if data[:6] != MAGIC:
        raise Malformed("not this protocol")
    newest, length = struct.unpack("<HH", data[6:10])
    if length > 2048 or length != len(data) - 10:
        raise Malformed("a hello of the wrong length")
    body = Input(data[10:])
    build = body.string(255)
    oldest = body.u16() if newest > 4 else newest
    if not oldest <= VERSION or not OLDEST <= newest:
        raise Malformed(f"{build} speaks versions {oldest} to {newest}")
    node, incarnation = body.take(16), body.u64()
    body.u64()
    offered, mandatory = body.u64(), body.u64()
    if mandatory:
        raise Malformed("capabilities that are not here")
    address = body.string(255)
    bytecode, primitives = (body.u16(), body.u16()), body.take(16)
    return build, node, incarnation, address, (newest, oldest), bytecode, primitives


def parse_header(data):
    """Kind, lane and length of a frame."""
    kind, lane, length = struct.unpack("<BBH", data)
    if kind > LAST or lane >= LANES or length > CONTENT_MAX:
        raise Malformed("not a frame")
    return kind, lane, length


class Peer:
    """A connection with a node, and the processes of this side, which are numbers."""

    def __init__(self, identity, address, directory, **said):
        host, port = address.rsplit(":", 1)
        plain = socket.create_connection((host.strip("[]"), int(port)), PATIENCE)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = identity.context(directory).wrap_socket(plain, server_hostname=NAME)
        assert self.socket.selected_alpn_protocol() == "mound", "TLS-2"
        self.identity, self.buffer = identity, b""
        self.credit = [WINDOW] * LANES
        self.received = [0] * LANES
        self.assemblies = [None] * LANES
        self.waiting = []  # signals that nobody has taken yet
        self.wanted = []  # hashes for which the other side has asked
        self.wrote = time.monotonic()
        self.greet(**said)

    # The greeting.

    def greet(self, nonce=None, versions=(OLDEST, VERSION), **said):
        self.nonce = nonce or int.from_bytes(os.urandom(8), "little")
        self.put_bytes(hello(self.identity, self.nonce, versions, **said))
        start = self.exactly(10)
        start += self.exactly(struct.unpack("<H", start[8:])[0])
        said = parse_hello(start)
        self.build, self.node, self.incarnation, self.address = said[:4]
        self.version = min(versions[1], VERSION, said[4][0])  # GREET-4
        if self.node != node_id(self.socket.getpeercert(True)):
            raise Malformed("the greeting names another node than the certificate")
        self.is_arbiter = self.identity.node > self.node
        if self.is_arbiter:
            self.put_bytes(b"\1")
            return
        verdict = self.exactly(1)
        if verdict == b"\2":
            # GREET-13; this side knows its only other connection to be good.
            self.duplicate = struct.unpack("<Q", self.exactly(8))[0]
            self.put_bytes(b"\3")
        elif verdict == b"\5":
            code, length = struct.unpack("<HB", self.exactly(3))
            raise Closed(code, self.exactly(length).decode())
        elif verdict != b"\1":
            raise Malformed("not a verdict")
        self.is_used = verdict == b"\1"

    # Bytes.

    def fill(self):
        """Waits for more bytes, and is heard meanwhile (FRAME-7)."""
        deadline = time.monotonic() + PATIENCE
        while True:
            self.socket.settimeout(0.3)
            try:
                data = self.socket.recv(1 << 16)
            except TimeoutError:
                if time.monotonic() > deadline:
                    raise AssertionError("nothing came") from None
                if self.wrote + 0.5 < time.monotonic() and hasattr(self, "node"):
                    self.write(HEARTBEAT, 0, b"")
                continue
            except OSError as error:
                raise Closed(0, str(error)) from error
            if not data:
                raise Closed()
            self.buffer += data
            self.record("<", data)
            return

    def exactly(self, count):
        while len(self.buffer) < count:
            self.fill()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def write(self, kind, lane, content):
        self.socket.settimeout(PATIENCE)
        self.put_bytes(struct.pack("<BBH", kind, lane, len(content)) + content)
        self.wrote = time.monotonic()

    def put_bytes(self, data):
        try:
            self.socket.sendall(data)
        except OSError as error:
            raise Closed(0, str(error)) from error
        self.record(">", data)

    def record(self, mark, data):
        """Does nothing, unless somebody puts something else here."""

    # Frames.

    def step(self):
        """Reads one frame, and does what it asks."""
        kind, lane, length = parse_header(self.exactly(4))
        content = self.exactly(length)
        assert lane != signals.BULK or self.version >= 6, "LANE-5"
        if kind == CREDIT:
            added = struct.unpack("<I", content)[0]
            self.credit[lane] = min(WINDOW, self.credit[lane] + added)
        elif kind == GOODBYE:
            raise Closed(struct.unpack("<H", content[:2])[0], content[2:].decode())
        elif kind == FIRST:
            assert self.assemblies[lane] is None, "FRAME-4"
            self.assemblies[lane] = [struct.unpack("<I", content[:4])[0], b""]
            self.take(lane, content[4:])
        elif kind in (MIDDLE, LAST):
            self.take(lane, content)
            total, data = self.assemblies[lane]
            assert (len(data) == total) == (kind == LAST), "FRAME-3"
            if kind == LAST:
                self.assemblies[lane] = None
                self.message(lane, data)
        elif kind == WHOLE:
            assert self.assemblies[lane] is None, "FRAME-4"
            self.count(lane, len(content))
            self.message(lane, content)

    def take(self, lane, content):
        self.assemblies[lane][1] += content
        self.count(lane, len(content))

    def count(self, lane, length):
        """CREDIT-4."""
        self.received[lane] += length
        step = BULK_STEP if lane == signals.BULK else STEP
        if lane >= FIRST_DATA_LANE and self.received[lane] >= step:
            assert self.received[lane] <= WINDOW, "CREDIT-2"
            self.write(CREDIT, lane, struct.pack("<I", self.received[lane]))
            self.received[lane] = 0

    def message(self, lane, data):
        signal = signals.decode(data)
        if signal is None:
            return
        expected = signals.travels_in(signals.lane(*signal), len(data), self.version)
        assert lane == expected, ("LANE-2", "LANE-5", signal[0])
        if signal[0] == "ping":
            self.send("pong", signal[1])
        elif signal[0] == "code wanted":
            self.wanted += signal[1]
            for hash_ in signal[1]:
                self.send("code missing", hash_)
        elif signal[0] == "spawn request":
            self.send("spawn failed", signal[1], signal[2], b"this peer runs no code")
        elif signal[0] != "bulletin":
            self.waiting.append(signal)

    def send(self, *signal):
        data = signals.encode(*signal)
        lane = signals.travels_in(signals.lane(*signal), len(data), self.version)
        if len(data) <= CONTENT_MAX:
            return self.put(WHOLE, lane, data, len(data))
        head, rest = data[:CONTENT_MAX - 4], data[CONTENT_MAX - 4:]
        self.put(FIRST, lane, struct.pack("<I", len(data)) + head, len(head))
        while len(rest) > CONTENT_MAX:
            self.put(MIDDLE, lane, rest[:CONTENT_MAX], CONTENT_MAX)
            rest = rest[CONTENT_MAX:]
        return self.put(LAST, lane, rest, len(rest))

    def put(self, kind, lane, content, cost):
        if lane >= FIRST_DATA_LANE:
            while self.credit[lane] < cost:
                self.step()
            self.credit[lane] -= cost
        self.write(kind, lane, content)

    # What programs do.

    def expect(self, name, fits=lambda *values: True):
        """The first signal of this name that fits; others stay for later."""
        while True:
            for at, signal in enumerate(self.waiting):
                if signal[0] == name and fits(*signal[1:]):
                    return self.waiting.pop(at)[1:]
            self.step()

    def pid(self, serial):
        return values.Name(0xA3, self.identity.node, self.identity.incarnation, serial)

    def tag(self, number):
        return values.Name(0xA4, self.identity.node, self.identity.incarnation, number)

    def message_for(self, process):
        """The next message for a process of this side."""
        payload = self.expect("send", lambda to, *_: to == process)[2]
        return values.decode(payload, variables=True), payload

    def goodbye(self, why):
        self.write(GOODBYE, 0, struct.pack("<H", STOPPED) + why.encode())
        try:
            while True:
                self.step()
        except Closed:
            self.socket.close()
