"""Signals as bytes, and back. Written from docs/spec/signals.md.

A signal is its name and its fields, in the order of SIGNAL-1, the rest last.
"""

import struct

from basics import Input, Malformed, number, optional, string

CONTROL, CODE, FIRST_DATA_LANE, BULK = 0, 1, 2, 10
LARGE = 1 << 20


def data_lane(serial):
    """LANE-1."""
    mixed = (serial * 0x9E3779B97F4A7C15 & (1 << 64) - 1) >> 32
    return FIRST_DATA_LANE + mixed % 8


def travels_in(lane, length, version):
    """LANE-5."""
    is_bulk = version >= 6 and lane >= FIRST_DATA_LANE and length > LARGE
    return BULK if is_bulk else lane


def hashes(data):
    if len(data) % 32 or len(data) > 256 * 32:
        raise Malformed("not hashes")
    return [data[at:at + 32] for at in range(0, len(data), 32)]


# How a field is written, how it is read.
NUMBER = (number, Input.number)
OPTIONAL = (optional, Input.optional)
NAME = (string, lambda input: input.string(255))
WHY = (string, lambda input: input.string(1024))
OPTIONS = (string, lambda input: input.bytes(16384))
BYTES = (string, Input.bytes)
U64 = (lambda value: struct.pack("<Q", value), Input.u64)
HASH = (bytes, lambda input: input.take(32))
HASHES = (b"".join, lambda input: hashes(input.rest()))
REST = (bytes, Input.rest)

# Name, fields, and which of them say the lane: the first that is there.
KINDS = {
    1: ("send", [NUMBER, OPTIONAL, REST], (1, 0)),
    2: ("send named", [NAME, OPTIONAL, REST], (1,)),
    3: ("link", [NUMBER, NUMBER], (0,)),
    4: ("unlink", [NUMBER, NUMBER, NUMBER], (0,)),
    5: ("unlink acknowledged", [NUMBER, NUMBER, NUMBER], (0,)),
    6: ("exit", [NUMBER, NUMBER, REST], (0,)),
    7: ("monitor", [NUMBER, NUMBER, NUMBER], (0,)),
    8: ("demonitor", [NUMBER, NUMBER, NUMBER], (0,)),
    9: ("down", [NUMBER, NUMBER, NUMBER, REST], (0,)),
    10: ("spawn request", [NUMBER, NUMBER, OPTIONS, REST], (1,)),
    11: ("spawned", [NUMBER, NUMBER, NUMBER], (2,)),
    12: ("spawn failed", [NUMBER, NUMBER, REST], (1,)),
    13: ("terminate", [NUMBER, OPTIONAL], (1, 0)),
    14: ("code wanted", [HASHES], CONTROL),
    15: ("code", [HASH, REST], CODE),
    16: ("code missing", [HASH], CODE),
    17: ("ping", [NUMBER], CONTROL),
    18: ("pong", [NUMBER], CONTROL),
    19: ("linked", [NUMBER, NUMBER], (0,)),
    20: ("unlinked", [NUMBER, NUMBER], (0,)),
    21: ("refused", [NUMBER, REST], (0,)),
    128: ("bulletin", [REST], CONTROL),
    129: ("renewal wanted", [], CONTROL),
    130: ("renewal", [NAME, U64, U64, BYTES, BYTES], CONTROL),
    131: ("renewal refused", [WHY], CONTROL),
    132: ("undelivered", [NUMBER, NUMBER, NAME, WHY], (0,)),
    133: ("spawn noted", [NUMBER, NUMBER], (1,)),
    134: ("hold", [NUMBER, NAME], (0,)),
    135: ("room", [NUMBER], (0,)),
}
NUMBERS = {name: kind for kind, (name, _, _) in KINDS.items()}


def encode(name, *values):
    kind = NUMBERS[name]
    fields = KINDS[kind][1]
    assert len(fields) == len(values), name
    parts = [field[0](value) for field, value in zip(fields, values)]
    return bytes([kind]) + b"".join(parts)


def lane(name, *values):
    """LANE-2."""
    rule = KINDS[NUMBERS[name]][2]
    if isinstance(rule, int):
        return rule
    serials = [values[at] for at in rule if values[at] is not None]
    return data_lane(serials[0] if serials else 0)


def decode(data):
    """The name and the values; `None` for an unknown kind that may be skipped (SIGNAL-5)."""
    if not data:
        raise Malformed("an empty message")
    kind = data[0]
    if kind not in KINDS:
        if kind >= 128:
            return None
        raise Malformed(f"unknown signal {kind}")
    name, fields, _ = KINDS[kind]
    input_ = Input(data[1:])
    values = [read(input_) for _, read in fields]
    input_.end()
    return (name, *values)
