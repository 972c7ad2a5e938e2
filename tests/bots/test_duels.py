"""The solved duel: the same as regret minimisation finds, for everything a duel asks."""

from __future__ import annotations

import itertools
import random

import pytest

from cactustown.bots.duels import (
    BULLETS,
    HABIT,
    PIPES,
    RELOADS,
    TOKEN_PRICE,
    Bout,
    answer,
    bout_for,
    luck,
    match_regrets,
    shot_price,
    shots_of,
    stakes,
    win_chance,
)
from cactustown.bots.lookahead import reflex
from cactustown.engine.chance import ForcedChance
from cactustown.engine.machine import Rules, apply, awaited, legal, resolve
from cactustown.engine.spaces import PLACE_OF
from cactustown.engine.state import State, replaced
from cactustown.engine.view import view
from cactustown.lab.duel_solver import (
    Mixes,
    Node,
    regret_left,
    second_shots,
    solve,
    table,
    token_choice,
    turns_of,
)
from cactustown.rules.base.duel import begin_duel
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import ASK_RELOAD, ASK_REROLL, ASK_SHOT, ASK_TOKENS, DUEL_SHOTS, PASS, YES
from cactustown.rules.options import Options
from cactustown.rules.tokens import BULLET, PIPE, RELOAD, TOKEN_KINDS
from tests.laws.walk import new_state, random_game, rules_for, seats_of

SHERIFF, OUTLAWS = 0, 1
TWO = ("sheriff", "outlaws")
THREE = ("sheriff", "outlaws", "dancer")
ROLES = ("initiator", "other")
DUEL_ASKS = (ASK_SHOT, ASK_TOKENS, ASK_RELOAD, ASK_REROLL)


def round_of(parties: tuple[str, ...], seed: int, turn: int, mode: str = "basic") -> State:
    """A round in which everybody has laid cards at random; one standee of each stands on c4."""
    return round_by(rules_for(Options(parties, mode)), seed, turn)


def round_by(rules: Rules, seed: int, turn: int) -> State:
    """The same by rules that are there already."""
    g = new_state(rules, seed)
    chooser = random.Random(seed)
    for seat in range(rules.seats):
        apply(rules, g, seat, chooser.choice(legal(rules, g, seat)))
        g.relocate(rules.members[rules.seat_standees[seat]][0], PLACE_OF["c4"])
    g.turn = turn
    g.stack = []
    return g


def at_second_shots(rules: Rules, g: State, by: int, dice: tuple[int, ...]) -> State:
    """The duel on c4 once these dice are rolled, one a seat."""
    begin_duel(rules, g, by, PLACE_OF["c4"])
    g.stack = []
    for seat, die in enumerate(dice):
        g.die[rules.members[rules.seat_standees[seat]][0]] = die
    g.push(DUEL_SHOTS, by)
    rules.ops[DUEL_SHOTS].run(rules, g, g.stack.pop())
    return g


def hidden_cards(rules: Rules, g: State) -> dict[int, list[int]]:
    """The cards that may be the unplayed one: all that have not been turned up."""
    hidden = {seat: [c for c in range(16) if g.hand[seat] >> c & 1] for seat in range(rules.seats)}
    for turn in range(g.turn + 1):
        seat = rules.turn_seat[g.first][turn]
        hidden[seat].remove(g.plan[seat * PLAN_SLOTS + rules.turn_slot[turn]])
    return hidden


def bots_answers(rules: Rules, game: Node) -> Mixes:
    """What the bots answer to every ask of a tree; the same wherever they cannot tell."""
    mixes: Mixes = {}
    for turn in turns_of(game):
        assert turn.position is not None
        fires = answer(rules, turn.position, turn.player, [PASS, YES], turn.position) == YES
        mix = [float(not fires), float(fires)]
        assert mixes.setdefault(turn.knows, mix) == mix
    return mixes


@pytest.mark.parametrize("turn", range(6))
def test_second_shots_of_two_are_an_equilibrium(turn: int) -> None:
    """Whatever the dice, the cards shown and who began: nobody gains by answering otherwise."""
    rules = rules_for(Options(TWO))
    asked = 0
    for by, ahead in itertools.product((SHERIFF, OUTLAWS), range(-4, 5)):
        dice = (max(1, 1 + ahead), max(1, 1 - ahead))
        g = at_second_shots(rules, round_of(TWO, turn * 10 + ahead + 5, turn), by, dice)
        price = shot_price(rules, g) or 0.01  # a trifle, that a shot for nothing is not fired
        game = second_shots(rules, g, hidden_cards(rules, g), price)
        answers = bots_answers(rules, game)
        assert regret_left(game, 2, answers) == pytest.approx(0, abs=1e-9)
        solved = solve(game, 2, 100)
        for knows, mix in answers.items():
            if max(solved[knows]) > 0.95:  # elsewhere it makes no difference
                assert solved[knows] == pytest.approx(mix, abs=0.05), knows
                asked += 1
    assert asked >= 20


@pytest.mark.parametrize(("edition", "most"), [("e1", 0.25), ("e2", 0.35)])
def test_second_shots_of_three_leave_little_to_gain(edition: str, most: float) -> None:
    """Here the answer is an approximation: it never waits for another to fire first."""
    rules = rules_for(Options(THREE), edition)
    left = []
    for number, dice in enumerate(itertools.product((2, 4, 5), repeat=3)):
        g = at_second_shots(rules, round_by(rules, number, 5), number % 3, dice)
        if g.stack:
            game = second_shots(rules, g, hidden_cards(rules, g), shot_price(rules, g))
            left.append(regret_left(game, 3, bots_answers(rules, game)))
    assert max(left) < most
    assert sum(left) / len(left) < 0.06


def test_a_doomed_shot_is_not_fired() -> None:
    """One behind with a 1 to fire: any card of the other's would answer it."""
    rules = rules_for(Options(TWO))
    g = at_second_shots(rules, round_of(TWO, 1, 0), SHERIFF, (3, 4))
    posse = next(c for c in range(4) if rules.card_value[c] == 1)
    g.plan[SHERIFF * PLAN_SLOTS + 3] = posse
    assert reflex(rules, g, SHERIFF, [PASS, YES]) == YES
    assert answer(rules, g, SHERIFF, [PASS, YES], g) == PASS
    g.shot_used |= 1 << OUTLAWS
    assert answer(rules, g, SHERIFF, [PASS, YES], g) == YES


def test_what_a_second_shot_may_be_follows_from_the_cards_shown() -> None:
    rules = rules_for(Options(TWO))
    g = at_second_shots(rules, round_of(TWO, 2, 5), SHERIFF, (3, 4))
    unplayed = g.plan[OUTLAWS * PLAN_SLOTS + 3]
    assert shots_of(rules, g, OUTLAWS, SHERIFF) == [rules.card_value[OUTLAWS << 4 | unplayed]]
    g.turn = -1
    any_card = [rules.card_value[OUTLAWS << 4 | card] for card in range(4)]
    assert sorted(shots_of(rules, g, OUTLAWS, SHERIFF)) == sorted(any_card)
    assert len(shots_of(rules, g, OUTLAWS, OUTLAWS)) == 1
    g.silenced = 1 << OUTLAWS
    assert shots_of(rules, g, OUTLAWS, SHERIFF) == []


@pytest.mark.parametrize("again", [(False, False), (True, False), (False, True), (True, True)])
def test_the_chance_to_win_is_what_the_rules_give(again: tuple[bool, bool]) -> None:
    """Every two dice of either, reloads answered by the bots."""
    rules = rules_for(Options(TWO, "gunslinger"))
    start = round_of(TWO, 3, 5, "gunslinger")
    start.shot_used = rules.all_seats
    star = rules.members[rules.seat_standees[SHERIFF]][0]
    outlaw = rules.members[rules.seat_standees[OUTLAWS]][0]
    for lead in (-1, 2):
        won = 0
        for mine, theirs, mine_again, theirs_again in itertools.product(range(1, 7), repeat=4):
            g = State(start)
            dice = ForcedChance()
            dice.force(star, [mine, mine_again])
            dice.force(outlaw, [theirs, theirs_again])
            g.chance = dice
            begin_duel(rules, g, SHERIFF, PLACE_OF["c4"])
            g.bonus[SHERIFF] = lead
            g.reloads = again[0] | again[1] << 1
            resolve(rules, g)
            while g.stack and g.stack[-1].op == ASK_RELOAD:
                seat = g.stack[-1].seat
                choices = legal(rules, g, seat)
                apply(rules, g, seat, answer(rules, g, seat, choices, g))
            won += g.stunned >> outlaw & 1
        assert won / 6**4 == pytest.approx(win_chance(lead, *again))


@pytest.mark.parametrize("lead", [-2, 0, 1])
def test_tokens_are_matched_to_an_equilibrium(lead: int) -> None:
    """Against somebody without habits nothing is left to gain; with them, at most a token."""
    for first, second in itertools.product(range(8), repeat=2):
        for great, great_other in ((True, False), (False, True), (False, False)):
            bout = bout_for(lead, first, second, great, great_other)
            gains = stakes(lead, bout, great, great_other)
            game = token_choice(gains)
            mixes = dict(zip(ROLES, match_regrets(gains, bout.habits, 0.0), strict=True))
            assert regret_left(game, 2, mixes) < 0.01
            mixes = dict(zip(ROLES, bout.mixes, strict=True))
            assert regret_left(game, 2, mixes) < 2.4 * TOKEN_PRICE


def test_tokens_win_most_from_those_who_only_fight() -> None:
    """Against one who never smokes, the bots' mixtures do better than the equilibrium."""
    gained = {0.0: 0.0, HABIT: 0.0}
    for lead, first, second in itertools.product(range(-2, 3), range(1, 8), range(8)):
        bout = Bout(first, second)
        gains = stakes(lead, bout, True, False)
        for habit in gained:
            mix = match_regrets(gains, bout.habits, habit)[0]
            gained[habit] += sum(
                share * row[bout.habits[1]] for share, row in zip(mix, gains, strict=True)
            )
    assert gained[HABIT] > gained[0.0]


def test_the_solver_agrees_on_tokens() -> None:
    """In a game of two, equilibria go together: one side by the bots, the other by the solver."""
    for lead, great, great_other in itertools.product((-1, 0, 1), (True, False), (True, False)):
        bout = Bout(7, 7)
        gains = stakes(lead, bout, great, great_other)
        game = token_choice(gains)
        solved = solve(game, 2, 3000)
        for knows, mix in zip(ROLES, match_regrets(gains, bout.habits, 0.0), strict=True):
            assert regret_left(game, 2, {**solved, knows: mix}) < 0.02


def at_tokens(held: dict[int, tuple[int, ...]], by: int) -> tuple[Rules, State]:
    """The duel on c4 with these tokens about to be chosen; no second shots."""
    rules = rules_for(Options(TWO, "gunslinger"))
    g = round_of(TWO, 4, 5, "gunslinger")
    g.shot_used = rules.all_seats
    for seat, kinds in held.items():
        for kind in kinds:
            g.token = replaced(g.token, seat * TOKEN_KINDS + kind, 1)
    begin_duel(rules, g, by, PLACE_OF["c4"])
    resolve(rules, g)
    assert g.stack[-1].op == ASK_TOKENS
    return rules, g


def test_an_outlaw_with_a_pipe_smokes_it_rather_than_be_stunned() -> None:
    rules, g = at_tokens({OUTLAWS: (PIPE, BULLET)}, by=SHERIFF)
    assert answer(rules, g, OUTLAWS, legal(rules, g, OUTLAWS), g) == PIPES


def test_without_a_pipe_everything_is_thrown_in() -> None:
    rules, g = at_tokens({SHERIFF: (BULLET, RELOAD), OUTLAWS: (BULLET,)}, by=SHERIFF)
    assert answer(rules, g, SHERIFF, legal(rules, g, SHERIFF), g) == BULLETS | RELOADS
    assert answer(rules, g, OUTLAWS, legal(rules, g, OUTLAWS), g) == BULLETS


def test_what_is_brought_is_drawn_and_the_same_for_a_seed() -> None:
    rules, g = at_tokens({SHERIFF: (PIPE, BULLET), OUTLAWS: (PIPE, BULLET)}, by=OUTLAWS)
    g.bonus[OUTLAWS] = 1
    choices = legal(rules, g, SHERIFF)
    drawn = [answer(rules, g, SHERIFF, choices, luck(seed)) for seed in range(30)]
    assert len(set(drawn)) > 1
    assert drawn == [answer(rules, g, SHERIFF, choices, luck(seed)) for seed in range(30)]


@pytest.mark.parametrize("batch", range(4))
def test_answers_are_legal_and_use_only_what_the_seat_knows(batch: int) -> None:
    """In random games of all modules: the same from the view as from the true state."""
    asked = 0
    for number in range(batch * 12, batch * 12 + 12):
        for rules, g in random_game(number + 300):
            if not g.stack or g.stack[-1].op not in DUEL_ASKS:
                continue
            for seat in seats_of(awaited(rules, g)):
                choices = legal(rules, g, seat)
                truly = answer(rules, g, seat, choices, luck(number))
                assert truly in choices
                assert truly == answer(rules, view(rules, g, seat), seat, choices, luck(number))
                asked += 1
    assert asked > 50


def test_the_table_can_be_read() -> None:
    lines = table()
    assert "the loser is pushed; both hold bullet; lead +0: bullet 100% against bullet 100%" in (
        line.partition(" (")[0] for line in lines
    )
