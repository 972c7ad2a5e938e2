/** What is seen of a building nobody has turned up: a boarded front and its two shutters. */

export const BOARDED = "b M12 88V16L50 8 88 16V88z;d R17 24 66 64;";

const slats = (x: number): string => [34, 42, 50, 62, 70, 78].map((y) => `M${x + 6} ${y}h20`).join("");
const shutter = (x: number): string => `g R${x} 24 32 64;t R${x + 4} 29 24 54zM${x + 4} 56h24${slats(x - 0.5 + 0.5)};`;

export const LEFT_SHUTTER = shutter(18);
export const RIGHT_SHUTTER = shutter(50);
