"""What must hold of what is stored, of one game and of one room. Each fault is a sentence without its subject."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from splendor import rules
from splendor.records import Action, Game, Room
from splendor.rooms.play import Play


@dataclass(frozen=True, slots=True)
class Ended:
    """What a room's record has to agree with: a game, by how it is stored to have ended (None: not yet)."""

    id: str
    players: tuple[str, ...]
    result: dict[str, Any] | None


def game_faults(game: Game, rows: list[Action]) -> Iterator[str]:
    """`rows`: all of its journal, by number."""
    if (game.result is None) != (game.finished is None):
        yield "the result and the moment of the end are not there together"
    for number, row in enumerate(rows, start=1):
        if row.seq != number:
            yield f"number {number} of the journal is missing"
            return
    try:
        if rules.deal(game.seed, len(game.players), game.deal["start"]).to_json() != game.deal:
            yield "the deal is not that of the seed"
        play = Play(game, [])
    except Exception as error:  # whatever lies there instead of a deal
        yield f"the deal can't be read: {type(error).__name__}: {error}"
        return
    for row in rows:
        try:
            play.advance(row, play.step(row))
        except Exception as error:  # whatever lies there instead of an action
            yield f"number {row.seq} does not follow: {type(error).__name__}: {error}"
            return
    result = play.view(None)["result"] if play.is_over else None
    # One that is over by its journal alone is ended by the next visitor: the server died between the two.
    if game.result is not None and game.result != result:
        yield "the stored result is not the one that the journal leads to"


def room_faults(room: Room, games: list[Ended]) -> Iterator[str]:
    """`games`: all that were played in it."""
    by_id = {game.id: game for game in games}
    current = by_id.get(room.game) if room.game else None
    if room.game and current is None:
        yield f"it names the game {room.game}, which is none of its own"
    if room.status == "playing" and not room.game:
        yield "it is said to be playing, and names no game"
    if room.status == "playing" and current is not None:
        if current.result is not None:
            yield f"it is said to be playing {current.id}, which has ended"
        if not all(player in (None, seated) for player, seated in zip(room.seats, current.players, strict=False)):
            yield f"its seats are not those of {current.id}"
    for game in games:
        if game.result is None and (room.status != "playing" or game.id != room.game):
            yield f"the game {game.id} never ended, and is not being played"
    yield from score_faults(room, by_id)


def score_faults(room: Room, games: dict[str, Ended]) -> Iterator[str]:
    """The scores are those of the games that ended, each once."""
    scored = [score["game"] for score in room.scores]
    if len(scored) != len(set(scored)):
        yield "a game is scored twice"
    for score in room.scores:
        game = games.get(score["game"])
        if game is None or game.result is None:
            yield f"it scores {score['game']}, which did not end here"
        elif score["winners"] != game.result["winners"] or score["players"] != list(game.players):
            yield f"its score of {game.id} is not the game's result"
    for game in games.values():
        if game.result is not None and game.id not in scored:
            yield f"it does not score {game.id}"
