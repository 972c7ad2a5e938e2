/** What every widget for a kind of ask is given. */

import type { Box, SeatView } from "../../protocol";

export interface AskProps {
  view: SeatView;
  box: Box;
  refuse: boolean; // the page proposes to say no
  chosen: string | null; // the standee picked so far, here or on the board
  onchoose: (choice: string) => void;
  onchosen: (standee: string | null) => void;
  onhint: (choice: number | null) => void;
}
