"""Splendor said a second time, as plainly as can be: one mutable dict, actions as on the wire, no speed, no refusals.
It shares no code with the engine but the printed components, so that the two can be held against each other."""

from splendor.rules import CARDS, COLOURS, NOBLES, TOKENS


class Reference:
    def __init__(self, deal, players, options):
        each = {2: 4, 3: 5, 4: 7}[players]
        self.options = options
        self.bank = dict.fromkeys(COLOURS, each) | {"gold": 5}
        self.decks = {level: list(cards) for level, cards in deal["decks"].items()}
        self.market = {level: [deck.pop(0) for _ in range(4)] for level, deck in self.decks.items()}
        self.nobles = list(deal["nobles"])
        self.players = [
            {"tokens": dict.fromkeys(TOKENS, 0), "cards": [], "reserved": [], "nobles": [], "left": False}
            for _ in range(players)
        ]
        self.start = self.turn = deal["start"]
        self.round = 1
        self.phase = "play"
        self.final_round = False
        self.passes = 0
        self.busy = 0
        self.result = None

    # What is counted, is counted anew each time.

    def bonuses(self, seat):
        owned = self.players[seat]["cards"]
        return {colour: sum(CARDS[card].bonus == colour for card in owned) for colour in COLOURS}

    def points(self, seat):
        player = self.players[seat]
        return sum(CARDS[card].points for card in player["cards"]) + 3 * len(player["nobles"])

    def willing(self, seat):
        bonuses = self.bonuses(seat)
        return [
            noble
            for noble in self.nobles
            if all(bonuses[c] >= n for c, n in zip(COLOURS, NOBLES[noble].requirement, strict=True))
        ]

    def playing(self):
        return [seat for seat, player in enumerate(self.players) if not player["left"]]

    # The actions.

    def act(self, seat, action):
        getattr(self, "do_" + action["type"])(seat, action)

    def move(self, source, target, tokens):
        for token, n in tokens.items():
            source[token] -= n
            target[token] += n

    def do_take(self, seat, action):
        self.move(self.bank, self.players[seat]["tokens"], action["tokens"])
        self.passes = 0
        self.end_turn()

    def do_reserve(self, seat, action):
        if "deck" in action:
            card = self.decks[str(action["deck"])].pop(0)
        else:
            card = action["card"]
            self.empty_slot(card)
        self.players[seat]["reserved"].append({"card": card, "blind": "deck" in action})
        if self.bank["gold"]:
            self.move(self.bank, self.players[seat]["tokens"], {"gold": 1})
        self.passes, self.busy = 0, self.round
        self.end_turn()

    def empty_slot(self, card):
        for level, row in self.market.items():
            if card in row:
                row[row.index(card)] = self.decks[level].pop(0) if self.decks[level] else None

    def do_buy(self, seat, action):
        player, card = self.players[seat], action["card"]
        pay = action.get("pay")
        if pay is None:
            pay, missing, bonuses = {}, 0, self.bonuses(seat)
            for colour, cost in zip(COLOURS, CARDS[card].cost, strict=True):
                price = max(0, cost - bonuses[colour])
                pay[colour] = min(price, player["tokens"][colour])
                missing += price - pay[colour]
            pay["gold"] = missing
        self.move(player["tokens"], self.bank, pay)
        player["reserved"] = [held for held in player["reserved"] if held["card"] != card]
        self.empty_slot(card)
        player["cards"].append(card)
        self.passes, self.busy = 0, self.round
        self.end_turn()

    def do_return(self, seat, action):
        self.move(self.players[seat]["tokens"], self.bank, action["tokens"])
        self.nobles_step()

    def do_noble(self, seat, action):
        self.nobles.remove(action["noble"])
        self.players[seat]["nobles"].append(action["noble"])
        self.check_end()

    def do_pass(self, _seat, _action):
        self.passes += 1
        self.end_turn()

    def do_resign(self, seat, _action):
        player = self.players[seat]
        self.move(player["tokens"], self.bank, dict(player["tokens"]))
        player["left"] = True
        self.passes = 0
        if len(self.playing()) == 1:
            self.finish()
        elif seat == self.turn:
            self.next_player()

    # The end of a turn, step by step.

    def end_turn(self):
        if sum(self.players[self.turn]["tokens"].values()) > 10:
            self.phase = "return"
        else:
            self.nobles_step()

    def nobles_step(self):
        willing = self.willing(self.turn)
        if len(willing) > 1:
            self.phase = "noble"
        else:
            for noble in willing:
                self.nobles.remove(noble)
                self.players[self.turn]["nobles"].append(noble)
            self.check_end()

    def check_end(self):
        if self.points(self.turn) >= self.options.target:
            self.final_round = True
        if self.passes and self.passes == len(self.playing()):
            self.finish()
        else:
            self.next_player()

    def next_player(self):
        """Seat by seat round the table; past the starting seat a new round would begin."""
        seat, over_the_start = self.turn, False
        while True:
            seat = (seat + 1) % len(self.players)
            over_the_start = over_the_start or seat == self.start
            if not self.players[seat]["left"]:
                break
        if over_the_start and (self.final_round or self.round - self.busy >= 20):
            self.finish()
            return
        self.turn, self.phase = seat, "play"
        self.round += over_the_start

    def finish(self):
        self.phase = "over"
        standing = {
            seat: (-self.points(seat), len(self.players[seat]["cards"]), len(self.players[seat]["reserved"]))
            for seat in range(len(self.players))
        }
        playing = self.playing()
        gone = [seat for seat in standing if seat not in playing]
        ranking = sorted(playing, key=standing.get) + sorted(gone, key=standing.get)
        best = standing[ranking[0]]
        winners = [seat for seat in playing if standing[seat] == best]
        rivals = [standing[seat] for seat in playing if seat != winners[0]]
        by = "last_player"
        if rivals:
            by = "shared" if len(winners) > 1 else "points"
            if by == "points" and any(rival[0] == best[0] for rival in rivals):
                by = "cards"
                if any(rival[:2] == best[:2] for rival in rivals):
                    by = "reserved"
        self.result = {"winners": winners, "ranking": ranking, "by": by}

    def table(self):
        """Everything, in the shape of the view of a game that is over."""
        return {
            "phase": self.phase,
            "turn": self.turn,
            "start": self.start,
            "round": self.round,
            "final_round": self.final_round,
            "bank": self.bank,
            "market": self.market,
            "decks": {level: len(deck) for level, deck in self.decks.items()},
            "nobles": self.nobles,
            "players": [
                {
                    "points": self.points(seat),
                    "tokens": player["tokens"],
                    "bonuses": self.bonuses(seat),
                    "cards": player["cards"],
                    "nobles": player["nobles"],
                    "left": player["left"],
                }
                for seat, player in enumerate(self.players)
            ],
            "hands": [[held["card"] for held in player["reserved"]] for player in self.players],
            "result": self.result,
        }
