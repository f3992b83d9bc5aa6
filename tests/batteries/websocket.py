# A client of WebSockets that shares no code with Mound's: sends texts and bytes
# of many lengths, whole and in parts, and expects them back. Argument: the port.
import base64
import hashlib
import os
import socket
import struct
import sys

connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])), 60)
key = base64.b64encode(os.urandom(16)).decode()
connection.sendall(
    (
        "GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n"
    ).encode()
)
stream = connection.makefile("rb")
status = stream.readline()
assert status.startswith(b"HTTP/1.1 101 "), status
headers = {}
while (line := stream.readline()) != b"\r\n":
    name, value = line.decode().strip().split(": ", 1)
    headers[name.lower()] = value
magic = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
expected = base64.b64encode(hashlib.sha1(magic.encode()).digest()).decode()
assert headers["sec-websocket-accept"] == expected


def send(opcode, content, last=True):
    mask = os.urandom(4)
    head = bytes([opcode | (128 if last else 0)])
    if len(content) < 126:
        head += bytes([128 | len(content)])
    elif len(content) < 65536:
        head += bytes([128 | 126]) + struct.pack(">H", len(content))
    else:
        head += bytes([128 | 127]) + struct.pack(">Q", len(content))
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(content))
    connection.sendall(head + mask + masked)


def receive():
    first, second = stream.read(2)
    assert first & 128 and not second & 128
    length = second
    if length == 126:
        (length,) = struct.unpack(">H", stream.read(2))
    elif length == 127:
        (length,) = struct.unpack(">Q", stream.read(8))
    return first & 15, stream.read(length)


for length in (0, 1, 125, 126, 127, 65535, 65536, 300000):
    content = os.urandom(length)
    send(2, content)
    assert receive() == (2, content), length
text = "λ€😀".encode()
for cut in range(len(text)):
    send(1, text[:cut], last=False)
    send(9, b"are you there")
    send(0, text[cut:])
    assert receive() == (10, b"are you there")
    assert receive() == (1, text), cut
send(8, struct.pack(">H", 1000))
assert receive() == (8, struct.pack(">H", 1000))
assert stream.read() == b""
print("ok")
