"""All that is wrong with content, told at once: file, table, key, and what would be right."""

from __future__ import annotations

from cactustown.engine.errors import BadContent


class Problems:
    """Collects what is wrong, so that an author need not mend one thing to learn of the next.

    `unread` are the keys (with their tables) that hold nothing readable: something stands in for
    them while the rest is checked, and what follows from that is no problem of its own.
    """

    def __init__(self, own_file: str = "", origin: dict[str, str] | None = None) -> None:
        self.own_file = own_file  # of the user who laid it over the edition
        self.origin = {} if origin is None else origin  # table -> the file that spoke of it last
        self.unread: set[tuple[str, str]] = set()
        self._told: dict[str, list[str]] = {}  # place -> what is wrong there

    def say(self, place: str, problem: str) -> None:
        there = self._told.setdefault(place, [])
        if problem not in there:
            there.append(problem)

    def tell(self, table: str, problem: str) -> None:
        """Something is wrong with a table."""
        self.say(self._place(table), problem)

    def wrong(self, table: str, key: str, problem: str) -> None:
        """Something is wrong with a key that could be read; without a key, with the table."""
        if not key:
            self.tell(table, problem)
        elif (table, key) not in self.unread:
            self.tell(table, f"the key {key!r} is wrong: {problem}")

    def readable(self, table: str, *keys: str) -> bool:
        """Whether nothing stands in for these keys in the table and those below it."""
        return not any(
            key in keys and f"{unread}.".startswith(f"{table}.") for unread, key in self.unread
        )

    def own_tables(self, part: str = "") -> list[str]:
        """The user's tables, all or those of a part."""
        return [
            table
            for table, file in self.origin.items()
            if file == self.own_file and (not part or f"{table}.".startswith(f"{part}."))
        ]

    def all(self) -> list[str]:
        """What was found, table by table."""
        return [f"{place}: {text}" for place, texts in self._told.items() for text in texts]

    def refuse(self) -> None:
        """Raises all that was found, if there is anything."""
        if self._told:
            raise BadContent(*self.all())

    def _place(self, table: str) -> str:
        """Where a table stands; one of the edition is wrong only because of the user's file."""
        files = self._files(table)
        if not self.own_file:
            return f"{next(iter(files), 'content')}: [{table}]"
        mine = self.own_tables(table) or not files
        return f"{self.own_file}: [{table}]" + ("" if mine else f" of {files[0]}")

    def _files(self, table: str) -> list[str]:
        below = [f for name, f in self.origin.items() if f"{name}.".startswith(f"{table}.")]
        above = [f for name, f in self.origin.items() if f"{table}.".startswith(f"{name}.")]
        return below + above
