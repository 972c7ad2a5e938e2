"""A place at a table, who has it, and what its player brings for the dice."""

from __future__ import annotations

import msgspec

from cactustown.server.entries import Person


class Chair(msgspec.Struct):
    """A place at the table, and who has it."""

    party: str | None  # None: drawn when the game starts
    person: Person | None = None
    bot: str | None = None
    nonce: str = ""  # told to nobody before the game
    stand_in: str | None = None  # the bot that plays for the person now
    bot_chose: bool = False  # a bot has played for the person
    commitment: str | None = None  # of the nonce; empty: brings none; None: has not said yet
    kept: Person | None = None  # nobody else may sit here, as long as it is free

    @property
    def is_free(self) -> bool:
        return self.person is None and self.bot is None

    def is_kept_for(self, person: str) -> bool:
        """Whether it waits for this person, by their id."""
        return self.is_free and self.kept is not None and self.kept.id == person

    @property
    def player(self) -> str | None:
        """The bot that chooses here; None where a person does."""
        return self.bot or self.stand_in

    @property
    def has_said(self) -> bool:
        """Whether it is known if a nonce comes from here. Players of protocol 1 gave it openly."""
        return self.bot is not None or self.commitment is not None or self.nonce != ""

    @property
    def kept_promise(self) -> bool:
        """Whether a nonce was promised here, and has come."""
        return bool(self.commitment) and self.nonce != ""
