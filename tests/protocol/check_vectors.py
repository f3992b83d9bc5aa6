"""Reads the vectors of docs/spec as a second implementation would: python3 check_vectors.py DIRECTORY

What it reads it writes again, and gets the same bytes; what is bad it refuses.
"""

import os
import sys

import ed25519
import peer
import signals
import values
from basics import Input, Malformed
from blake3 import blake3, derive_key
from identity import PUBLIC_KEY


def vectors(directory, file):
    with open(os.path.join(directory, file), encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("#"):
                name, data = line.split()
                yield name, b"" if data == "-" else bytes.fromhex(data)


def signal(_, data):
    decoded = signals.decode(data)
    assert signals.encode(*decoded) == data


def value(name, data):
    if not name.startswith("private-"):
        assert values.encode(values.decode(data)) == data


def greeting(name, data):
    if "hello" in name:
        return peer.parse_hello(data)
    lengths = {1: 1, 2: 9, 3: 1, 4: 1, 5: 4 + data[3] if data[0] == 5 else 0}
    if len(data) != lengths.get(data[0]):
        raise Malformed("not a verdict")


def frame(_, data):
    _, _, length = peer.parse_header(data[:4])
    assert length == len(data) - 4


def container(name, data):
    if name.startswith("hash-"):
        return
    parts = Input(data)
    if parts.take(4) != b"MNDU":
        raise Malformed("not a container")
    parts.bytes(), parts.bytes(), parts.end()


def reason(name, data):
    if name.startswith("reason-"):
        assert len(values.decode(data).parts) == 3
    else:
        options = Input(data)
        options.take(options.byte()).decode()
        assert options.left() >= 8 and options.left() % 8 == 0, "SPAWN-2"


def agree(directory):
    """What belongs together fits."""
    known = dict(vectors(directory, "identity.txt"))
    for name, seed in known.items():
        if name.startswith("seed-"):
            number = name[5:]
            public = PUBLIC_KEY + ed25519.public_key(seed)
            assert known["public-key-" + number] == public
            assert known["node-id-" + number] == blake3(public)[:16]
    units = dict(vectors(directory, "units.txt"))
    for name, data in units.items():
        if name.startswith("container-"):
            canonical = Input(data[4:]).bytes()
            assert derive_key("mound unit v1", canonical) == units["hash-" + name[10:]]
    *primitives, (_, fingerprint) = vectors(directory, "primitives.txt")
    joined = b"".join(data for _, data in primitives)
    assert derive_key("mound primitives v1", joined)[:16] == fingerprint, "GREET-19"
    for name, data in vectors(directory, "lanes.txt"):
        assert signals.data_lane(int.from_bytes(data[:8], "little")) == data[8], name
    for name, data in vectors(directory, "bulk.txt"):
        version, lane, length = data[0], data[1], int.from_bytes(data[2:6], "little")
        assert signals.travels_in(lane, length, version) == data[6], name


def main(directory):
    files = {
        "signals.txt": signal,
        "values.txt": value,
        "greeting.txt": greeting,
        "frames.txt": frame,
        "units.txt": container,
        "reasons.txt": reason,
    }
    for file, read in files.items():
        count = 0
        for name, data in vectors(directory, file):
            count += 1
            try:
                read(name, data)
                refused = False
            except Malformed:
                refused = True
            assert refused == name.startswith("bad-"), (file, name)
        assert count > 3, file
    agree(directory)
    print("all vectors are understood")


if __name__ == "__main__":
    main(*sys.argv[1:])
