"""What a peer needs to be let in: a key, and a certificate by the authority of a cluster.

Written from docs/spec/transport.md.
"""

import base64
import datetime
import os
import ssl

import ed25519
from blake3 import blake3

PUBLIC_KEY = bytes.fromhex("302a300506032b6570032100")  # NODE-1
PRIVATE_KEY = bytes.fromhex("302e020100300506032b657004220420")
ALGORITHM = bytes.fromhex("300506032b6570")
NAME = "mound-node"


def der(tag, *parts):
    content = b"".join(parts)
    length = len(content)
    if length < 0x80:
        return bytes([tag, length]) + content
    digits = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(digits)]) + digits + content


def element(data):
    """The first element: all its bytes, its content, and what follows it."""
    length, at = data[1], 2
    if length >= 0x80:
        at += length & 0x7F
        length = int.from_bytes(data[2:at], "big")
    return data[:at + length], data[at:at + length], data[at + length:]


def fields(certificate):
    """Serial number, algorithm, issuer, validity, subject and key of a certificate."""
    rest = element(element(certificate)[1])[1]
    if rest[0] == 0xA0:
        rest = element(rest)[2]
    found = []
    for _ in range(6):
        whole, _, rest = element(rest)
        found.append(whole)
    return found


def subject(certificate):
    return fields(certificate)[4]


def node_id(certificate):
    """NODE-1."""
    return blake3(fields(certificate)[5])[:16]


def pem(label, data):
    text = base64.encodebytes(data).decode()
    return f"-----BEGIN {label}-----\n{text}-----END {label}-----\n"


def blocks(text, label):
    """The contents of blocks with this label."""
    for part in text.split(f"-----BEGIN {label}-----")[1:]:
        yield base64.b64decode(part.split(f"-----END {label}-----")[0])


class Cluster:
    """The authority of a cluster, from its files (FILE-1)."""

    def __init__(self, home):
        with open(os.path.join(home, "authority.pem"), encoding="ascii") as file:
            text = file.read()
        key = next(blocks(text, "PRIVATE KEY"))
        at = key.index(b"\x04\x22\x04\x20") + 4
        self.seed = key[at:at + 32]
        self.certificate = next(blocks(text, "CERTIFICATE"))

    def certify(self, public):
        """A certificate for the key of a node (CERT-3, CERT-4)."""
        now = datetime.datetime.now(datetime.timezone.utc)

        def moment(days):
            text = (now + datetime.timedelta(days=days)).strftime("%y%m%d%H%M%SZ")
            return der(0x17, text.encode())

        def extension(identifier, content, critical=b""):
            return der(0x30, der(6, bytes.fromhex(identifier)), critical, der(4, content))

        name = der(0x30, der(6, bytes.fromhex("550403")), der(0x0C, NAME.encode()))
        usages = [der(6, bytes.fromhex("2b0601050507030" + use)) for use in "12"]
        extensions = der(
            0x30,
            extension("551d11", der(0x30, der(0x82, NAME.encode()))),
            extension("551d0f", bytes([3, 2, 7, 0x80]), der(1, b"\xff")),
            extension("551d25", der(0x30, *usages)),
        )
        content = der(
            0x30,
            der(0xA0, der(2, b"\x02")),
            der(2, b"\x01" + os.urandom(15)),
            ALGORITHM,
            subject(self.certificate),
            der(0x30, moment(-1), moment(1)),
            der(0x30, der(0x31, name)),
            PUBLIC_KEY + public,
            der(0xA3, extensions),
        )
        signature = der(3, b"\0" + ed25519.sign(self.seed, content))
        return der(0x30, content, ALGORITHM, signature)


class Identity:
    """A key of its own, and what proves that the cluster knows it."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.seed = os.urandom(32)
        self.certificate = cluster.certify(ed25519.public_key(self.seed))
        self.node = node_id(self.certificate)
        self.incarnation = int.from_bytes(os.urandom(8), "little")

    def context(self, directory):
        """TLS-2 to TLS-5, with the key in a file of the directory."""
        path = os.path.join(directory, self.node.hex() + ".pem")
        with open(path, "w", encoding="ascii", opener=private) as file:
            file.write(pem("PRIVATE KEY", PRIVATE_KEY + self.seed))
            file.write(pem("CERTIFICATE", self.certificate))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT  # CERT-6
        context.load_verify_locations(cadata=pem("CERTIFICATE", self.cluster.certificate))
        context.load_cert_chain(path)
        context.set_alpn_protocols(["mound"])
        return context


def private(path, flags):
    return os.open(path, flags, 0o600)
