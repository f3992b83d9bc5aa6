"""Values of messages as bytes, and back. Written from docs/spec/values.md.

Integers, floats and booleans are those of Python; lists are made of pairs; what has no counterpart is an
`Object` with the code of its kind. Frames and private memory are not understood, except a thunk that is sent.
"""

import struct
import sys

from basics import Input, Malformed, number, string

SMALL = range(-16, 112)
MEDIUM = range(-(1 << 13), 1 << 13)
FIXNUM = range(-(1 << 60), 1 << 60)
STRING, BYTEVECTOR, VECTOR, VALUES, PROCEDURE = 0xA6, 0xA7, 0xAD, 0xAF, 0xB0
RECORD, RECORD_TYPE, CONTINUATION, COMPLEX = 0xB1, 0xB2, 0xB7, 0xBA
# Kinds with a fixed number of parts.
FIXED = {0xAE: 1, 0xB3: 1, 0xB4: 1, 0xB5: 6, 0xB6: 6}


class Immediate:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


NULL, UNSPECIFIED, EOF, ABSENT = map(Immediate, ["()", "unspecified", "eof", "absent"])
IMMEDIATES = {0x9B: False, 0x9C: True, 0x9D: NULL, 0x9E: UNSPECIFIED, 0x9F: EOF, 0xA0: ABSENT}


class Symbol(str):
    """A name that is equal to itself."""


class Character(str):
    """A character of Scheme."""


class Name:
    """A pid (`a3`) or a tag (`a4`): the id and incarnation of its node, and a serial."""

    def __init__(self, code, node, incarnation, serial, address=""):
        self.code, self.serial, self.address = code, serial, address
        self.identity = (node, incarnation)

    def __eq__(self, other):
        same = isinstance(other, Name) and self.code == other.code
        return same and (self.identity, self.serial) == (other.identity, other.serial)

    def __hash__(self):
        return hash((self.identity, self.serial))


class Pair:
    def __init__(self, car=None, cdr=NULL):
        self.car, self.cdr = car, cdr


class Object:
    """Anything else that has a number: its code, its parts, and what is no value of it."""

    def __init__(self, code, parts, also=()):
        self.code, self.parts, self.also = code, parts, also


def text(value):
    return Object(STRING, (), value)


def items(value):
    """The elements of a list."""
    found = []
    while isinstance(value, Pair):
        found.append(value.car)
        value = value.cdr
    return found


def listed(*values):
    result = NULL
    for value in reversed(values):
        result = Pair(value, result)
    return result


def magnitude(value):
    return string(value.to_bytes((value.bit_length() + 7) // 8, "little"))


class Writer:
    def __init__(self):
        self.out = bytearray()
        self.count = 0  # objects so far (VALUE-12)
        self.seen, self.symbols, self.nodes, self.units = {}, {}, {}, []

    def new(self, value=None):
        if value is not None:
            self.seen[id(value)] = (self.count, value)
        self.count += 1

    def number_of(self, table, key):
        known = key in table
        index = table.setdefault(key, len(table))
        self.out += number(index)
        return not known

    def value(self, value):
        if id(value) in self.seen:
            self.out += b"\xa5" + number(self.count - self.seen[id(value)][0])
        elif isinstance(value, bool) or isinstance(value, Immediate):
            self.out.append(next(code for code, found in IMMEDIATES.items() if found is value))
        elif isinstance(value, (int, float)):
            self.real(value, True)
        elif isinstance(value, Symbol):
            self.out.append(0xA2)
            self.symbol(value)
        elif isinstance(value, Character):
            self.out += b"\xa1" + number(ord(value))
        elif isinstance(value, Name):
            self.out.append(value.code)
            if self.number_of(self.nodes, value.identity):
                node, incarnation = value.identity
                self.out += node + number(incarnation) + string(value.address)
            self.out += number(value.serial)
        elif isinstance(value, Pair):
            self.run(value)
        else:
            self.object(value)

    def symbol(self, name):
        if self.number_of(self.symbols, name):
            self.out += string(str(name))

    def real(self, value, is_object):
        if isinstance(value, float):
            self.out += b"\xa8" + struct.pack("<d", value)
        elif value in SMALL:
            self.out.append(value & 0x7F)
            return
        elif value in MEDIUM:
            self.out += struct.pack(">H", 0xC000 | value + (1 << 13))
            return
        elif value in FIXNUM:
            self.out += b"\x9a" + number(2 * value if value >= 0 else -2 * value - 1)
            return
        else:
            self.out.append(0xA9 if value > 0 else 0xAA)
            self.out += magnitude(abs(value))
        if is_object:
            self.new()

    def run(self, pair):
        pairs = []
        rest = pair
        while isinstance(rest, Pair) and id(rest) not in self.seen:
            self.new(rest)
            pairs.append(rest)
            rest = rest.cdr
        count = len(pairs)
        short, long, most = (0x7F, 0x98, 16) if rest is NULL else (0x8F, 0x99, 8)
        self.out += bytes([short + count]) if count <= most else bytes([long]) + number(count)
        for pair in pairs:
            self.value(pair.car)
        if rest is not NULL:
            self.value(rest)

    def unit(self, hash_):
        if hash_ not in self.units:
            self.units.append(hash_)
        self.out += number(self.units.index(hash_))

    def object(self, value):
        code, parts = value.code, value.parts
        self.out.append(code)
        self.new(value)
        if code == STRING or code == BYTEVECTOR:
            self.out += string(value.also)
        elif code in (0xAB, 0xAC):
            self.out += magnitude(value.also[0]) + magnitude(value.also[1])
        elif code == COMPLEX:
            for part in value.also:
                self.part(part)
        elif code == RECORD_TYPE:
            name, library, names = value.also
            self.symbol(name)
            self.out += string(library) + number(len(names))
            for name in names:
                self.symbol(name)
        else:
            if code == PROCEDURE:
                self.unit(value.also[0])
                self.out += number(value.also[1])
            if code in (VECTOR, VALUES, PROCEDURE):
                self.out += number(len(parts))
            elif code == RECORD:
                self.out += number(len(parts) - 1)
            elif code == CONTINUATION:
                self.out.append(0x9B)
            for part in parts:
                self.value(part)

    def part(self, value):
        if isinstance(value, Object):
            self.out.append(value.code)
            self.out += magnitude(value.also[0]) + magnitude(value.also[1])
        else:
            self.real(value, False)


def encode(value):
    """The payload of a message."""
    writer = Writer()
    writer.value(value)
    header = b"\2" + number(len(writer.units)) + b"".join(writer.units)
    return header + bytes(writer.out)


def thunk(hash_, function):
    """A procedure without free values, which is the same as private memory (SPAWN-8)."""
    return encode(Object(PROCEDURE, (), (hash_, function)))


def units(payload):
    """The hashes in the header."""
    return Reader(payload).units


class Reader:
    def __init__(self, payload):
        self.input = Input(payload)
        if self.input.byte() != 2:
            raise Malformed("another version of values")
        count = self.input.number()
        self.units = [self.input.take(32) for _ in range(count)]
        self.objects, self.symbols, self.nodes, self.used = [], [], [], 0

    def new(self, value):
        self.objects.append(value)
        return value

    def value(self):
        code = self.input.byte()
        if code < 0x80:
            return code if code < 0x70 else code - 0x80
        if code >= 0xC0:
            value = (code & 0x3F) << 8 | self.input.byte()
            return self.shortest(value - (1 << 13), SMALL)
        if code <= 0x99:
            return self.run(code)
        if code in IMMEDIATES:
            return IMMEDIATES[code]
        if code == 0x9A:
            bits = self.input.number()
            return self.shortest(bits // 2 if bits % 2 == 0 else -(bits // 2) - 1, MEDIUM)
        if code == 0xA1:
            return Character(chr(self.input.number()))
        if code == 0xA2:
            return self.symbol()
        if code in (0xA3, 0xA4):
            return self.name(code)
        if code == 0xA5:
            return self.reference()
        if code in (0xA8, 0xA9, 0xAA):
            return self.new(self.real(code))
        return self.object(code)

    def shortest(self, value, shorter):
        if value in shorter:
            raise Malformed("a shorter form exists")
        return value

    def reference(self):
        distance = self.input.number()
        if not 0 < distance <= len(self.objects):
            raise Malformed("no such object")
        return self.objects[-distance]

    def run(self, code):
        is_list = code < 0x90 or code == 0x98
        most = 16 if is_list else 8
        if code >= 0x98:
            count = self.input.number()
            if count <= most:
                raise Malformed("a shorter form exists")
        else:
            count = code - (0x7F if is_list else 0x8F)
        if count > self.input.left():
            raise Malformed("the bytes end too early")
        pairs = [Pair() for _ in range(count)]
        first = len(self.objects)
        self.objects += pairs
        for pair, following in zip(pairs, pairs[1:] + [NULL]):
            pair.cdr = following
            pair.car = self.value()
        if not is_list:
            if 0x80 <= self.input.peek() <= 0x99 or self.input.peek() == 0x9D:
                raise Malformed("a list in parts")
            last = self.value()
            later = self.objects[first + count:]
            if isinstance(last, Pair) and any(last is found for found in later):
                raise Malformed("a list in parts")
            pairs[-1].cdr = last
        return pairs[0]

    def known(self, table):
        """The thing with the number that comes; `None` if it is the next one."""
        index = self.input.number()
        if index > len(table):
            raise Malformed("numbers are out of order")
        return table[index] if index < len(table) else None

    def symbol(self):
        name = self.known(self.symbols)
        if name is None:
            name = Symbol(self.input.string(4096))
            if name in self.symbols:
                raise Malformed("a symbol is named twice")
            self.symbols.append(name)
        return name

    def name(self, code):
        node = self.known(self.nodes)
        if node is None:
            node = (self.input.take(16), self.input.number(), self.input.string())
            self.nodes.append(node)
        serial = self.input.number()
        if serial >> 42:
            raise Malformed("a serial is too large")
        return Name(code, node[0], node[1], serial, node[2])

    def magnitude(self):
        data = self.input.bytes()
        if data[-1:] == b"\0":
            raise Malformed("a shorter form exists")
        return int.from_bytes(data, "little")

    def real(self, code):
        if code == 0xA8:
            return struct.unpack("<d", self.input.take(8))[0]
        value = self.magnitude()
        return self.shortest(value if code == 0xA9 else -value, FIXNUM)

    def part(self):
        code = self.input.peek()
        if code in (0xAB, 0xAC):
            self.input.byte()
            return Object(code, (), (self.magnitude(), self.magnitude()))
        if code in (0xA8, 0xA9, 0xAA):
            return self.real(self.input.byte())
        if code < 0x80 or code >= 0xC0 or code == 0x9A:
            return self.value()
        raise Malformed("not a part of a complex number")

    def object(self, code):
        value = self.new(Object(code, []))
        if code == STRING:
            value.also = self.input.string()
        elif code == BYTEVECTOR:
            value.also = self.input.bytes()
        elif code in (0xAB, 0xAC):
            value.also = (self.magnitude(), self.magnitude())
        elif code == COMPLEX:
            value.also = (self.part(), self.part())
        elif code == RECORD_TYPE:
            name, library = self.symbol(), self.input.string()
            value.also = (name, library, [self.symbol() for _ in range(self.input.number())])
        else:
            for _ in range(self.count(code, value)):
                value.parts.append(self.value())
        return value

    def count(self, code, value):
        if code in FIXED:
            return FIXED[code]
        if code == CONTINUATION:
            if self.input.byte() != 0x9B:
                raise Malformed("frames are not understood")
            return 1
        if code == PROCEDURE:
            index = self.input.number()
            if index > self.used or index >= len(self.units):
                raise Malformed("units are out of order")
            self.used = max(self.used, index + 1)
            value.also = (self.units[index], self.input.number())
        elif code not in (VECTOR, VALUES, RECORD):
            raise Malformed(f"no value begins with {code:02x}")
        count = self.input.number() + (code == RECORD)
        if count > self.input.left():
            raise Malformed("the bytes end too early")
        return count


def decode(payload, variables=False):
    """The value of a message; variables that follow it are skipped over if they may (VALUE-9)."""
    sys.setrecursionlimit(10_000)
    reader = Reader(payload)
    try:
        value = reader.value()
    except RecursionError as error:
        raise Malformed("too deep for this peer") from error
    if variables and reader.input.left():
        return value
    reader.input.end()
    if reader.used != len(reader.units):
        raise Malformed("a unit is not used")
    return value
