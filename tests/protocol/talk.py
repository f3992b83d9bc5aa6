"""Talks to a node that runs tests/protocol/server.scm: python3 talk.py HOST:PORT HOME DIRECTORY

Prints a line for each thing that it has tried; the test compares.
"""

import sys

import values
from blake3 import blake3, derive_key
from identity import Cluster, Identity
from peer import Closed, Malformed, Peer
from basics import Input
from values import NULL, Pair, Symbol, Name, items, listed, text

REQUEST = 1 << 41
ME = 7


def told(what):
    print(what, flush=True)


def reason(payload):
    """REASON-1."""
    # An origin may follow (REASON-6).
    origin, word, object_ = values.decode(payload).parts[:3]
    return origin, word, object_


def ask(peer, service, tag, *rest):
    """Sends `(me tag rest ...)` to a service, and gives what comes back under the tag."""
    request = listed(peer.pid(ME), peer.tag(tag), *rest)
    peer.send("send named", service, ME, values.encode(request))
    answer, payload = peer.message_for(ME)
    found, result = items(answer)
    assert found == peer.tag(tag), "another answer"
    return result, payload


def messages(peer, long=3 << 20):
    peer.send("ping", 12345)
    assert peer.expect("pong") == (12345,)
    told("a ping is answered")
    things = listed(1, -100, 1 << 70, 2.5, True, NULL, Symbol("word"), text("text λ"), Pair(1, 2))
    echoed, _ = ask(peer, "echo", 1, things)
    assert values.encode(echoed) == values.encode(things), "VALUE-1"
    told("a service answers")
    long = text("0123456789abcdef" * (long // 16))
    echoed, _ = ask(peer, "echo", 2, long)
    assert echoed.also == long.also
    told("a long message comes back in pieces")
    for number in range(100):
        request = listed(peer.pid(ME), peer.tag(number), number)
        peer.send("send named", "echo", ME, values.encode(request))
    answers = [items(peer.message_for(ME)[0])[1] for _ in range(100)]
    assert answers == list(range(100)), "LANE-4"
    told("messages keep their order")
    peer.send("send named", "nobody", ME, values.encode(1))
    _, to, reference, payload = peer.expect("down")
    assert (to, reference) == (ME, 0)
    assert reason(payload) == (False, "noproc", "nobody"), "SIGNAL-8"
    told("a service that is not there is told")


def room(peer):
    item = values.encode(listed(Symbol("item"), 1))
    for _ in range(3):
        peer.send("send named", "narrow", ME, item)
    process, name = peer.expect("hold")
    assert name == "narrow", "HOLD-1"
    peer.send("send", process, ME, item)
    assert peer.expect("hold") == (process, ""), "HOLD-2"
    told("there is no room for more messages")
    peer.send("send", process, ME, values.encode(Symbol("open")))
    assert peer.expect("room") == (process,), "HOLD-3"
    told("there is room again")
    # What is left makes it ready for the next peer.
    for _ in range(2):
        peer.send("send", process, ME, item)
    peer.send("send", process, ME, values.encode(Symbol("open")))


def code(peer):
    worker, payload = ask(peer, "worker", 3)
    hash_, function = worker.also
    assert values.units(payload) == [hash_]
    peer.send("code wanted", [hash_, bytes(32)])
    have, container = peer.expect("code")
    assert have == hash_ and peer.expect("code missing") == (bytes(32),)
    parts = Input(container)
    assert parts.take(4) == b"MNDU", "UNIT-2"
    canonical = parts.bytes()
    parts.bytes()
    parts.end()
    assert derive_key("mound unit v1", canonical) == hash_, "UNIT-3"
    told("a unit has its hash")
    unknown = values.Object(values.PROCEDURE, (), (blake3(b"nothing"), 0))
    peer.send("send named", "echo", ME, values.encode(unknown))
    to, why = peer.expect("refused")
    assert to == ME and why and peer.wanted == [blake3(b"nothing")]
    told("a message without its code is refused")
    return hash_, function


def spawn(peer, worker, number, told_of=0, linked=()):
    options = b"\0" + b"".join(serial.to_bytes(8, "little") for serial in (told_of, *linked))
    peer.send("spawn request", number, ME, options, values.thunk(*worker))
    _, to, serial = peer.expect("spawned", lambda request, *_: request == number)
    assert to == ME
    return serial


def processes(peer, worker):
    first = spawn(peer, worker, 1)
    peer.send("monitor", ME, first, 99)
    peer.send("send", first, ME, values.encode(listed(Symbol("whoami"), peer.pid(ME))))
    answer, _ = peer.message_for(ME)
    pid = items(answer)[1]
    assert pid == Name(0xA3, peer.node, peer.incarnation, first), "SPAWN-4"
    told("a process is spawned by the hash of its code")
    peer.send("send", first, ME, values.encode(Symbol("stop")))
    sender, to, reference, payload = peer.expect("down")
    assert (sender, to, reference) == (first, ME, 99)
    assert reason(payload)[1:] == ("normal", False), "REASON-3"
    told("its end is told to a monitor")
    peer.send("monitor", ME, first, 100)
    assert reason(peer.expect("down")[3])[1] == "noproc", "MONITOR-2"
    peer.send("link", ME, first)
    assert reason(peer.expect("exit")[2])[1] == "noproc", "LINK-3"
    told("the dead are told to be dead")
    second = spawn(peer, worker, 2, linked=[ME])
    peer.send("send", second, ME, values.encode(listed(Symbol("fail"), text("broken"))))
    sender, to, payload = peer.expect("exit")
    origin, word, object_ = reason(payload)
    assert (sender, to, word) == (second, ME, "failure"), "LINK-2"
    assert origin in (False, Name(0xA3, peer.node, peer.incarnation, second))
    assert object_.also == "broken"
    told("a failure reaches a linked process")
    third = spawn(peer, worker, 3)
    peer.send("monitor", ME, third, REQUEST | 5)
    peer.send("send", third, ME, b"\2\0\xbf")
    _, _, reference, payload = peer.expect("down")
    assert reference == REQUEST | 5
    _, word, condition = reason(payload)
    assert word == "failure" and condition.parts[0] == "undelivered", "SIGNAL-9"
    told("a request that cannot be read ends its monitor")
    peer.send("unlink", 0, third, 7)
    assert peer.expect("unlink acknowledged") == (third, 0, 7), "LINK-7"
    told("what a process has sent is known to have come")
    peer.send("monitor", ME, third, 101)
    peer.send("terminate", third, ME)
    assert reason(peer.expect("down")[3])[1] == "terminated", "SPAWN-7"
    told("a process is terminated")
    unknown = values.thunk(blake3(b"nothing"), 0)
    peer.send("spawn request", 4, ME, b"\0" + bytes(8), unknown)
    request, to, why = peer.expect("spawn failed")
    assert (request, to) == (4, ME) and why
    told("a spawn without its code fails")


def refusals(identity, address, directory):
    other = bytes(16)
    said = {
        "later versions": {"versions": (998, 999)},
        "a former version": {"versions": (4, 4)},
        "another bytecode": {"bytecode": (998, 999)},
        "another node": {"node": other},
    }
    for what, fault in said.items():
        try:
            peer = Peer(identity, address, directory, **fault)
            peer.step()
            raise AssertionError(f"{what} accepted")
        except (Closed, Malformed):
            told(f"{what}: refused")
    wide = Peer(identity, address, directory, versions=(1, 999))
    wide.goodbye("done")
    told("more versions: accepted")


def former(identity, address, directory):
    """The version before, in which large messages have the lane of their process."""
    peer = Peer(identity, address, directory, versions=(5, 5))
    assert peer.version == 5, "GREET-4"
    messages(peer)
    peer.goodbye("done")


def is_duplicate(identity, address, directory, first):
    """A second connection of the same incarnation, while the first one is in use."""
    if first.is_arbiter:
        return
    second = Peer(identity, address, directory)
    assert not second.is_used and second.duplicate == first.nonce, "GREET-13"


def identity_on(cluster, side, than):
    """A new identity whose node id is greater (`1`) or less (`-1`) than another one."""
    while True:
        identity = Identity(cluster)
        if (identity.node > than) == (side > 0):
            return identity


def main(address, home, directory):
    cluster = Cluster(home)
    first = Peer(Identity(cluster), address, directory)
    told("the greeting is understood")
    than = first.node
    first.goodbye("done")
    for side, name in [(1, "arbiter"), (-1, "other")]:
        identity = identity_on(cluster, side, than)
        peer = Peer(identity, address, directory)
        assert peer.is_arbiter == (side > 0), "GREET-11"
        told(f"as the {name} side:")
        messages(peer)
        room(peer)
        processes(peer, code(peer))
        is_duplicate(identity, address, directory, peer)
        peer.goodbye("done")
    told("in version 5:")
    former(Identity(cluster), address, directory)
    refusals(Identity(cluster), address, directory)
    last = Peer(Identity(cluster), address, directory)
    last.send("send named", "halt", ME, values.encode(NULL))
    try:
        last.expect("nothing")
    except Closed as goodbye:
        told(f"goodbye: {goodbye.code} {goodbye.text}")


if __name__ == "__main__":
    main(*sys.argv[1:])
