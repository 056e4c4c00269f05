"""What is pushed is encrypted as the standards have it, and signed."""

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec

from splendor.push import base64url
from splendor.push.encryption import LONGEST, encrypted
from splendor.push.vapid import Vapid, new_secret, topic
from support.push_service import Browser, claims, to_bytes, to_text


def key_of(secret: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(to_bytes(secret), "big"), ec.SECP256R1())


def test_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A."""
    body = encrypted(
        b"When I grow up, I want to be a watermelon",
        to_bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        to_bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        key_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        to_bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_browser_reads_it_and_no_two_are_alike() -> None:
    browser = Browser("https://push.example/1")
    bodies = [encrypted(b"hello", browser.point, browser.auth) for _ in range(3)]
    assert [browser.read(body) for body in bodies] == [b"hello"] * 3
    assert len({body[:16] for body in bodies}) == len({body[21:86] for body in bodies}) == 3


def test_the_longest_that_fits_and_no_longer() -> None:
    browser = Browser("https://push.example/1")
    body = encrypted(b"x" * LONGEST, browser.point, browser.auth)
    assert len(body) <= 4096
    assert browser.read(body) == b"x" * LONGEST
    with pytest.raises(ValueError, match="at most"):
        encrypted(b"x" * (LONGEST + 1), browser.point, browser.auth)


def test_the_statement_names_the_push_service_and_whom_to_write_to() -> None:
    vapid = Vapid(new_secret(), "mailto:ada@example.org", lambda: 1_000_000.5)
    said = claims(vapid.authorization("https://push.example"), vapid.public_key)
    assert said == {"aud": "https://push.example", "exp": 1_000_000 + 12 * 3600, "sub": "mailto:ada@example.org"}
    point = to_bytes(vapid.public_key)
    assert (len(point), point[0]) == (65, 4)


def test_a_statement_is_made_anew_for_each_service_and_after_half_its_life() -> None:
    now = [0.0]
    vapid = Vapid(new_secret(), "mailto:ada@example.org", lambda: now[0])
    first = vapid.authorization("https://a.example")
    assert vapid.authorization("https://b.example") != first
    now[0] = 6 * 3600
    assert vapid.authorization("https://a.example") == first
    now[0] += 1
    assert claims(vapid.authorization("https://a.example"), vapid.public_key)["exp"] == 18 * 3600 + 1


def test_one_secret_is_one_key() -> None:
    secret = new_secret()
    one, same, other = Vapid(secret, "mailto:a@b"), Vapid(secret, "mailto:a@b"), Vapid(new_secret(), "mailto:a@b")
    assert one.public_key == same.public_key != other.public_key
    statement = other.authorization("https://a.example").replace(other.public_key, one.public_key)
    with pytest.raises(InvalidSignature):
        claims(statement, one.public_key)


def test_a_topic_says_nothing_and_fits() -> None:
    assert topic("amber-otter-7q4k2m9x") == topic("amber-otter-7q4k2m9x") != topic("amber-otter-7q4k2m9y")
    assert len(topic("amber-otter-7q4k2m9x")) == 32


@pytest.mark.parametrize("text", ["a b", "ä", "+/", "a", "====a"])
def test_what_is_not_base64url_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        base64url.to_bytes(text)
