"""What a saved game proves, what it contradicts, and what nobody can tell from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cactustown.content import editions
from cactustown.engine.chance import commitment
from cactustown.engine.errors import CactusTownError
from cactustown.engine.journal import Journal
from cactustown.game import Game, replay, wrong_version
from cactustown.rules.catalogue import PLAYABLE
from cactustown.server.fairness import drawn, promise

HOLDS: Final = "✓"
WRONG: Final = "✗"
UNKNOWN: Final = "?"
TOLD: Final = "·"
SHOWN: Final = 16  # digits of a hash that are shown


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at, and what came of it."""

    mark: str
    told: str


def examine(
    journal: Journal,
    data: dict[str, Any],
    where: str,
    *,
    seal: str = "",
    nonces: Sequence[str] = (),
    chosen: bool = False,
) -> list[Finding]:
    """All there is to say of a journal; `data` is the whole file it was read from."""
    if journal.seed and not _opens(journal.seed, journal.commitment):
        return [Finding(WRONG, f"{where}: the seed is not the one that was committed to")]
    findings: list[Finding] = []
    game = None
    unplayable = _unplayable(journal)
    if unplayable:
        findings.append(Finding(UNKNOWN, f"{where}: {unplayable}, so nothing of it was replayed"))
    else:
        try:
            *_, (game, _) = replay(journal, where)
        except CactusTownError as error:
            return [Finding(WRONG, str(error))]
        findings += _moves(journal, game, where)
    findings += _dice(journal, game)
    findings += _own_notes(journal, seal, nonces)
    findings += _promises(journal)
    findings += _attempts(journal)
    findings += _parties(journal, data, game, chosen)
    return findings


def _opens(seed: str, seal: str) -> bool:
    try:
        return commitment(bytes.fromhex(seed)) == seal
    except ValueError:
        return False


def _short(seal: str) -> str:
    return f"{seal[:SHOWN]}…"


def _unplayable(journal: Journal) -> str:
    """Why this program cannot play the game again."""
    if journal.rules not in PLAYABLE:
        return f"it {wrong_version(journal.rules)}"
    if journal.edition not in editions():
        return f"it was played with edition {journal.edition!r:.40} of the content, unknown here"
    return ""


def _moves(journal: Journal, game: Game, where: str) -> Iterator[Finding]:
    told = f"{where}: {len(journal.moves)} choices, all legal"
    yield Finding(HOLDS, f"{told}; result: {game.result or 'none yet'}")
    if not game.is_over:
        yield Finding(UNKNOWN, "the game is not over: nobody can tell what came after this")
    if journal.override:
        own = "it was played with content of somebody's own, which the file brings along"
        yield Finding(UNKNOWN, f"{own}: whether all players knew of it, it cannot say")


def _dice(journal: Journal, game: Game | None) -> Iterator[Finding]:
    if not journal.seed:
        if journal.commitment and game is not None and game.is_over:
            yield Finding(WRONG, "the seed that was committed to was never revealed")
            return
        why = "the seed is not revealed yet" if journal.commitment else "no seed was sealed"
        yield Finding(UNKNOWN, f"dice and draws were recorded, but cannot be proven: {why}")
        return
    if game is not None:
        seal = _short(journal.commitment)
        yield Finding(HOLDS, f"every die and draw comes from the sealed seed {seal}")
    if not journal.nonces:
        yield Finding(TOLD, "no player brought a nonce: the dice come from that seed alone")


def _own_notes(journal: Journal, seal: str, nonces: Sequence[str]) -> Iterator[Finding]:
    """What a player wrote down, against what the file says."""
    if seal and seal == journal.commitment:
        yield Finding(HOLDS, "the seal is the one you were shown")
    elif seal and seal in [attempt.seal for attempt in journal.abandoned]:
        yield Finding(WRONG, "the seal you were shown is that of an abandoned attempt, see below")
    elif seal:
        yield Finding(WRONG, f"the seal is {_short(journal.commitment)}, not the one you give")
    elif journal.seed:
        yield Finding(TOLD, "compare the seal with the one you were shown: --seal")
    for nonce in nonces:
        if nonce in journal.nonces:
            yield Finding(HOLDS, f"your nonce {nonce!r:.70} was mixed into the dice")
        else:
            yield Finding(WRONG, f"your nonce {nonce!r:.70} was not mixed into the dice")


def _promises(journal: Journal) -> Iterator[Finding]:
    if not journal.commitments:
        if journal.nonces:
            openly = "nonces were given openly, as in older games: the last of them could be"
            yield Finding(TOLD, f"{openly} chosen by anybody who knew the seed")
        return
    if len(journal.commitments) != len(journal.nonces):
        there = f"{len(journal.commitments)} nonces were promised, {len(journal.nonces)} are there"
        yield Finding(WRONG, there)
        return
    for nonce, promised in zip(journal.nonces, journal.commitments, strict=True):
        if promised == "":
            yield Finding(TOLD, f"the nonce {nonce!r:.70} was given openly")
        elif promise(nonce) != promised:
            yield Finding(WRONG, f"the nonce {nonce!r:.70} is not the one that was promised")
            return
    yield Finding(HOLDS, f"all nonces are those that were promised ({len(journal.nonces)})")


def _attempts(journal: Journal) -> Iterator[Finding]:
    for attempt in journal.abandoned:
        told = f"abandoned before: the draw sealed as {_short(attempt.seal)}"
        if attempt.failed:
            told += f"; not revealed by {', '.join(attempt.failed)}"
        yield Finding(TOLD, told)
        if not _opens(attempt.seed, attempt.seal):
            yield Finding(WRONG, f"the seed of {_short(attempt.seal)} is not the one sealed")


def _parties(
    journal: Journal, data: dict[str, Any], game: Game | None, chosen: bool
) -> Iterator[Finding]:
    """Whether parties that a server drew for its chairs come from the seed as well."""
    players, was_drawn = data.get("players"), data.get("drawn")
    if was_drawn is not None and not isinstance(was_drawn, bool):
        yield Finding(WRONG, f"drawn should be true or false, not {was_drawn!r:.40}")
    elif players is not None and not _are_players(players):
        yield Finding(WRONG, "players should be a list of chairs, each with its party")
    elif was_drawn and chosen:
        yield Finding(WRONG, "the parties were drawn, not chosen")
    elif was_drawn and (players is None or game is None or not journal.seed):
        yield Finding(UNKNOWN, "whether the parties were drawn by the seed could not be checked")
    elif was_drawn and players is not None and game is not None:
        order = [player["party"] for player in players]
        fair = order == drawn(journal.seed, journal.nonces, game.players)
        yield (
            Finding(HOLDS, "the parties were drawn by the same seed")
            if fair
            else Finding(WRONG, "the sealed seed draws other parties for the chairs")
        )
    elif chosen:
        yield Finding(TOLD, "the parties were chosen, as you say")
    elif was_drawn is not None or players is not None or journal.nonces:
        yield Finding(
            UNKNOWN, "the file does not say that parties were drawn: if not, add --chosen"
        )


def _are_players(players: Any) -> bool:
    return isinstance(players, list) and all(
        isinstance(player, dict) and isinstance(player.get("party"), str) for player in players
    )
