"""Records conversations with a node that runs tests/protocol/server.scm, for tests of later versions:
python3 record.py HOST:PORT HOME DIRECTORY TARGET
"""

import sys

import talk
from identity import Cluster, Identity
from peer import VERSION, Peer


class Recorded(Peer):
    """Keeps what both sides send."""

    def record(self, mark, data):
        self.__dict__.setdefault("lines", []).append(f"{mark} {data.hex()}\n")


def main(address, home, directory, target):
    cluster = Cluster(home)
    first = Peer(Identity(cluster), address, directory)
    first.goodbye("done")
    for side, arbiter in [(1, "peer"), (-1, "node")]:
        peer = Recorded(talk.identity_on(cluster, side, first.node), address, directory)
        talk.messages(peer, long=1 << 15)
        talk.processes(peer, talk.code(peer))
        peer.goodbye("done")
        with open(f"{target}/{VERSION}-{arbiter}.txt", "x", encoding="ascii") as file:
            file.write(f"# A conversation of version {VERSION}; the {arbiter} is the arbiter.\n")
            file.writelines(peer.lines)


if __name__ == "__main__":
    main(*sys.argv[1:])
