"""Text for an action, a state and a whole game, and back, so that a fixture is a line and a bug report pastes into a
test. A token is a letter (D S E R O, G for gold); tokens of a player or the bank are six digits in that order.

    action   take DSE | reserve L2-07 | reserve deck 2 | buy L1-03 | buy L1-03 RRG | return G | noble N-03 |
             pass | resign | end
    state    see `state_to_text`
    game     the state it begins with, then `seat action` for each action, one a line or with ';' between

An empty bundle of tokens (the payment for a free card) is '-'.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from splendor.rules.actions import Action, Buy, ChooseNoble, End, Pass, Reserve, Resign, Return, Take
from splendor.rules.components import CARDS, NOBLES
from splendor.rules.illegal import UnreadableAction
from splendor.rules.options import Options
from splendor.rules.play import apply
from splendor.rules.ranking import ranked
from splendor.rules.state import Held, Phase, Player, State
from splendor.rules.tokens import Tokens, plus

LETTERS: Final = "DSEROG"
PHASES: Final[dict[str, Phase]] = {"play": "play", "return": "return", "noble": "noble", "over": "over"}


def tokens_to_text(tokens: Tokens) -> str:
    """
    >>> tokens_to_text((0, 0, 0, 2, 0, 1)), tokens_to_text((0, 0, 0, 0, 0, 0))
    ('RRG', '-')
    """
    return "".join(letter * n for letter, n in zip(LETTERS, tokens, strict=True)) or "-"


def tokens_from_text(text: str) -> Tokens:
    """
    >>> tokens_from_text("OER")
    (0, 0, 1, 1, 1, 0)
    """
    letters = "" if text == "-" else text
    if not set(letters) <= set(LETTERS):
        raise UnreadableAction(f"tokens are letters of {LETTERS}, not {text!r}")
    return tuple(letters.count(letter) for letter in LETTERS)


def action_to_text(action: Action) -> str:
    """
    >>> action_to_text(Reserve(deck=2)), action_to_text(Buy("L1-03", (0, 0, 0, 0, 0, 0)))
    ('reserve deck 2', 'buy L1-03 -')
    """
    match action:
        case Take(tokens):
            return f"take {tokens_to_text(tokens)}"
        case Return(tokens):
            return f"return {tokens_to_text(tokens)}"
        case Reserve(card=None, deck=deck):
            return f"reserve deck {deck}"
        case Reserve(card=card):
            return f"reserve {card}"
        case Buy(card, pay):
            return f"buy {card}" if pay is None else f"buy {card} {tokens_to_text(pay)}"
        case ChooseNoble(noble):
            return f"noble {noble}"
        case Pass():
            return "pass"
        case Resign():
            return "resign"
        case End():
            return "end"


def action_from_text(text: str) -> Action:
    """
    >>> action_from_text("take RR")
    Take(tokens=(0, 0, 0, 2, 0, 0))
    """
    match text.split():
        case ["take", tokens]:
            return Take(tokens_from_text(tokens))
        case ["return", tokens]:
            return Return(tokens_from_text(tokens))
        case ["reserve", "deck", ("1" | "2" | "3") as level]:
            return Reserve(deck=int(level))
        case ["reserve", card]:
            return Reserve(card=card)
        case ["buy", card]:
            return Buy(card)
        case ["buy", card, tokens]:
            return Buy(card, tokens_from_text(tokens))
        case ["noble", noble]:
            return ChooseNoble(noble)
        case ["pass"]:
            return Pass()
        case ["resign"]:
            return Resign()
        case ["end"]:
            return End()
    raise UnreadableAction(f"not an action: {text!r}")


def state_to_text(state: State) -> str:
    """One line of `name=value`, hidden cards included. A row is `market/deck`, its cards as numbers, `--` an empty
    slot; a player is `tokens/cards/reserved/nobles`, a '?' behind a blind reserve, a '!' behind one who has left. What
    can be counted from that (points, bonuses, result) is not said.

    >>> from splendor.rules.dealing import deal
    >>> from splendor.rules.state import new_game
    >>> line = state_to_text(new_game(deal("c0ffee", 2), 2, Options()))
    >>> line[:90]
    'play turn=0 start=0 round=1 bank=444445 nobles=N-08,N-09,N-03 row1=31,05,33,09/39,26,13,18'
    >>> state_to_text(state_from_text(line)) == line
    True
    """
    fields = [state.phase, f"turn={state.turn}", f"start={state.start}", f"round={state.round}"]
    fields += [f"{name}={int(number)}" for name, number in _rare(state).items() if number]
    fields += [f"bank={_digits(state.bank)}", f"nobles={','.join(state.nobles)}"]
    for level, (row, deck) in enumerate(zip(state.market, state.decks, strict=True), start=1):
        slots = ",".join("--" if card is None else card[3:] for card in row)
        fields.append(f"row{level}={slots}/{','.join(card[3:] for card in deck)}")
    fields += [f"player={_player_to_text(player)}" for player in state.players]
    return " ".join(fields)


def _rare(state: State) -> dict[str, int]:
    """What mostly stands at its default and is then left out."""
    return {
        "target": 0 if state.options.target == Options().target else state.options.target,
        "relaxed_take": state.options.relaxed_take,
        "hide_reserved": state.options.hide_reserved,
        "final_round": state.final_round,
        "passes": state.passes,
        "busy_round": state.busy_round,
    }


def _digits(tokens: Tokens) -> str:
    return "".join(map(str, tokens))


def _player_to_text(player: Player) -> str:
    reserved = ",".join(held.card + "?" * held.blind for held in player.reserved)
    parts = (_digits(player.tokens), ",".join(player.cards), reserved, ",".join(player.nobles))
    return "/".join(parts) + "!" * player.left


def state_from_text(text: str) -> State:
    """The way back. What the line leaves out is as at the start of a game.

    >>> state_from_text("play bank=444440 player=000001//L1-03?/ player=000000///").player.reserved
    (Held(card='L1-03', blind=True),)
    """
    phase, *fields = text.split()
    values: dict[str, list[str]] = {}
    for field in fields:
        name, _, value = field.partition("=")
        values.setdefault(name, []).append(value)

    def number(name: str, default: int = 0) -> int:
        return int(values.pop(name, [str(default)])[0])

    rows = [values.pop(f"row{level}", ["--,--,--,--/"])[0].split("/") for level in (1, 2, 3)]
    players = tuple(_player_from_text(player) for player in values.pop("player"))
    state = State(
        options=Options(number("target", 15), bool(number("relaxed_take")), bool(number("hide_reserved"))),
        players=players,
        turn=number("turn"),
        start=number("start"),
        round=number("round", 1),
        phase=PHASES[phase],
        final_round=bool(number("final_round")),
        bank=tuple(map(int, values.pop("bank")[0])),
        market=tuple(
            tuple(None if slot == "--" else f"L{level}-{slot}" for slot in row.split(","))
            for level, (row, _) in enumerate(rows, start=1)
        ),
        decks=tuple(tuple(f"L{level}-{card}" for card in _list(deck)) for level, (_, deck) in enumerate(rows, start=1)),
        nobles=_list(values.pop("nobles", [""])[0]),
        passes=number("passes"),
        busy_round=number("busy_round"),
        result=ranked(players) if phase == "over" else None,
    )
    if values:
        raise ValueError(f"a state has no {', '.join(values)}")
    return state


def _list(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def _player_from_text(text: str) -> Player:
    tokens, cards, reserved, nobles = text.rstrip("!").split("/")
    bonuses: Any = (0, 0, 0, 0, 0)
    for card in _list(cards):
        bonuses = plus(bonuses, CARDS[card].bonuses)
    return Player(
        tokens=tuple(map(int, tokens)),
        bonuses=bonuses,
        points=sum(CARDS[card].points for card in _list(cards)) + sum(NOBLES[noble].points for noble in _list(nobles)),
        cards=_list(cards),
        reserved=tuple(Held(card.rstrip("?"), card.endswith("?")) for card in _list(reserved)),
        nobles=_list(nobles),
        left=text.endswith("!"),
    )


class Game(NamedTuple):
    """A game as it can be told: where it began, and every action with the seat that made it."""

    begin: State
    actions: tuple[tuple[int, Action], ...]

    def play(self) -> State:
        """Where it has come to: the fold of its actions."""
        state = self.begin
        for seat, action in self.actions:
            state = apply(state, seat, action).state
        return state


def game_to_text(begin: State, actions: Iterable[tuple[int, Action]]) -> str:
    lines = [state_to_text(begin), *(f"{seat} {action_to_text(action)}" for seat, action in actions)]
    return "\n".join(lines) + "\n"


def game_from_text(text: str) -> Game:
    """Reads both forms; lines that begin with '#' are remarks.

    >>> game = game_from_text("play bank=444445 player=000000/// player=000000///; 0 take RR; 1 take SEO")
    >>> game.play().bank
    (4, 3, 3, 2, 3, 5)
    """
    told = ";".join(line for line in text.splitlines() if not line.startswith("#"))
    begin, *lines = [line.strip() for line in told.split(";") if line.strip()]
    actions = []
    for line in lines:
        seat, _, action = line.partition(" ")
        actions.append((int(seat), action_from_text(action)))
    return Game(state_from_text(begin), tuple(actions))
