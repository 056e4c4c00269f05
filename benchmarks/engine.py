"""The rules alone on one core: random legal games, and what a view costs. Counted in the time that the core worked
for this process, so that neighbours on the machine disturb little."""

from collections.abc import Iterator
from itertools import count
from random import Random
from time import process_time

from benchmarks.figures import Figure
from splendor.rules import Options, State, apply, deal, entry, legal_actions, new_game, view

PLAYERS = (2, 3, 4)
RUNS = 5
SECONDS = 0.6


def states(players: int, seed: int) -> Iterator[State]:
    """Games without end, one after the other: each action drawn evenly from all that are legal."""
    chance = Random(seed)
    for number in count():
        state = new_game(deal(f"{seed:x}{number:x}", players), players, Options())
        while state.phase != "over":
            legal = legal_actions(state)
            state = apply(state, state.turn, legal[int(chance.random() * len(legal))]).state
            yield state


def actions_per_second(players: int, seed: int) -> float:
    begin = process_time()
    for done, _ in enumerate(states(players, seed), start=1):
        if done % 256 == 0 and (passed := process_time() - begin) >= SECONDS:
            return done / passed
    raise AssertionError("the games never run out")


def microseconds_per_view(players: int, seed: int) -> float:
    """The view of the seat to act, which has the moves in it."""
    positions = [state for state, _ in zip(states(players, seed), range(1000), strict=False)]
    begin = process_time()
    for state in positions:
        view(state, state.turn)
    return (process_time() - begin) / len(positions) * 1e6


def microseconds_per_entry(players: int, seed: int) -> float:
    steps = []
    for state, _ in zip(states(players, seed), range(1000), strict=False):
        if state.phase != "over":
            steps.append(apply(state, state.turn, legal_actions(state)[-1]))
    begin = process_time()
    for step in steps:
        entry(step.events, None)
    return (process_time() - begin) / len(steps) * 1e6


def measure() -> list[Figure]:
    figures = []
    for players in PLAYERS:
        actions_per_second(players, 0)  # fills the caches, as in a server that has run for a minute
        runs = [actions_per_second(players, run) for run in range(1, RUNS + 1)]
        figures.append(Figure.of(f"engine: random legal actions, {players} players", "actions/s", runs))
    for players in (2, 4):
        runs = [microseconds_per_view(players, run) for run in range(RUNS)]
        figures.append(Figure.of(f"engine: view of the seat to act, {players} players", "us", runs))
    runs = [microseconds_per_entry(4, run) for run in range(RUNS)]
    figures.append(Figure.of("engine: log entry", "us", runs))
    return figures
