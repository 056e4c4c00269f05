"""Who has won (E38-E40, E47)."""

from splendor.rules.state import Criterion, Player, Result


def merit(player: Player) -> tuple[int, int, int]:
    """What ranks a player: most points (E38), then fewest cards bought (E39), then fewest in the hand (E39b)."""
    return -player.points, len(player.cards), len(player.reserved)


def ranked(players: tuple[Player, ...]) -> Result:
    """The result if the game ended now. Those who left come last and can't win. Equals stand in seat order, which
    is the order of the list and no criterion: where the best are equal they all win (E40).

    >>> ranked((Player(points=15, cards=("L1-01",)), Player(points=15)))
    Result(winners=(1,), ranking=(1, 0), by='cards')
    """
    ranking = sorted(range(len(players)), key=lambda seat: (players[seat].left, merit(players[seat])))
    best, *others = [merit(players[seat]) for seat in ranking if not players[seat].left]
    winners = ranking[: 1 + others.count(best)]
    return Result(tuple(winners), tuple(ranking), _decided_by(best, others))


def _decided_by(best: tuple[int, int, int], others: list[tuple[int, int, int]]) -> Criterion:
    """The first criterion by which the best differs from the next."""
    if not others:
        return "last_player"
    differs = [mine != theirs for mine, theirs in zip(best, others[0], strict=True)]
    criteria: tuple[Criterion, ...] = ("points", "cards", "reserved", "shared")
    return criteria[[*differs, True].index(True)]
