"""Where the rulebooks were read again: a name for each rule that is played otherwise since then.

A game keeps the reading it was begun under (the rules version in its journal or log), whatever its
edition. Everything not named here is the same in both readings.
"""

from __future__ import annotations

from typing import Final

FIRST: Final = 1
SECOND: Final = 2


class Reading:
    """How a game reads the books; each name is true under the second reading."""

    def __init__(self, version: int) -> None:
        second = version >= SECOND
        self.version = version
        self.frees_the_boxed_in = second  # MOV-4: who can leave after a companion does, must
        self.extra_cards_leave_start = second  # MOV-4: a tool's movement is a movement action
        self.targets_looked_at = second  # ACT-2: a face-down target serves, if one has seen it
        self.enters_once_a_turn = second  # GUN-4: an ENTER effect, for a standee and a building
        self.tomahawk_wins_duels = second  # CHI-8: a hit is a duel won and lost, rewards included
        self.herd_enters_town = second  # COW-1: an animal on its corral enters where it can
        self.strays_stay_near = second  # COW-3: no cow out of range gets further away
        self.must_run_to_strays = second  # COW-4: has to RUN, if the card allows
        self.picks_by_duty = second  # ALT-1: the archive picker must take a token
        self.blessings_by_choice = second  # ALT-2: may cancel; abilities and pets too
        self.founder_by_die = second  # ALT-3: to the lowest die, not the lowest roll
        self.lent_gain_nothing = second  # ABI-2: the owner of a borrowed standee has no reward
        self.pets_help_borrowers = second  # ABI-2: a pet is on the side its friend fights on
        self.tells_who_is_lent = second  # ABI-2: the log says who fights for the borrower
        self.tools_protect = second  # ABI-8: tools that move the bull rider count too
        self.chicken_by_stunned = second  # CHK-1: may be let loose beside a stunned standee
        self.tools_defy_events = second  # TOOL-4: Dry well and Snake leave tools alone
        self.double_sneak_stops = second  # TOOL-4: MOV-3 holds after the first sneak too
        self.held_runs_diagonally = not second  # TOOL-4: with one of the two deadlocked
        self.pulls_round_corners = second  # TOOL-4: from any space two steps away
        self.pulls_onto_animals = not second  # MOV-9: a tool's pull past cactus and chicken
        self.discards_unkept = second  # TOOL-4: targets drawn and not kept leave the game
        self.content_is_strict = second  # content: names are checked, also where nothing fails
        self.own_values_count = second  # content: before an edition's tables of single set-ups
