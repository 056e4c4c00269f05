"""What a client may send is read, and everything else refused: with a sentence, and never by another error."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import BaseModel

from splendor.rooms.room import encode
from splendor.wire import client
from splendor.wire.client import BadMessage, id_of, read_json, read_message

TAKE = {"type": "take", "tokens": {"ruby": 2}}
GOOD: list[dict[str, Any]] = [
    {"type": "sit"},
    {"type": "sit", "seat": 3},
    {"type": "stand"},
    {"type": "options", "options": {"seats": 3, "target": 21, "relaxed_take": True, "clock": None}, "public": True},
    {"type": "options", "options": {"clock": {"bank": 600, "increment": 5}}},
    {"type": "bot", "seat": 1, "level": None},
    {"type": "kick", "seat": 1},
    {"type": "start"},
    {"type": "act", "game": "g", "seq": 1, "action": TAKE},
    {"type": "act", "game": "g", "seq": 1, "action": {"type": "reserve", "card": "L1-03"}},
    {"type": "act", "game": "g", "seq": 1, "action": {"type": "reserve", "deck": 3}},
    {"type": "act", "game": "g", "seq": 1, "action": {"type": "buy", "card": "L1-03", "pay": {"gold": 1}}},
    {"type": "act", "game": "g", "seq": 1, "action": {"type": "return", "tokens": {"gold": 3}}},
    {"type": "act", "game": "g", "seq": 1, "action": {"type": "noble", "noble": "N-03"}},
    {"type": "undo", "game": "g", "seq": 4},
    {"type": "resign", "game": "g"},
    {"type": "absent", "seat": 2, "choice": "skip"},
    {"type": "rematch"},
    {"type": "chat", "text": "hello \U0001f600"},
    {"type": "ping", "resync": True},
]


def refusal(sent: str | dict[str, Any]) -> BadMessage:
    with pytest.raises(BadMessage) as caught:
        read_message(sent if isinstance(sent, str) else json.dumps(sent))
    error = caught.value
    # Whatever is answered must get over the wire.
    encode({"type": "error", "re": error.re, "code": "bad_message", "detail": str(error)})
    assert str(error)
    return error


def act(action: Any, **fields: Any) -> dict[str, Any]:
    return {"type": "act", "game": "g", "seq": 1, "action": action, **fields}


@pytest.mark.parametrize("message", GOOD, ids=lambda message: json.dumps(message)[:60])
def test_every_message_of_the_protocol_is_read(message: dict[str, Any]) -> None:
    for id in ("m1", 7, -1, "", "x" * 64, 2**53):
        read = read_message(json.dumps({**message, "id": id}))
        assert read.type == message["type"]
        assert read.id == id
        assert read.model_dump(exclude_unset=True) == {**message, "id": id}


def test_the_id_may_be_left_out_or_null() -> None:
    assert read_message('{"type":"ping"}').id is None
    assert read_message('{"type":"ping","id":null}').id is None


@pytest.mark.parametrize(
    "text",
    ["", " ", "{", "[1,", "nul", "{'type':'ping'}", '{"type":"ping",}', "{}{}", "\x00", '{"type":"ping"', "\ufeff{}",
     '{"type":"ch\nat"}', "// hm", "[" * 4000, '{"a":' * 600 + "1" + "}" * 600, "9" * 4096,
     '{"type":"ping","id":' + "9" * 4000 + "}"],
)  # fmt: skip
def test_what_is_no_json_or_too_deep_is_refused(text: str) -> None:
    refusal(text)


@pytest.mark.parametrize("text", ["null", "1", '"ping"', "[]", '[{"type":"ping"}]', "true", "1e999"])
def test_a_message_is_an_object(text: str) -> None:
    assert "object" in str(refusal(text))


@pytest.mark.parametrize("type", ["", "nosuch", "Ping", "pass", "welcome", "move", None, 1, True, [], {}, ["ping"]])
def test_an_unknown_type_is_refused(type: Any) -> None:
    assert refusal({"type": type, "id": "m1"}).re == "m1"


@pytest.mark.parametrize("message", GOOD, ids=lambda message: json.dumps(message)[:60])
def test_an_unknown_key_is_refused_by_name(message: dict[str, Any]) -> None:
    assert "surplus" in str(refusal({**message, "surplus": 1}))


@pytest.mark.parametrize(
    "message",
    [
        act({**TAKE, "surplus": 1}),
        act({"type": "take", "tokens": {"surplus": 1}}),
        {"type": "options", "options": {"surplus": 1}},
        {"type": "options", "options": {"clock": {"bank": 60, "increment": 0, "surplus": 1}}},
    ],
)
def test_an_unknown_key_further_down_is_refused_by_name(message: dict[str, Any]) -> None:
    assert "surplus" in str(refusal(message))


@pytest.mark.parametrize("message", [m for m in GOOD if len(m) > 1], ids=lambda message: json.dumps(message)[:60])
def test_a_missing_field_is_refused(message: dict[str, Any]) -> None:
    optional = {"sit": {"seat"}, "options": {"public"}, "bot": {"level"}, "ping": {"resync"}}
    for field in message.keys() - {"type"} - optional.get(message["type"], set()):
        assert field in str(refusal({key: value for key, value in message.items() if key != field}))


NO_COUNTS = [0, -1, -3, 11, 10**400, 1.0, 1.5, 2.0000000001, "1", "ruby", True, False, None, [], {}, [1], {"n": 1}]


@pytest.mark.parametrize("count", NO_COUNTS, ids=lambda count: str(count)[:20])
@pytest.mark.parametrize("kind", ["take", "return", "buy"])
def test_what_is_no_count_of_tokens_is_refused(kind: str, count: Any) -> None:
    """Fault 11: fractions, strings, negatives, booleans, numbers out of this world."""
    tokens = {"ruby": count}
    refusal(act({"type": "buy", "card": "L1-03", "pay": tokens} if kind == "buy" else {"type": kind, "tokens": tokens}))


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1e400", "NaN", "Infinity", "-Infinity", "1E1", "1.0", "-0.0"])
def test_numbers_that_are_no_whole_numbers_are_refused(number: str) -> None:
    for text in (
        f'{{"type":"act","game":"g","seq":{number},"action":{{"type":"take","tokens":{{"ruby":2}}}}}}',
        f'{{"type":"act","game":"g","seq":1,"action":{{"type":"take","tokens":{{"ruby":{number}}}}}}}',
        f'{{"type":"sit","seat":{number}}}',
        f'{{"type":"ping","id":{number}}}',
    ):
        refusal(text)


@pytest.mark.parametrize("seq", [0, -1, 1_000_001, "1", True, None, 1.5, [], 10**400])
def test_what_is_no_number_of_an_action_is_refused(seq: Any) -> None:
    refusal(act(TAKE, seq=seq))


@pytest.mark.parametrize("seat", [-1, 4, "0", True, 0.0, [], {}, 10**400])
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    refusal({"type": "sit", "seat": seat})
    refusal({"type": "kick", "seat": seat})


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 1}, {"seats": 5}, {"seats": "2"}, {"seats": True}, {"seats": None}, {"seats": 2.0},
        {"target": 9}, {"target": 31}, {"target": "15"}, {"relaxed_take": 1}, {"relaxed_take": "true"},
        {"relaxed_take": None}, {"hide_reserved": 0}, {"clock": 60}, {"clock": {}}, {"clock": {"bank": 60}},
        {"clock": {"bank": 9, "increment": 0}}, {"clock": {"bank": 60, "increment": -1}}, [], None, 1, "seats",
    ],
)  # fmt: skip
def test_what_are_no_options_is_refused(options: Any) -> None:
    refusal({"type": "options", "options": options})


@pytest.mark.parametrize(
    "action",
    [
        None, 1, "take", [], {}, {"type": "pass"}, {"type": "resign"}, {"type": "take"}, {"type": "take", "tokens": []},
        {"type": "reserve"}, {"type": "reserve", "card": "L1-03", "deck": 1}, {"type": "reserve", "deck": 0},
        {"type": "reserve", "deck": 4}, {"type": "reserve", "deck": "1"}, {"type": "reserve", "deck": True},
        {"type": "reserve", "deck": 1.0}, {"type": "reserve", "card": 3}, {"type": "reserve", "card": "x" * 9},
        {"type": "buy"}, {"type": "buy", "card": None}, {"type": "buy", "card": ["L1-03"]},
        {"type": "buy", "card": "L1-03", "pay": 1}, {"type": "noble"}, {"type": "noble", "noble": 1},
        {"type": "take", "tokens": {"white": 1}}, {"type": "take", "tokens": {"Ruby": 1}},
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused(action: Any) -> None:
    refusal(act(action))


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"ping","type":"ping"}',
        '{"type":"ping","id":1,"id":2}',
        '{"type":"act","game":"g","seq":1,"action":{"type":"take","tokens":{"ruby":1,"ruby":2}}}',
        '{"type":"act","game":"g","seq":1,"action":{"type":"take","type":"buy","card":"L1-03"}}',
        '{"type":"options","options":{"target":15,"target":30}}',
        '{"type":"ping","t\\u0079pe":"ping"}',
    ],
)
def test_a_key_that_stands_twice_is_refused(text: str) -> None:
    assert "twice" in str(refusal(text))


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"chat","text":"\\ud800"}',
        '{"type":"chat","text":"a\\udfffb"}',
        '{"type":"chat","text":"\\ude00\\ud83d"}',
        '{"type":"ping","id":"\\ud800"}',
        '{"type":"\\ud800"}',
        '{"type":"ping","\\ud800":1}',
        '{"type":"ping","\\ud800":1,"id":"m1"}',
        '{"type":"resign","game":"\\udc00"}',
        '{"type":"act","game":"g","seq":1,"action":{"type":"buy","card":"\\ud800"}}',
        '{"type":"act","game":"g","seq":1,"action":{"type":"take","tokens":{"\\ud800":1}}}',
        '["\\ud800"]',
    ],
)
def test_half_a_surrogate_pair_is_refused_wherever_it_stands(text: str) -> None:
    refusal(text)
    assert id_of(text) is None


def test_a_whole_surrogate_pair_is_a_character() -> None:
    read = read_message('{"type":"chat","text":"\\ud83d\\ude00"}')
    assert isinstance(read, client.Say)
    assert read.text == "\U0001f600"


@pytest.mark.parametrize("code", [0, 7, 9, 10, 13, 0x1B, 0x7F, 0x85, 0x2028, 0x2029, 0x202E, 0x2066, 0xFEFF])
def test_chat_is_one_line_of_visible_text(code: int) -> None:
    refusal({"type": "chat", "text": f"a{chr(code)}b"})


@pytest.mark.parametrize(
    "text", ["", " ", "   ", "\u00a0", "\u200b", "\u2800", "\u3164 \u200d", "x" * 301, 1, None, ["hello"]]
)
def test_chat_has_one_to_300_characters(text: Any) -> None:
    refusal({"type": "chat", "text": text})


def test_chat_keeps_what_it_may_contain() -> None:
    for text in (
        "x" * 300,
        "<img src=x onerror=alert(1)>",
        "{{7*7}}",
        "\u05e9\u05dc\u05d5\u05dd",
        "\\u0000",
        '"',
        "\U0001f9d9\u200d\u2642\ufe0f",
    ):
        assert read_message(json.dumps({"type": "chat", "text": text})).text == text  # type: ignore[union-attr]


@pytest.mark.parametrize("id", ["m1", "", "x" * 64, 0, -5, 2**53])
def test_a_refused_message_is_answered_by_its_id(id: Any) -> None:
    assert refusal({"type": "sit", "seat": -1, "id": id}).re == id
    assert id_of(json.dumps({"type": "sit", "id": id})) == id


@pytest.mark.parametrize("id", ["x" * 65, 2**53 + 1, -(10**30), 1.5, True, False, [], {}, [1]])
def test_an_id_that_can_not_be_one_is_refused_and_not_repeated(id: Any) -> None:
    assert refusal({"type": "ping", "id": id}).re is None
    assert id_of(json.dumps({"type": "ping", "id": id})) is None


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "1", '{"id":1,"id":2}'])
def test_a_message_that_can_not_be_read_has_no_id(text: str) -> None:
    assert id_of(text) is None


# Anything at all

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)


def mutated(message: dict[str, Any]) -> st.SearchStrategy[Any]:
    """The message with one value anywhere in it replaced by something else."""

    def strategy(value: Any) -> st.SearchStrategy[Any]:
        if not isinstance(value, dict) or not value:
            return json_values
        return st.one_of(
            json_values,
            *(strategy(inner).map(lambda new, key=key: {**value, key: new}) for key, inner in value.items()),
            st.tuples(st.text(max_size=5), json_values).map(lambda extra: {**value, extra[0]: extra[1]}),
        )

    return strategy(message)


def reads_or_refuses(text: str) -> None:
    try:
        message = read_message(text)
    except BadMessage as error:
        encode({"type": "error", "re": error.re, "code": "bad_message", "detail": str(error)})
    else:
        assert isinstance(message, BaseModel)
        encode({"type": "ok", "re": message.id})
        encode(message.model_dump())


@given(st.text())
@example('{"type":"ping","id":"\ud800"}')
def test_any_text_is_a_message_or_refused(text: str) -> None:
    reads_or_refuses(text)


@given(json_values)
def test_any_json_is_a_message_or_refused(value: Any) -> None:
    reads_or_refuses(json.dumps(value))
    reads_or_refuses(json.dumps(value, ensure_ascii=False))


@given(st.sampled_from(GOOD).flatmap(mutated))
def test_a_message_with_one_thing_changed_is_a_message_or_refused(value: Any) -> None:
    reads_or_refuses(json.dumps(value))


@given(json_values)
def test_json_is_read_as_the_standard_library_reads_it_or_refused(value: Any) -> None:
    text = json.dumps(value)
    try:
        read = read_json(text)
    except ValueError:
        return
    assert read == json.loads(text)
