"""Numbers and strings of the protocol (BASE-1 to BASE-4)."""

import struct


class Malformed(Exception):
    """Bytes that the specification forbids."""


def number(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def optional(value):
    return b"\0" if value is None else b"\1" + number(value)


def string(value):
    data = value if isinstance(value, bytes) else value.encode()
    return number(len(data)) + data


class Input:
    """Reads from the front of some bytes."""

    def __init__(self, data):
        self.data = bytes(data)
        self.at = 0

    def left(self):
        return len(self.data) - self.at

    def take(self, count):
        if count > self.left():
            raise Malformed("the bytes end too early")
        self.at += count
        return self.data[self.at - count:self.at]

    def byte(self):
        return self.take(1)[0]

    def peek(self):
        if not self.left():
            raise Malformed("the bytes end too early")
        return self.data[self.at]

    def u16(self):
        return struct.unpack("<H", self.take(2))[0]

    def u64(self):
        return struct.unpack("<Q", self.take(8))[0]

    def number(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
        if value >> 64 or byte == 0 and shift:
            raise Malformed("not a number")
        return value

    def optional(self):
        mark = self.byte()
        if mark > 1:
            raise Malformed("not an optional number")
        return self.number() if mark else None

    def bytes(self, limit=1 << 30):
        length = self.number()
        if length > limit:
            raise Malformed("a string is too long")
        return self.take(length)

    def string(self, limit=1 << 30):
        try:
            return self.bytes(limit).decode()
        except UnicodeDecodeError as error:
            raise Malformed("not UTF-8") from error

    def rest(self):
        return self.take(self.left())

    def end(self):
        if self.left():
            raise Malformed("bytes follow the end")
