"""Names that people may not have, because others would take them for the game itself."""

from __future__ import annotations

from functools import cache
from typing import Final

from cactustown.bots import NAMES
from cactustown.server.lookalikes import looks

# As the page calls bots, levels and parties in its four languages (a test compares them), and
# whoever speaks for the server.
WORDS: Final = (
    # bots and levels
    *("Weathercock", "Hothead", "Gambler", "Old fox"),
    *("Greenhorn", "Easy", "Normal", "Hard", "Expert"),
    *("Wetterfahne", "Hitzkopf", "Glücksritter", "Alter Fuchs", "Stratege"),
    *("Leicht", "Schwer", "Experte"),
    *("Girouette", "Tête brûlée", "Flambeur", "Vieux renard", "Stratège"),
    *("Pied-tendre", "Facile", "Difficile"),
    *("Veleta", "Impulsivo", "Tahúr", "Zorro viejo", "Estratega"),
    *("Novato", "Fácil", "Difícil", "Experto"),
    # parties
    *("Lone Ranger", "Sheriff", "Outlaws", "Bounty hunters", "Can-can dancer"),
    *("Dakota & Tashunka", "Cowboy", "Ranger", "Hunters", "Dancer", "Dakota"),
    *("Einsamer Ranger", "Gesetzlose", "Kopfgeldjäger", "Can-Can-Tänzerin", "Dakota und Tashunka"),
    *("Ranger solitaire", "Shérif", "Hors-la-loi", "Chasseurs de primes", "Danseuse de cancan"),
    *("Dakota et Tashunka", "Cow-boy"),
    *("Llanero solitario", "Forajidos", "Cazarrecompensas", "Bailarina de cancán"),
    *("Dakota y Tashunka", "Vaquero"),
    # the server and its people
    *("Server", "Host", "System", "Admin", "Administrator", "Moderator", "Operator", "Bot"),
    *("Cactus Town", "Gastgeber", "Gastgeberin", "Verwaltung", "Serveur", "Hôte", "Hôtesse"),
    *("Système", "Administrateur", "Modérateur", "Servidor", "Anfitrión", "Anfitriona"),
    *("Sistema", "Administrador", "Moderador"),
)


def is_reserved(name: str) -> bool:
    """Whether a name is one of these, or looks like one."""
    written, capitals = looks(name)
    as_written, in_capitals = _reserved()
    return written in as_written or capitals in in_capitals


@cache
def _reserved() -> tuple[frozenset[str], frozenset[str]]:
    seen = [looks(word) for word in (*WORDS, *NAMES)]
    return frozenset(written for written, _ in seen), frozenset(capitals for _, capitals in seen)
