"""The help a person gets by typing a question mark."""

from __future__ import annotations

from cactustown.cli.text.words import CACTUS, LOOKS, LYING, PLUNDER, SHUTTERS, TARGET, styled, title

_COMMANDS = """\
[bold]Choosing[/]
  Type the number; or what it does: [bold]run outlaw-1 a1-a2[/];
  or enough of that to be clear: [bold]outlaw-1 a2[/].
  Planning: three cards, [bold]1 3 2[/] or [bold]ride heist shadows[/]; with a tool
  among them a fourth, your second shot.
  [bold]h[/]      a hint: what a good player would do in your place, and why
  [bold]u[/]      undo, until something hidden or random was shown or another acted
  [bold]b[/]      the board again
  [bold]l[/]      the log of this round; [bold]l all[/] of the whole game
  [bold]r ID[/]   a rule, such as [bold]r MOV-6[/], or a section: [bold]r MOV[/]
  [bold]s[/]      save (done after every choice anyway)
  [bold]q[/]      save and quit"""
_BOARD = f"""\
[bold]The board[/]
  {SHUTTERS * 3} closed shutters    [gold]{TARGET}[/] your target
  [gold]{PLUNDER}[/] carries plunder      {LYING} stunned
  [cactus]{CACTUS}[/] the cactus: nobody enters
  [wrong]![/] the crazy chicken: nobody enters until the round ends
  [gold]+bullet[/] may be taken by who enters; [cactus]{CACTUS}→[/] who enters moves the cactus"""

# What each icon of a card does, in a breath, and where to read on.
_ICONS = {
    "run": ("one standee up to 1 space; reveals its building", "MOV-1"),
    "run-all": ("run with each of your standees", "MOV-2"),
    "sneak": ("like run, past everybody, but reveals nothing", "MOV-7"),
    "sneak-all": ("sneak with each of your standees", "MOV-7"),
    "dance": ("up to 1 space diagonally; reveals her building", "MOV-8"),
    "duel": ("where you meet an upright opponent; the highest roll wins", "DUEL-1"),
    "jail": ("a stunned outlaw in your building goes to jail", "ACT-1"),
    "plunder": ("in a target building, face up or looked at; then escape over the edge", "ACT-2"),
    "recover": ("a stunned outlaw stands up", "ACT-3"),
    "break-free": ("when no outlaw is left in town", "ACT-10"),
    "capture": ("take a stunned outlaw in your building captive", "ACT-4"),
    "release": ("in the sheriff's office: let an outlaw out of jail", "ACT-5"),
    "steal-horse": ("in a target building, face up or looked at", "ACT-6"),
    "draw-target": ("one more target card", "ACT-7"),
    "up-close": ("pull an opponent from next door into your building", "ACT-8"),
    "pay-debts": ("in a target building, face up or looked at", "ACT-9"),
    "sprint": ("two runs in a row; reveals only where it ends", "CHI-4"),
    "track": ("a sneak, then a secret look next door", "CHI-5"),
    "build-totem": ("in a target building, face up or looked at", "CHI-6"),
    "free-chief": ("Dakota in a target building, face up or looked at", "CHI-3"),
    "run-bull-rider": ("run with the bull, the cows in range", "COW-3"),
    "sneak-bull-rider": ("sneak with the bull, the cows in range", "COW-3"),
    "sneak-cow": ("sneak with one cow in range", "COW-4"),
    "sneak-cows": ("sneak with each cow in range", "COW-4"),
    "regroup": ("cows out of range come back", "COW-6"),
    "stampede": ("the animals charge and toss opponents", "COW-7"),
    "confuse": ("look at the targets of somebody here and take one away", "RAN-4"),
    "double-sneak": ("one standee sneaks up to 2 spaces", "TOOL-4"),
    "sneak-then-run": ("one standee sneaks, then runs", "TOOL-4"),
    "shoot": ("at an upright opponent next door; 3 or more hits", "TOOL-4"),
    "shoot-around": ("the same, also diagonally", "TOOL-4"),
    "free-prisoner": ("in the sheriff's office: free one, to a neighbour of it", "TOOL-4"),
    "diagonal-runs": ("all your standees run diagonally", "TOOL-4"),
    "peek": ("look at 2 buildings in secret", "TOOL-4"),
    "pull-far": ("pull somebody from 2 spaces away, round a corner too", "TOOL-4"),
    "pull-diagonal": ("pull somebody from a diagonal neighbour", "TOOL-4"),
    "draw-and-keep": ("draw 3 target cards, keep 1", "TOOL-4"),
    "sneak-herd": ("sneak with cows and bull rider", "TOOL-4"),
    "rival-sneaks": ("an opposing standee sneaks up to 2 spaces", "TOOL-4"),
}


def help_text(parties: list[str], icons: list[str]) -> str:
    """Commands, marks, and the icons of one's own cards."""
    signs = " · ".join(styled(p, f"{LOOKS[p].shape} {title(p)}") for p in parties if p in LOOKS)
    lines = [_COMMANDS, _BOARD, f"  {signs}", "[bold]Your icons[/]"]
    for icon in dict.fromkeys(icons):
        does, rule = _ICONS.get(icon, ("", ""))
        lines.append(f"  [bold]{icon.replace('-', ' ').upper():12}[/] {does} [quiet]{rule}[/]")
    return "\n".join(lines)
