"""Rare positions, reached as a game reaches them: by a deal and legal actions, so that they fold from a journal.

Each is found by playing at random with an aim until the position is there. The dice are seeded: it is always the same.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from splendor import rules
from splendor.rules import Action, Buy, Reserve, Return, State, Take

Choose = Callable[[State, random.Random], Action]


@dataclass(frozen=True, slots=True)
class Position:
    deal: rules.Deal
    options: rules.Options
    actions: tuple[tuple[int, Action], ...]
    state: State


def reach(
    condition: Callable[[State], bool],
    players: int,
    choose: Choose,
    options: rules.Options | None = None,
    arrange: Callable[[rules.Deal], rules.Deal] = lambda deal: deal,
    tries: int = 400,
    longest: int = 400,
) -> Position:
    """The first position, in games played by `choose`, in which `condition` holds. The seat that starts is 0."""
    chosen = options or rules.Options()
    for n in range(tries):
        dice = random.Random(n)
        deal = arrange(replace(rules.deal(f"{n:032x}", players), start=0))
        state = rules.new_game(deal, players, chosen)
        actions: list[tuple[int, Action]] = []
        while state.phase != "over" and len(actions) < longest:
            action = rules.Pass() if rules.must_pass(state) else choose(state, dice)
            actions.append((state.turn, action))
            state = rules.apply(state, state.turn, action).state
            if condition(state):
                return Position(deal, chosen, tuple(actions), state)
    raise LookupError("no such position was found")


def weighed(weight: Callable[[State, Action], float]) -> Choose:
    """Chooses among the legal actions by weight."""

    def choose(state: State, dice: random.Random) -> Action:
        legal = rules.legal_actions(state)
        return dice.choices(legal, [weight(state, action) for action in legal])[0]

    return choose


def with_on_top(deal: rules.Deal, level: int, first: Callable[[str], bool]) -> rules.Deal:
    """The deal with those cards of a level first."""
    deck = deal.decks[level - 1]
    sorted_deck = tuple(sorted(deck, key=lambda card: not first(card)))
    return replace(deal, decks=(*deal.decks[: level - 1], sorted_deck, *deal.decks[level:]))


def _dear(card: str) -> bool:
    return max(rules.CARDS[card].cost) >= 3


def _hoard(_: State, action: Action) -> float:
    """Fills hands and empties the bank, keeping colours and giving gold back; buys nothing."""
    match action:
        case Return(tokens):
            return 100.0 ** tokens[5]
        case Take(tokens):
            return 3.0 + sum(tokens)
        case Reserve(deck=None, card=card):
            return 1.0 if card and card.startswith("L3") else 0.001
        case Reserve():
            return 1.0
        case _:
            return 0.0001


@cache
def somebody_stuck(*, all_of_them: bool) -> Position:
    """The seat to act has no legal action (E08): either it alone, or the other one too, which ends the game."""

    def condition(state: State) -> bool:
        if not rules.must_pass(state):
            return False
        after = rules.apply(state, state.turn, rules.Pass()).state
        return rules.must_pass(after) is all_of_them

    return reach(condition, 2, weighed(_hoard), arrange=lambda deal: with_on_top(deal, 1, _dear), tries=3000)


def _before(position: Position) -> Position:
    """One action earlier."""
    state = rules.new_game(position.deal, len(position.state.players), position.options)
    for seat, action in position.actions[:-1]:
        state = rules.apply(state, seat, action).state
    return replace(position, actions=position.actions[:-1], state=state)


def about_to_get_stuck(*, all_of_them: bool) -> tuple[Position, tuple[int, Action]]:
    """The position before that, and the action that leads to it."""
    position = somebody_stuck(all_of_them=all_of_them)
    return _before(position), position.actions[-1]


@cache
def three_nobles_come() -> tuple[Position, tuple[int, Action]]:
    """Before the buy of a reserved card after which three nobles are willing, and that buy (fault 5)."""
    wanted = ("diamond", "sapphire", "emerald", "ruby", "onyx")
    nobles = tuple(
        noble.id
        for noble in rules.NOBLES.values()
        if noble.requirement[0] == 3 and sum(noble.requirement) == 9
    )  # fmt: skip
    assert len(nobles) == 3

    def weight(state: State, action: Action) -> float:
        player = state.player
        if state.turn == 1:
            return 1000.0 if isinstance(action, Take) else 1.0 if isinstance(action, Return) else 0.001
        match action:
            case Buy(card):
                bonus = wanted.index(rules.CARDS[card].bonus)
                held = any(held.card == card for held in player.reserved)
                rest = all(player.bonuses[colour] >= 3 for colour in range(1, 5))
                if bonus != 0:
                    return 500.0 if player.bonuses[bonus] < 3 else 5.0
                return 500.0 if (held and rest) or (not held and player.bonuses[0] < 2) else 0.0001
            case Reserve(card=str(card)):
                diamond = rules.CARDS[card].bonus == "diamond" and card.startswith("L1")
                return 50.0 if diamond and player.bonuses[0] == 2 and not player.reserved else 0.001
            case Reserve():
                return 0.001
            case _:
                return 10.0

    def condition(state: State) -> bool:
        return state.phase == "noble" and len(rules.legal_actions(state)) == 3

    def arrange(deal: rules.Deal) -> rules.Deal:
        return replace(deal, nobles=nobles)

    position = reach(condition, 2, weighed(weight), rules.Options(target=30), arrange)
    seat, action = position.actions[-1]
    before = _before(position)
    assert isinstance(action, Buy)
    assert action.card in {held.card for held in before.state.players[seat].reserved}
    return before, (seat, action)


@cache
def deck_3_used_up() -> Position:
    """The third deck is empty, and the seat to act could reserve and has gold to gain (faults 4 and 18)."""

    def weight(_: State, action: Action) -> float:
        match action:
            case Reserve(deck=3):
                return 30.0
            case Buy():
                return 100.0
            case _:
                return 1.0

    def condition(state: State) -> bool:
        free = len(state.player.reserved) < 3
        return state.phase == "play" and not state.decks[2] and free and state.bank[5] > 0 and bool(_buys(state))

    return reach(condition, 4, weighed(weight), rules.Options(target=30))


def _buys(state: State) -> list[Action]:
    return [action for action in rules.legal_actions(state) if isinstance(action, Buy)]


@cache
def ten_tokens_with_gold() -> Position:
    """The seat to act holds eight coloured tokens and two gold, and may reserve with gold to come (fault 9)."""

    def weight(_: State, action: Action) -> float:
        match action:
            case Reserve():
                return 5.0
            case Return(tokens):
                return 0.01 ** tokens[5]
            case Take():
                return 10.0
            case _:
                return 0.001

    def condition(state: State) -> bool:
        tokens, free = state.player.tokens, len(state.player.reserved) < 3
        return state.phase == "play" and tokens[5] == 2 and sum(tokens) == 10 and state.bank[5] > 0 and free

    return reach(condition, 2, weighed(weight))


def _buyer(_: State, action: Action) -> float:
    return 200.0 if isinstance(action, Buy) else 0.2 if isinstance(action, Reserve) else 1.0


@cache
def final_round_begun_by(seat: int, players: int = 3) -> Position:
    """That seat has just reached the target, and the others after it have one turn left (fault 8)."""

    def condition(state: State) -> bool:
        return state.final_round and state.phase == "play" and state.turn == (seat + 1) % players and state.turn != 0

    return reach(condition, players, weighed(_buyer), rules.Options(target=10))


@cache
def one_before(phase: str) -> tuple[Position, tuple[int, Action]]:
    """Before an action that leads to a step of its own, `return` or `noble`, and that action."""
    position = reach(lambda state: state.phase == phase, 2, weighed(_buyer), rules.Options(target=30))
    return _before(position), position.actions[-1]


@cache
def last_move() -> tuple[Position, tuple[int, Action]]:
    """Before the action that ends a game, and that action."""
    dice = random.Random(7)
    deal = replace(rules.deal("07", 2), start=0)
    state, actions, choose = rules.new_game(deal, 2, rules.Options(target=10)), [], weighed(_buyer)
    while True:
        action = choose(state, dice)
        after = rules.apply(state, state.turn, action).state
        if after.phase == "over":
            return Position(deal, state.options, tuple(actions), state), (state.turn, action)
        actions.append((state.turn, action))
        state = after


@cache
def mid_game(players: int) -> Position:
    """The middle of a game: everyone owns cards, holds tokens and has something reserved; the first is to act and could
    buy."""

    def weight(_: State, action: Action) -> float:
        match action:
            case Buy():
                return 60.0
            case Reserve(deck=None):
                return 0.25
            case Reserve():
                return 0.1
            case _:
                return 1.0

    def condition(state: State) -> bool:
        settled = state.phase == "play" and state.turn == 0 and not state.final_round
        rich = all(len(player.cards) >= 7 and player.reserved for player in state.players)
        return settled and rich and bool(_buys(state)) and any(player.nobles for player in state.players)

    return reach(condition, players, weighed(weight), rules.Options(target=21))


@cache
def a_card_for_nothing() -> Position:
    """The seat to act has bonuses that pay for a whole card of the market, needing no token (fault 16)."""

    def condition(state: State) -> bool:
        return state.phase == "play" and any(_due(state, card) == () for card in _market(state))

    return reach(condition, 2, weighed(_buyer), rules.Options(target=30))


@cache
def bonus_and_gold() -> tuple[Position, str]:
    """The seat to act can buy a card of the market with a bonus, a token and a gold for what is missing (fault 16)."""

    def mixed(state: State, card: str) -> bool:
        tokens = state.player.tokens
        due = _due(state, card)
        missing = sum(max(0, n - tokens[colour]) for colour, n in due)
        saved = sum(rules.CARDS[card].cost) - sum(n for _, n in due)
        return saved > 0 and 0 < missing <= tokens[5] and missing < sum(n for _, n in due)

    def condition(state: State) -> bool:
        return state.phase == "play" and any(mixed(state, card) for card in _market(state))

    def weight(_: State, action: Action) -> float:
        return 20.0 if isinstance(action, Buy) else 3.0 if isinstance(action, Reserve) else 2.0

    position = reach(condition, 2, weighed(weight), rules.Options(target=30))
    return position, next(card for card in _market(position.state) if mixed(position.state, card))


@cache
def gold_or_colour() -> tuple[Position, str]:
    """The seat to act can buy a card of the market with colours alone, and holds gold that it might pay (fault 17)."""

    def open_to_both(state: State, card: str) -> bool:
        tokens, due = state.player.tokens, _due(state, card)
        return bool(due) and tokens[5] > 0 and all(tokens[colour] >= n for colour, n in due)

    def condition(state: State) -> bool:
        return state.phase == "play" and any(open_to_both(state, card) for card in _market(state))

    def weight(_: State, action: Action) -> float:
        return 3.0 if isinstance(action, Reserve) else 2.0

    position = reach(condition, 2, weighed(weight), rules.Options(target=30))
    return position, next(card for card in _market(position.state) if open_to_both(position.state, card))


def _market(state: State) -> list[str]:
    return [card for row in state.market for card in row if card]


def _due(state: State, card: str) -> tuple[tuple[int, int], ...]:
    """What is left to pay by colour once bonuses are counted."""
    bonuses = state.player.bonuses
    return tuple((colour, n - bonuses[colour]) for colour, n in rules.CARDS[card].needs if n > bonuses[colour])
