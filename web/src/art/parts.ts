/** Parts that the fronts of the town share: walls with roofs, boards, porches, doors, windows. */

/** A false front with a straight cornice. */
export const flat = (wall: string, trim = "b"): string => `${wall} M12 88V14H88V88z;${trim} R8 8 84 7;`;

/** A false front with steps. */
export const stepped = (wall: string, trim = "b"): string =>
  `${wall} M12 88V28H24V14H76V28H88V88z;${trim} M21 8H79V14H21zM9 23H24V29H9zM76 23H91V29H76z;`;

/** A false front with a round top. */
export const arch = (wall: string, trim = "b"): string =>
  `${wall} M12 88V38Q14 10 50 10T88 38V88z;${trim} M8 42Q6 5 50 5T92 42H84Q84 13 50 13T16 42z;`;

export const gable = (wall: string, roof: string): string =>
  `${wall} M15 88V44L50 14 85 44V88z;${roof} M6 47L50 7 94 47 89 53 50 19 11 53z;`;

/** A low house, so that there is room for something on its roof. */
export const low = (wall: string, roof: string): string =>
  `${wall} M14 88V60L50 38 86 60V88z;${roof} M4 63L50 32 96 63 92 69 50 43 8 69z;`;

export const barn = (wall: string, roof: string): string =>
  `${wall} M14 88V46L24 27 50 12 76 27 86 46V88z;${roof} M6 49L20 22 50 5 80 22 94 49 86 52 75 29 50 15 25 29 14 52z;`;

/** One slanting roof. */
export const shed = (wall: string, roof: string): string => `${wall} M12 88V34L88 20V88z;${roof} M5 38L95 21V12L5 29z;`;

/** The logs of a cabin. */
export const LOGS = "t M14 58H34M66 58H86M14 68H34M66 68H86M14 78H34M66 78H86;";

/** A board to carry a sign. */
export const board = (tone = "c", x = 20, y = 20, w = 60, h = 34): string => `${tone} R${x} ${y} ${w} ${h};`;

export const porch = (tone: string): string => `${tone} M5 65L12 57H88L95 65z;l M12 65V88M88 65V88;`;

export const door = (x = 43, w = 14, h = 26): string => `d R${x} ${88 - h} ${w} ${h};`;

export const pane = (x: number, y: number, w = 14, h = 14): string =>
  `w R${x} ${y} ${w} ${h};t M${x + w / 2} ${y}v${h}M${x} ${y + h / 2}h${w};`;

/** A door between two windows, under most signs. */
export const shopfront = (): string => door() + pane(20, 64) + pane(66, 64);

/** Something with teeth or blades round it. */
export function wheel(tone: string, x: number, y: number, r: number, teeth: number, depth: number): string {
  const at = (turn: number, far: number): string => {
    const angle = (2 * Math.PI * turn) / teeth;
    return `${(x + far * Math.sin(angle)).toFixed(1)} ${(y - far * Math.cos(angle)).toFixed(1)}`;
  };
  const outline = Array.from({ length: teeth }, (_, i) => [at(i - 0.22, r), at(i + 0.22, r), at(i + 0.28, r - depth), at(i + 0.72, r - depth)]);
  return `${tone} M${outline.flat().join("L")}z;`;
}
