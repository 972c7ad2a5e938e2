import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import type { Item, ItemName, ItemOf } from "../src/lib/story";
import { cardsOf, targetsOf, townOf } from "../src/play/deduce";
import Notebook from "../src/play/Notebook.svelte";
import type { SeatView } from "../src/protocol";
import { boxOf } from "./fixtures";
import { party, standee, told, view } from "./town";

const BOX = boxOf("base");
const item = <Name extends ItemName>(n: number, event: Name, fields: Partial<Omit<ItemOf<Name>, "event">> = {}): ItemOf<Name> => ({ ...told(event, fields), n });

function town(more: Partial<SeatView> = {}): SeatView {
  return view({
    parties: {
      sheriff: party("sheriff", { sheriff: standee("c3") }, { cards: ["posse", "patrol", "showdown", "arrest"] }),
      outlaws: party("outlaws", { "outlaw-1": standee("b1"), "outlaw-2": standee("a5") }, { cards: ["ride", "shadows", "gunfight", "heist"], target_cards: 4 }),
      dancer: party("dancer", { dancer: standee("a3") }, { cards: ["entrance", "charm", "derringer", "payback"], target_cards: 2, targets_seen: ["hotel"] }),
    },
    buildings: {
      a1: { name: "bank", face_up: true },
      a5: { name: "church", face_up: true },
      d4: { name: "saloon", face_up: false },
    },
    targets_gone: ["theatre"],
    ...more,
  });
}

const SET_UP: Item[] = [
  item(0, "turned_up", { standee: null, space: "a1", building: "bank" }),
  item(1, "turned_up", { standee: null, space: "a5", building: "church" }),
  item(2, "dealt", { party: "outlaws", cards: 1, building: null }),
  item(3, "moved", { party: "outlaws", standee: "outlaw-1", from: "a1", to: "b1" }),
];

describe("the town", () => {
  it("knows what has been found, what was looked at, and what is left", () => {
    const found = townOf(town(), BOX);
    expect(found.known).toContainEqual({ building: "saloon", space: "d4", secret: true });
    expect(found.hidden).toHaveLength(21);
    expect(found.spaces).toHaveLength(21);
    expect(found.hidden).not.toContain("bank");
  });
});

describe("targets", () => {
  it("are not what is gone, seen elsewhere, or stood on when they were dealt", () => {
    const outlaws = targetsOf(town(), BOX, SET_UP).find((one) => one.party === "outlaws");
    expect(outlaws?.possible).toHaveLength(24 - 4);
    expect(outlaws?.impossible.sort()).toEqual(["bank", "church", "hotel", "theatre"]);
  });

  it("may be anything again for who has drawn since", () => {
    const drawn = [...SET_UP, item(9, "drew_target", { party: "outlaws", cards: 1, building: null })];
    expect(targetsOf(town(), BOX, drawn).find((one) => one.party === "outlaws")?.impossible).not.toContain("bank");
    const confused = [...SET_UP, item(9, "confused", { party: "ranger", victim: "outlaws", building: null })];
    expect(targetsOf(town(), BOX, confused).find((one) => one.party === "outlaws")?.impossible).not.toContain("bank");
  });

  it("that are all known leave nothing to guess", () => {
    const open = town();
    const outlaws = party("outlaws", {}, { target_cards: 4, targets: ["bank", "mission", "hotel", "saloon"] });
    const own = { ...open, parties: { ...open.parties, outlaws } };
    expect(targetsOf(own, BOX, []).find((one) => one.party === "outlaws")).toMatchObject({ known: ["bank", "mission", "hotel", "saloon"], possible: [] });
    expect(targetsOf(open, BOX, []).some((one) => one.party === "sheriff")).toBe(false);
  });
});

describe("cards", () => {
  const order: SeatView["order"] = [["outlaws", "ride"], ["dancer", "charm"], ["outlaws", "heist"], ["dancer", null], ["outlaws", "gunfight"], ["dancer", null]];

  it("that are left may come or stay unplayed", () => {
    const dancer = cardsOf(town({ order, turn: 2 }), BOX).find((one) => one.party === "dancer");
    expect(dancer).toMatchObject({ played: ["charm"], left: ["entrance", "derringer", "payback"], unplayed: null, shots: [2, 3, 4] });
  });

  it("that were all turned up tell the unplayed one", () => {
    const outlaws = cardsOf(town({ order, turn: 5 }), BOX).find((one) => one.party === "outlaws");
    expect(outlaws).toMatchObject({ left: ["shadows"], unplayed: "shadows", shots: [2] });
  });

  it("of one's own are no riddle; a used second shot is none any more", () => {
    const used = town({ order, turn: 5 });
    const outlaws = party("outlaws", {}, { cards: ["ride", "shadows", "gunfight", "heist"], second_shot_used: true, unplayed: "shadows" });
    const shown = { ...used, parties: { ...used.parties, outlaws } };
    expect(cardsOf(shown, BOX).map((one) => one.party)).toEqual(["outlaws", "dancer"]);
    expect(cardsOf(shown, BOX)[0]?.shots).toEqual([]);
  });
});

describe("the notebook", () => {
  it("crosses off what is impossible, in words too, and keeps own notes", async () => {
    const { unmount } = render(Notebook, { view: town(), box: BOX, story: SET_UP, place: "table.sheriff" });
    expect(screen.getByText(/21 buildings lie face down/)).toBeTruthy();
    expect(screen.getByText(/You looked at: d4 Saloon/)).toBeTruthy();
    const bank = [...document.querySelectorAll("li.off")].find((one) => one.textContent?.includes("Bank"));
    expect(bank?.textContent).toContain("found");
    await fireEvent.input(screen.getByLabelText("Your own notes"), { target: { value: "the dancer bluffs" } });
    unmount();
    render(Notebook, { view: town(), box: BOX, story: SET_UP, place: "table.sheriff" });
    expect((screen.getByLabelText("Your own notes") as HTMLTextAreaElement).value).toBe("the dancer bluffs");
  });
});
