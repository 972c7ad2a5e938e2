/** The fronts of the base game's town. What tells one apart is in the upper half: people stand before the lower. */

import { LOGS, arch, barn, board, door, flat, gable, low, pane, porch, shed, shopfront, stepped, wheel } from "./parts";

export const TOWN: Record<string, string> = {
  gunsmith:
    flat("a") + board() + "k M25 29h23v-3h16l8 3-1 5 7 18H66l-5-14h-7v3h-7v-5H25z;t M54 41q1 8 8 5;" + shopfront(),
  "hardware-store":
    stepped("g") + board("c", 22, 20) + "s M30 48L56 23l9 4-29 26z;b M69 52L46 30l4-4 23 22z;k M38 29l10-9 8 8-10 9z;" + porch("b") + shopfront(),
  blacksmith:
    "s R64 4 15 28;" + shed("s", "b") + "k M24 32h50v7c-9 0-15 3-16 8l7 9H37l5-9c-1-5-8-6-18-8z;f M32 88V72Q50 56 68 72V88z;y M42 88Q42 78 50 72 58 78 58 88z;",
  wheelwright:
    barn("a", "r") + "b O50 45 21;c O50 45 15;l M50 27v36M32 45h36M37 32l26 26M63 32L37 58;b O50 45 5;" + door(41, 18, 18),
  "trading-post":
    gable("b", "g") + LOGS + "c R31 34 38 30;r M31 46l6-6 6 6 7-6 6 6 6-6 7 6v7l-7-6-6 6-6-6-7 6-6-6-6 6z;u R31 34 38 4;u R31 60 38 4;" + door(42, 16, 18),
  tobacconist:
    flat("u") + board() + "b M56 28h18v12q0 12-12 12h-5q-8 0-14-7L27 31l5-5 15 13q3 3 6 3h3z;t M65 24q-5-4 0-8t0-9;" + porch("c") + shopfront(),
  tannery:
    shed("b", "r") + "l M26 28H74V66H26z;c M50 31l7 4 14-3-3 11 4 7-5 13-12-3-5 5-5-5-12 3-5-13 4-7-3-11 14 3z;" + door(14, 11, 22) + pane(76, 52, 10, 12),
  "trappers-lodge":
    low("a", "b") + LOGS + "l M50 34V26Q34 26 32 6M40 23Q28 24 22 14M35 17Q33 10 39 5M50 26Q66 26 68 6M60 23Q72 24 78 14M65 17Q67 10 61 5;x M44 29h12l-2 12q-4 3-8 0z;" + door(41, 18, 22),
  "town-well":
    "b R26 28 6 36;b R68 28 6 36;r M14 32L50 6 86 32z;l M32 42h36M50 42v9M74 42h8v6;b M43 51h14l-2 11H45z;s M24 88V64h52v24z;s R18 60 64 8;t M24 76h52M42 68v8M60 68v8M33 76v12M51 76v12M67 76v12;",
  "water-tower":
    "l M30 52L22 88M70 52l8 36M26 72h48M28 56L74 84M72 56L26 84;a R24 20 52 34;t M24 28h52M24 46h52;r M17 22L50 3 83 22z;u M50 25Q62 40 56 46 50 51 44 46 38 40 50 25z;",
  nursery:
    "w M12 88V44Q50-8 88 44V88z;t M31 88V26M69 88V26M50 88V18M12 46H88M12 68H88;n M44 66V34q0-7 6-7t6 7v9h6v-7q0-4 4-4t4 4v10q0 6-6 6h-8v14zM44 56h-8q-6 0-6-6v-6q0-4 4-4t4 4v3h6z;r M37 66h26l-4 18H41z;",
  windmill:
    "l M47 34L34 88M53 34l13 54M43 52h14M40 66h20M43 52l20 22M57 52L37 74M37 77h26;r M72 24l20-7v16l-20-5zM50 24h24v3H50z;" +
    wheel("c", 48, 27, 25, 10, 17) + "b O48 27 5;",
  "livery-stable":
    barn("r", "b") + "y M38 49Q27 20 50 19 73 20 62 49l-8-2Q61 28 50 28T46 47z;c R32 57 36 31;l M32 57L68 88M68 57L32 88M50 57V88;",
  "stage-office":
    flat("y", "r") + board("c", 17, 19, 66, 36) + "r M31 23H69l-3 19Q50 49 35 42z;w R39 27 9 8;w R53 27 9 8;b O35 46 7;b O66 45 9;x O35 46 2;x O66 45 3;" + shopfront(),
  saloon:
    stepped("r", "y") + "c O50 36 19;y R39 31 17 19;x M37 32q-2-8 6-8 3-5 9-1 8-1 6 9z;l M56 35h7v11h-7;" + porch("b") + "d R37 66 26 22;a M38 67q6 4 11 0v16q-5-4-11 0zM51 67q6 4 11 0v16q-5-4-11 0z;" + pane(18, 68, 12, 12) + pane(70, 68, 12, 12),
  brewery:
    "s R74 2 11 30;a M24 88Q8 52 24 12H76Q92 52 76 88z;t M38 12Q30 50 38 88M62 12Q70 50 62 88;s M19 26h62l2 9H17zM17 66h66l-2 9H19z;n M50 38q9 3 9 10 0 9-9 14-9-5-9-14 0-7 9-10z;t M42 48q8 5 16 0M45 54q5 4 10 0;" + door(42, 16, 13),
  church:
    "c M38 88V54L64 36 90 54V88z;u M36 60L64 40 94 60V52L64 31 36 50z;c R12 42 26 46;u M7 44L25 14 43 44z;l M25 14V2M19 7H31;d M19 62V53q6-7 12 0v9z;w O64 62 7;" + door(58, 12, 15) + pane(76, 68, 8, 12),
  undertaker:
    flat("p", "k") + "b M42 19H58L67 31 61 60H39L33 31z;c M48 24h4v8h8v4h-8v16h-4V36h-8v-4h8z;" + door() + pane(19, 66, 12, 12) + pane(69, 66, 12, 12),
  bank:
    "u R13 38 74 42;c M4 38L50 6 96 38z;y O50 27 9;k M49 20h2.5v14H49z;c M15 40h10v38H15zM35 40h8v38H35zM57 40h8v38H57zM75 40h10v38H75z;s R8 77 84 11;d R45 56 10 21;",
  "assay-office":
    gable("s", "b") + "x M44 26H56V38L68 60Q70 67 63 67H37Q30 67 32 60L44 38z;y M39 49Q45 45 50 49T61 49L67 60Q69 66 63 66H37Q31 66 33 60z;l M41 26H59;k O46 57 2;k O54 60 2;" + pane(20, 70, 9, 11) + pane(72, 70, 9, 11),
  hotel:
    "g M18 88V12H82V88z;b R14 6 72 7;c R24 16 52 22;k M30 20h3v7h5v-2q0-3 4-3h22q6 0 6 6v8h-3v-3H33v3h-3z;" + pane(24, 43, 11, 13) + pane(44.5, 43, 11, 13) + pane(65, 43, 11, 13) + "b R12 60 76 5;t M20 60v-5M30 60v-5M40 60v-5M60 60v-5M70 60v-5M80 60v-5;" + pane(24, 69, 11, 12) + pane(65, 69, 11, 12) + door(44, 12, 20),
  theatre:
    arch("p", "y") + "d M22 62V34Q26 20 50 20T78 34V62z;r M22 62V32q2-6 10-9 0 24-6 39zM78 62V32q-2-6-10-9 0 24 6 39z;x M38 30q12 6 24 0v12q0 13-12 15-12-2-12-15z;k M43 38q3-3 6 0-3 3-6 0zM51 38q3-3 6 0-3 3-6 0zM43 46q7 4 14 0-2 7-7 7t-7-7z;y R14 62 72 5;" + door(36, 28, 18),
  "telegraph-office":
    "u M8 88V56L37 34 66 56V88z;b M2 59L37 28 72 59 68 65 37 40 6 65z;b R76 6 6 82;b R60 12 38 5;b R64 26 30 5;x O64 9 3;x O94 9 3;x O68 23 3;x O90 23 3;t M64 9Q30 24 2 8M68 23Q40 34 2 20;y M40 48L28 66h8l-4 16 16-20h-9l5-14z;" + pane(12, 68, 10, 11),
  newspaper:
    flat("c", "r") + "x M30 19H66V60H30z;x M66 25h6V56q0 5-6 4z;k M34 23H62V30H34z;t M34 35h12M34 40h12M34 45h12M34 50h28M34 55h28;s R50 34 12 11;" + porch("r") + door() + pane(20, 70, 14, 11) + pane(66, 70, 14, 11),
  "sheriffs-office":
    flat("s", "b") + "y S27 37 15;d R44 18 42 37;v M51 18v37M58 18v37M65 18v37M72 18v37M79 18v37;" + porch("b") + door() + pane(19, 69, 14, 11) + pane(67, 69, 14, 11),
};
