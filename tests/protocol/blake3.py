"""BLAKE3 of short inputs, plain and in the mode *derive key*: what NODE-1 and UNIT-3 need.

Slow, and with nothing but the standard library.
"""

import struct

IV = (
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
    0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
)
PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8
DERIVE_CONTEXT, DERIVE_MATERIAL = 32, 64
MASK = 0xFFFFFFFF


def _mix(v, a, b, c, d, x, y):
    v[a] = (v[a] + v[b] + x) & MASK
    w = v[d] ^ v[a]
    v[d] = (w >> 16 | w << 16) & MASK
    v[c] = (v[c] + v[d]) & MASK
    w = v[b] ^ v[c]
    v[b] = (w >> 12 | w << 20) & MASK
    v[a] = (v[a] + v[b] + y) & MASK
    w = v[d] ^ v[a]
    v[d] = (w >> 8 | w << 24) & MASK
    v[c] = (v[c] + v[d]) & MASK
    w = v[b] ^ v[c]
    v[b] = (w >> 7 | w << 25) & MASK


def _compress(chaining, block, counter, length, flags):
    words = struct.unpack("<16I", block.ljust(64, b"\0"))
    v = list(chaining) + list(IV[:4])
    v += [counter & MASK, counter >> 32, length, flags]
    for round_number in range(7):
        _mix(v, 0, 4, 8, 12, words[0], words[1])
        _mix(v, 1, 5, 9, 13, words[2], words[3])
        _mix(v, 2, 6, 10, 14, words[4], words[5])
        _mix(v, 3, 7, 11, 15, words[6], words[7])
        _mix(v, 0, 5, 10, 15, words[8], words[9])
        _mix(v, 1, 6, 11, 12, words[10], words[11])
        _mix(v, 2, 7, 8, 13, words[12], words[13])
        _mix(v, 3, 4, 9, 14, words[14], words[15])
        if round_number < 6:
            words = [words[at] for at in PERMUTATION]
    return [v[at] ^ v[at + 8] for at in range(8)]


def _chunk(key, data, counter, flags, is_root):
    blocks = [data[at:at + 64] for at in range(0, len(data), 64)] or [b""]
    chaining = key
    for number, block in enumerate(blocks):
        extra = CHUNK_START if number == 0 else 0
        if number == len(blocks) - 1:
            extra |= CHUNK_END | (ROOT if is_root else 0)
        chaining = _compress(chaining, block, counter, len(block), flags | extra)
    return chaining


def _hash(key, data, flags):
    if len(data) <= 1024:
        return struct.pack("<8I", *_chunk(key, data, 0, flags, True))

    def tree(data, counter, is_root):
        if len(data) <= 1024:
            return _chunk(key, data, counter, flags, False)
        chunks = (len(data) - 1) // 1024
        left = 1024 << (chunks.bit_length() - 1)
        children = tree(data[:left], counter, False)
        children += tree(data[left:], counter + left // 1024, False)
        root = ROOT if is_root else 0
        return _compress(key, struct.pack("<16I", *children), 0, 64, flags | PARENT | root)

    return struct.pack("<8I", *tree(data, 0, True))


def blake3(data):
    """The 32 bytes of the plain hash."""
    return _hash(IV, data, 0)


def derive_key(context, data):
    """The same in the mode *derive key*."""
    key = _hash(IV, context.encode(), DERIVE_CONTEXT)
    return _hash(struct.unpack("<8I", key), data, DERIVE_MATERIAL)
