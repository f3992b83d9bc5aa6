"""Ed25519 (RFC 8032), as much of it as signs a certificate. Slow, and not safe against those who measure time."""

import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def _add(a, b):
    """The sum of two points in extended coordinates."""
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    h = 2 * a[2] * b[2] % P
    i, j, k, m = f - e, h - g, h + g, f + e
    return (i * j % P, k * m % P, j * k % P, i * m % P)


def _base():
    y = 4 * pow(5, P - 2, P) % P
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x % 2:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = _base()


def _multiply(number):
    result, point = (0, 1, 1, 0), BASE
    while number:
        if number & 1:
            result = _add(result, point)
        point = _add(point, point)
        number >>= 1
    inverse = pow(result[2], P - 2, P)
    x, y = result[0] * inverse % P, result[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _secret(seed):
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little")
    return (scalar & (1 << 254) - 8) | 1 << 254, digest[32:]


def public_key(seed):
    return _multiply(_secret(seed)[0])


def sign(seed, message):
    scalar, prefix = _secret(seed)
    public = _multiply(scalar)

    def number(*parts):
        return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")

    nonce = number(prefix, message) % ORDER
    point = _multiply(nonce)
    answer = (nonce + number(point, public, message) * scalar) % ORDER
    return point + answer.to_bytes(32, "little")
