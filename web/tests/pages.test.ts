import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import App from "../src/App.svelte";
import { api, ApiError } from "../src/lib/api";
import { aboutBot } from "../src/lib/bots";
import { gate } from "../src/lib/gate.svelte";
import { known } from "../src/lib/me.svelte";
import { prefs } from "../src/lib/prefs.svelte";
import { go } from "../src/lib/router.svelte";
import Home from "../src/pages/Home.svelte";
import Lobby from "../src/pages/Lobby.svelte";
import Mine from "../src/pages/Mine.svelte";
import NewTable from "../src/pages/NewTable.svelte";
import Ratings from "../src/pages/Ratings.svelte";
import Replay from "../src/pages/Replay.svelte";
import { Player } from "../src/pages/replay/player.svelte";
import Rules from "../src/pages/Rules.svelte";
import { pieces, search, termsOf } from "../src/pages/rules/rulebook";
import Settings from "../src/pages/Settings.svelte";
import * as begin from "../src/pages/tables/begin";
import { codeOf } from "../src/pages/tables/code";
import { fitted, seated, whyNotClosed, whyNotEven, whyNotParty } from "../src/pages/tables/legal";
import { BOT, lastWish, ME, OPEN, playNowWish, presetNow, presetOf, rememberWish, usualWish, withBots, type Wish } from "../src/pages/tables/wish";
import { ago } from "../src/pages/tables/words";
import type { ItemOf } from "../src/lib/story";
import type { LineUp, Options, Replayed, TableCard } from "../src/protocol";
import { CHOICES } from "./choices";
import { box, party, standee, told, view } from "./town";

vi.setConfig({ testTimeout: 30_000 }); // whole pages, on a machine that may be busy

const ANNA = { id: "anna", name: "Anna", login: null };

beforeAll(() => {
  window.matchMedia = (query) => ({ matches: false, media: query }) as MediaQueryList;
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
});
beforeEach(() => {
  vi.restoreAllMocks();
  prefs.lastTable = "";
  prefs.luck = null;
  prefs.sections = [];
  localStorage.clear();
  prefs.played = prefs.coach = false;
  prefs.name = "";
  gate.closed = false;
  known(ANNA);
  vi.spyOn(api, "choices").mockResolvedValue(CHOICES);
  vi.spyOn(api, "lineUp").mockImplementation(({ options }) => lineUpOf(options));
  vi.spyOn(api, "turns").mockResolvedValue({ tables: [] });
  vi.spyOn(api, "mine").mockResolvedValue({ tables: [] });
  vi.spyOn(api, "lobby").mockResolvedValue({ tables: [] });
  vi.spyOn(api, "sessions").mockResolvedValue({ sessions: [] });
  go("/");
});

/** As the server would: what is named makes room first, then money, guest and news. */
function lineUpOf(options: Options): Promise<LineUp> {
  const { alternative = [], replace = [], parties = [], mode } = options;
  const comes = CHOICES.alternative.filter((group) => alternative.includes(group.kind) || (group.option === "chicken" && options.chicken));
  if (replace.length > comes.length) return Promise.reject(new ApiError(400, "refused", "nothing comes that could take their place"));
  const order = [...new Set([...replace, "money", "guest", "news"])];
  const leaves = comes.map((group, at) => ({ kind: order[at] ?? "", buildings: CHOICES.replace.find((one) => one.kind === order[at])?.buildings.slice(0, group.buildings.length) ?? [] }));
  const idle = comes.flatMap(({ kind, party }) => {
    const missing = [...(mode === "gunslinger" ? [] : ["gunslinger"]), ...(party === "cowboy" && !parties.includes(party) ? [party] : [])];
    return missing.length ? [{ kind, missing }] : [];
  });
  return Promise.resolve({ comes, leaves, idle });
}

function wish(more: Partial<Wish["options"]> = {}): Wish {
  const usual = usualWish(() => 0);
  return { ...usual, options: { ...usual.options, ...more } };
}

describe("a wish", () => {
  it("is usually for four parties, one's own drawn", () => {
    expect(usualWish(() => 0).seats).toEqual([ME, BOT, BOT, BOT]);
    expect(usualWish(() => 0.99).seats).toEqual([BOT, BOT, BOT, ME]);
  });
  it("comes together in several ways", () => {
    const hot = presetOf(wish(), "hot-seat");
    expect(hot.seats).toEqual([ME, ME, ME, ME]);
    expect(presetNow(hot)).toBe("hot-seat");
    expect(presetNow(presetOf(wish(), "friends"))).toBe("friends");
    const solo = presetOf(wish(), "solo");
    expect([solo.options.parties, solo.seats, presetNow(solo)]).toEqual([["outlaws"], [ME], "solo"]);
    expect(presetOf(solo, "bots").options.parties).toHaveLength(4);
  });
  it("is remembered, if the server still knows what it names", () => {
    rememberWish({ ...wish({ mode: "gunslinger" }), title: "Friday" });
    expect(lastWish(CHOICES)).toMatchObject({ options: { mode: "gunslinger" }, title: "" });
    rememberWish({ ...wish(), seats: [ME, "wizard", "greedy", "greedy"] });
    expect(lastWish(CHOICES)).toBeNull();
    prefs.lastTable = "no JSON";
    expect(lastWish()).toBeNull();
  });
  it("plays now without waiting for anybody", () => {
    rememberWish({ ...presetOf(wish(), "friends"), public: true, rated: true });
    expect(playNowWish()).toMatchObject({ seats: [ME, BOT, BOT, BOT], public: false, rated: false });
  });
  it("is at first for newcomers: the sheriff against easy outlaws", () => {
    expect(playNowWish()).toMatchObject({ options: { parties: ["sheriff", "outlaws"] }, seats: [ME, "easy"] });
    prefs.played = true;
    expect(playNowWish().options.parties).toHaveLength(4);
  });
  it("has bots that the server offers", () => {
    const levels = ["easy", "normal", "hard"].map((name) => ({ name, about: "", rating: 0 }));
    expect(withBots(wish(), levels)).toMatchObject({ seats: [ME, "normal", "normal", "normal"], stand_in: "normal" });
    expect(withBots({ ...wish(), seats: [OPEN, "hard", "wizard", ME] }, levels).seats).toEqual([OPEN, "hard", "normal", ME]);
    expect(withBots(wish(), CHOICES.bots).stand_in).toBe("greedy");
  });
  it("says of a bot how it plays and how strong it is", () => {
    expect(aboutBot("greedy", CHOICES.bots)).toBe("Takes what looks best right now. Rating 700 (pure chance is 0).");
    expect(aboutBot("wily", CHOICES.bots)).toBe("Guesses what you have laid and plays against that.");
  });
  it("has its parties in their order round the table", () => {
    const odd = { ...wish({ parties: ["dancer", "outlaws"] }), seats: [ME, "random"] };
    expect(seated(odd, CHOICES)).toMatchObject({ options: { parties: ["outlaws", "dancer"] }, seats: ["random", ME] });
  });
});

describe("what cannot be", () => {
  const why = (name: string, options = wish().options): string => whyNotParty(name, options, CHOICES, "en");

  it("has a reason", () => {
    expect(why("outlaws")).toBe("The Outlaws must stay for the Sheriff and the Hunters.");
    expect(why("sheriff")).toBe("");
    expect(why("sheriff", wish({ parties: ["dancer", "dakota"] }).options)).toBe("The Sheriff cannot play without the Outlaws.");
    expect(why("dancer", wish({ parties: ["dancer", "dakota"] }).options)).toBe("At least 2 parties must play.");
    expect(why("cowboy", wish({ parties: ["ranger", "sheriff", "outlaws", "hunters", "dancer"] }).options)).toBe("At most 5 parties can play.");
    expect(whyNotClosed(wish().options)).toBe("Only in: Gunslinger mode.");
    expect(whyNotClosed(wish({ mode: "gunslinger" }).options)).toBe("");
    expect(whyNotEven(wish().options, CHOICES)).toBe("");
    expect(whyNotEven(wish({ programming: "reverse" }).options, CHOICES)).toBe("Not for these parties.");
    expect(whyNotEven(wish({ parties: ["dancer", "dakota"] }).options, CHOICES)).toBe("Not for these parties.");
    expect(whyNotEven(presetOf(wish(), "solo").options, CHOICES)).toBe("Not for these parties.");
  });
  it("leaves the wish when something else no longer allows it", () => {
    const rich = wish({ mode: "gunslinger", chicken: true, tools: true, alternative: ["tool", "dice"], abilities: ["cowboy"] });
    expect(fitted(rich, CHOICES).options).toMatchObject({ chicken: true, alternative: ["tool", "dice"], abilities: [] });
    const basic = fitted({ ...rich, options: { ...rich.options, mode: "basic" } }, CHOICES);
    expect(basic.options).toMatchObject({ chicken: true, alternative: ["tool", "dice"] }); // names and targets
    const house = wish({ mode: "gunslinger", screens: "closed", even_sides: true, alternative: ["dice", "bakery"], replace: ["news", "office"] });
    expect(fitted(house, CHOICES).options).toMatchObject({ screens: "closed", even_sides: true, alternative: ["dice"], replace: ["news"] });
    const plain = fitted({ ...house, options: { ...house.options, mode: "basic", programming: "reverse", alternative: [] } }, CHOICES);
    expect(plain.options).toMatchObject({ screens: "open", even_sides: false, replace: [] });
    expect(fitted({ ...presetOf(wish(), "hot-seat"), rated: true }, CHOICES).rated).toBe(false);
    expect(fitted({ ...wish(), clock: { kind: "days", days: 99 } }, CHOICES).clock.days).toBe(14);
    expect(fitted({ ...wish(), clock: { kind: "fast", days: 3 } }, CHOICES).clock.days).toBe(0);
  });
});

describe("the new table", () => {
  it("is opened as chosen and remembered", async () => {
    const open = vi.spyOn(begin, "open").mockResolvedValue();
    render(NewTable);
    await fireEvent.click(await screen.findByRole("radio", { name: "Gunslinger mode" }));
    await fireEvent.click(screen.getAllByRole("switch", { name: "Crazy chicken" })[0] as HTMLElement);
    await fireEvent.change(screen.getByRole("combobox", { name: /Who plays the Sheriff/ }), { target: { value: OPEN } });
    await fireEvent.click(screen.getByRole("button", { name: "Open the table" }));
    expect(open).toHaveBeenCalledOnce();
    const sent = open.mock.calls[0]?.[0];
    expect(sent).toMatchObject({ options: { mode: "gunslinger", chicken: true } });
    expect(sent?.seats[0]).toBe(OPEN);
    expect(lastWish()).toMatchObject({ options: { chicken: true } });
  });
  it("offers nothing that cannot be", async () => {
    render(NewTable);
    const screens = await screen.findByRole("switch", { name: "Closed screens" });
    expect((screens as HTMLInputElement).disabled).toBe(true);
    expect((screen.getByRole("switch", { name: "Outlaws" }) as HTMLInputElement).disabled).toBe(true);
    expect(screen.getByText("The Outlaws must stay for the Sheriff and the Hunters.")).toBeTruthy();
  });
  it("takes any groups of buildings, and says which have no effect", async () => {
    const open = vi.spyOn(begin, "open").mockResolvedValue();
    render(NewTable);
    await fireEvent.click(await screen.findByRole("switch", { name: "Tomahawk" }));
    const note = "No effect; missing: Gunslinger mode.";
    expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.getByText(/^Campfire, Lookout\./)).toBeTruthy();
    await fireEvent.click(screen.getByRole("switch", { name: "Stampede" }));
    expect(await screen.findByText("No effect; missing: Gunslinger mode and Cowboy.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("radio", { name: "Gunslinger mode" }));
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
    expect(await screen.findByText("No effect; missing: Cowboy.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Start the game" }));
    expect(open.mock.calls[0]?.[0]).toMatchObject({ options: { alternative: ["campfire", "cattle"], replace: [] } });
  });
  it("shows what makes room, and lets one choose it", async () => {
    const open = vi.spyOn(begin, "open").mockResolvedValue();
    render(NewTable);
    await fireEvent.click(await screen.findByRole("switch", { name: "Founder" }));
    const first = (): HTMLSelectElement => screen.getByRole("combobox", { name: "These make room 1" });
    await waitFor(() => expect([...first().options].map((option) => option.text)).toEqual(["Bank", "Hotel", "Telegraph Office"])); // its twin stays
    await fireEvent.click(screen.getByRole("switch", { name: "Blessing" }));
    const second = await screen.findByRole("combobox", { name: "These make room 2" });
    expect([first().value, (second as HTMLSelectElement).value]).toEqual(["money", "guest"]);
    expect([...first().options].map((option) => option.text)).toEqual(["Bank, Assay Office", "Telegraph Office, Newspaper"]);
    await fireEvent.change(first(), { target: { value: "news" } });
    await waitFor(() => expect(first().value).toBe("news"));
    await fireEvent.click(screen.getByRole("button", { name: "Start the game" }));
    expect(open.mock.calls[0]?.[0]).toMatchObject({ options: { replace: ["news", "guest"] } });
  });
  it("lets the usual ones make room again, also when fewer come than were to leave", async () => {
    rememberWish(wish({ mode: "gunslinger", alternative: ["blessing", "founder"], replace: ["news", "guest"] }));
    render(NewTable);
    await screen.findByRole("combobox", { name: "These make room 2" });
    await fireEvent.click(screen.getByRole("switch", { name: "Founder" }));
    const first = (): HTMLSelectElement => screen.getByRole("combobox", { name: "These make room 1" });
    await waitFor(() => expect(first().value).toBe("money"));
    expect(screen.queryByRole("button", { name: "As usual" })).toBeNull();
    await fireEvent.change(first(), { target: { value: "news" } });
    await fireEvent.click(await screen.findByRole("button", { name: "As usual" }));
    await waitFor(() => expect(first().value).toBe("money"));
  });
  it("says what brings buildings along, and what they lack", async () => {
    render(NewTable);
    await fireEvent.click(await screen.findByRole("switch", { name: "Pets" }));
    const pets = screen.getByRole("switch", { name: "Pet" });
    expect((pets as HTMLInputElement).checked).toBe(true);
    expect((pets as HTMLInputElement).disabled).toBe(true);
    expect(screen.getByText("Comes with: Pets.")).toBeTruthy();
    const chicken = screen.getAllByRole("switch", { name: "Crazy chicken" })[0] as HTMLInputElement;
    await fireEvent.click(chicken);
    await waitFor(() => expect(document.getElementById(chicken.getAttribute("aria-describedby") ?? "")?.textContent).toContain("No effect; missing: Gunslinger mode."));
    expect(chicken.checked).toBe(true);
  });
  it("tells the house rules as such", async () => {
    const open = vi.spyOn(begin, "open").mockResolvedValue();
    render(NewTable);
    await fireEvent.click(await screen.findByRole("radio", { name: "Gunslinger mode" }));
    expect(screen.getByText("House rules")).toBeTruthy();
    expect(screen.getByText(/differ from the printed box/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("switch", { name: "Even sides" }));
    await fireEvent.click(screen.getByRole("switch", { name: "Closed screens" }));
    await fireEvent.click(screen.getByRole("button", { name: "Start the game" }));
    expect(open.mock.calls[0]?.[0]).toMatchObject({ options: { even_sides: true, screens: "closed" } });
  });
  it("follows the link that asks for solo", async () => {
    go("/new?preset=solo");
    render(NewTable);
    expect((await screen.findByRole("button", { name: /^Solo/ })).getAttribute("aria-current")).toBe("true");
    expect(screen.queryByRole("switch", { name: "Sheriff" })).toBeNull();
  });
  it("starts a game that is ready with one press, and remembers it", async () => {
    const open = vi.spyOn(begin, "open").mockResolvedValue();
    render(NewTable);
    await fireEvent.click(await screen.findByRole("button", { name: /^Everything/ }));
    const sent = open.mock.calls[0]?.[0];
    expect(sent).toMatchObject({ options: { mode: "gunslinger", tools: true, pets: true, chicken: true } });
    expect(sent?.seats.filter((seat) => seat === ME)).toHaveLength(1);
    expect(playNowWish().options.parties).toHaveLength(5);
  });
  it("changes a game that is ready before it begins", async () => {
    const open = vi.spyOn(begin, "open").mockResolvedValue();
    render(NewTable);
    await fireEvent.click(await screen.findByRole("button", { name: "Change “Stampede” first" }));
    expect(open).not.toHaveBeenCalled();
    expect(prefs.sections).toContain("more");
    expect((screen.getByRole("switch", { name: "Cowboy" }) as HTMLInputElement).checked).toBe(true);
  });
  it("seats people by their names at one screen, bots on the other chairs", async () => {
    const open = vi.spyOn(begin, "open").mockResolvedValue();
    go("/new?preset=hot-seat");
    render(NewTable);
    await fireEvent.change(await screen.findByRole("textbox", { name: "Name of player 1" }), { target: { value: "Rosa" } });
    await fireEvent.click(screen.getByRole("button", { name: "One more" }));
    await fireEvent.click(screen.getByRole("button", { name: "Rosa: red. Another colour" }));
    await fireEvent.click(screen.getByRole("button", { name: /^The classic/ }));
    const [sent, people] = open.mock.calls[0] ?? [];
    expect(sent?.seats).toEqual([ME, ME, ME, "greedy"]);
    expect(people).toEqual([{ name: "Rosa", colour: "gold" }, { name: "", colour: "sage" }, { name: "", colour: "sky" }]);
  });
  it("keeps open what was opened, whatever is chosen", async () => {
    render(NewTable);
    const house = (await screen.findByText("House rules")).closest("details") as HTMLDetailsElement;
    house.open = true;
    await fireEvent(house, new Event("toggle"));
    await fireEvent.click(screen.getByRole("switch", { name: "Pets" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Gunslinger mode" }));
    expect(house.open).toBe(true);
    expect(prefs.sections).toEqual(["house"]);
    const abilities = screen.getByText("Abilities", { selector: "summary" }).closest("details") as HTMLDetailsElement;
    expect(abilities.open).toBe(false);
  });
  it("speaks of the same game as the home page, before and after a change", async () => {
    prefs.played = true;
    const mine = (): string[] => playNowWish().seats;
    const before = mine();
    expect([mine(), usualWish().seats]).toEqual([before, before]);
    render(NewTable);
    await fireEvent.change(await screen.findByRole("combobox", { name: /Who plays the Hunters/ }), { target: { value: ME } });
    expect(mine()[2]).toBe(ME);
  });
  it("says what went wrong, and lets one try again", async () => {
    vi.spyOn(begin, "open").mockRejectedValue(new ApiError(409, "too_many_tables", "…"));
    render(NewTable);
    await fireEvent.click(await screen.findByRole("button", { name: "Start the game" }));
    expect((await screen.findByRole("alert")).textContent).toContain("too many tables");
  });
});

describe("home", () => {
  it("plays with one click", async () => {
    const open = vi.spyOn(begin, "open").mockResolvedValue();
    render(Home);
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    expect(open.mock.calls[0]?.[0].seats).toEqual([ME, "greedy"]); // where no easy bot is offered, the usual one
    await waitFor(() => expect([prefs.played, prefs.coach]).toEqual([true, true]));
  });
  it("joins by link or code", async () => {
    render(Home);
    const field = screen.getByRole("textbox", { name: /Link or code/ });
    await fireEvent.input(field, { target: { value: "what?" } });
    await fireEvent.submit(field.closest("form") as HTMLFormElement);
    expect(screen.getByText(/not the link or code/)).toBeTruthy();
    await fireEvent.input(field, { target: { value: " https://cactus.example/t/abc_DEF-123?x=1 " } });
    await fireEvent.submit(field.closest("form") as HTMLFormElement);
    expect(location.pathname).toBe("/t/abc_DEF-123");
  });
  it("knows codes from links", () => {
    expect(codeOf("abc_DEF-1234")).toBe("abc_DEF-1234");
    expect(codeOf("http://localhost:8620/t/abc_DEF-1234#x")).toBe("abc_DEF-1234");
    expect(codeOf("http://localhost:8620/rules")).toBe("");
    expect(codeOf("two words")).toBe("");
  });
});

function table(more: Partial<TableCard>): TableCard {
  const places = ["sheriff", "outlaws"].map((name, n) => ({ party: name, person: n ? "anna" : null, name: n ? "Anna" : null, bot: n ? null : "greedy" }));
  const rest = { public: false, rated: false, host: "Anna", title: "", options: {}, clock: {}, result: null, opened_at: 0, changed_at: 0 };
  return { table: "one", state: "running", places, ...rest, ...more };
}

describe("lists of tables", () => {
  it("show where it is one's turn first, and lessons not at all", async () => {
    vi.spyOn(api, "mine").mockResolvedValue({
      tables: [table({ table: "open", state: "open", title: "Later" }), table({ table: "turn", title: "Now" }), table({ title: "lesson:move" }), table({ table: "over", state: "over", result: "outlaws", title: "Won" })],
    });
    vi.spyOn(api, "turns").mockResolvedValue({ tables: ["turn"] });
    render(Mine);
    await screen.findByText("Now");
    expect(screen.getAllByText(/^(Now|Later|Won)$/).map((found) => found.textContent)).toEqual(["Now", "Later", "Won"]);
    expect(screen.getByText("Your turn")).toBeTruthy();
    expect(screen.queryByText(/lesson/)).toBeNull();
    expect(screen.getByRole("link", { name: "Replay: Won" }).getAttribute("href")).toBe("/replay/over");
    expect(screen.getByRole("link", { name: /Save as a file: Won/ }).getAttribute("href")).toBe("/games/over.json");
  });
  it("say of a damaged table that it is, last, and offer nothing that would fail", async () => {
    vi.spyOn(api, "mine").mockResolvedValue({
      tables: [table({ table: "bad", state: "unreadable", title: "Broken" }), table({ table: "open", state: "open", title: "Later" })],
    });
    render(Mine);
    await screen.findByText("Broken");
    expect(screen.getAllByText(/^(Broken|Later)$/).map((found) => found.textContent)).toEqual(["Later", "Broken"]);
    expect(screen.getByText(/^Damaged/)).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "Give up" }).length).toBe(1);
    expect(screen.queryByRole("button", { name: "Leave" })).toBeNull();
  });
  it("let one leave a game after asking", async () => {
    vi.spyOn(api, "mine").mockResolvedValue({ tables: [table({})] });
    const leave = vi.spyOn(begin, "leave").mockResolvedValue();
    render(Mine);
    await fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
    expect(leave).not.toHaveBeenCalled();
    await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Leave" }));
    expect(leave).toHaveBeenCalledWith("one");
  });
  it("offer free seats to strangers, and a table where there is none", async () => {
    const places = [{ party: "sheriff", person: null, name: null, bot: null }];
    vi.spyOn(api, "lobby").mockResolvedValue({ tables: [table({ state: "open", places, host: "Bert" })] });
    const { unmount } = render(Lobby);
    expect((await screen.findByRole("link", { name: "Join: Table of Bert" })).getAttribute("href")).toBe("/t/one");
    unmount();
    vi.spyOn(api, "lobby").mockResolvedValue({ tables: [] });
    render(Lobby);
    expect(await screen.findByText(/Nobody is looking/)).toBeTruthy();
  });
  it("offer no seat at a full table that has not begun: it can be watched", async () => {
    const places = [{ party: "sheriff", person: "bert", name: "Bert", bot: null }, { party: "outlaws", person: null, name: null, bot: "greedy" }];
    vi.spyOn(api, "lobby").mockResolvedValue({ tables: [table({ state: "open", places, host: "Bert" })] });
    render(Lobby);
    expect(await screen.findByText(/Nobody is looking/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Watch: Table of Bert" })).toBeTruthy();
    expect(screen.getByText(/^Full, about to begin/)).toBeTruthy();
  });
  it("show a chair that is kept only to its person as one to take", async () => {
    const places = [
      { party: "sheriff", person: "bert", name: "Bert", bot: null },
      { party: "outlaws", person: null, name: "Carl", bot: null, kept: "carl" },
    ];
    vi.spyOn(api, "lobby").mockResolvedValue({ tables: [table({ state: "open", places, host: "Bert" })] });
    const { unmount } = render(Lobby);
    expect(await screen.findByRole("link", { name: "Watch: Table of Bert" })).toBeTruthy();
    expect(screen.getByText("kept for Carl")).toBeTruthy();
    unmount();
    known({ id: "carl", name: "Carl", login: null });
    vi.spyOn(api, "mine").mockResolvedValue({ tables: [table({ state: "open", places, host: "Bert" })] });
    vi.spyOn(api, "turns").mockResolvedValue({ tables: ["one"] });
    render(Mine);
    expect((await screen.findByRole("link", { name: "Join: Table of Bert" })).getAttribute("href")).toBe("/t/one?join");
    expect(screen.getByText("kept for you")).toBeTruthy();
    expect(screen.getByText("You are invited")).toBeTruthy();
  });
  it("say how long ago", () => {
    const hour = 3_600_000;
    expect(ago(0, "en", 2 * hour)).toBe("2 hours ago");
    expect(ago(0, "de", 49 * hour)).toBe("vorgestern");
    expect(ago(hour, "en", 0)).toBe("this minute");
  });
});

describe("the ratings", () => {
  it("show the best of a party, and oneself", async () => {
    const bert = { person: "bert", name: "Bert", party: "sheriff", rating: 21.25, games: 9 };
    const anna = { person: "anna", name: "Anna", party: "sheriff", rating: 18.4, games: 3 };
    const ratings = vi.spyOn(api, "ratings").mockResolvedValueOnce({ standings: [bert, anna] }).mockResolvedValue({ standings: [] });
    render(Ratings);
    const rows = await screen.findAllByRole("row");
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()))).toEqual([
      ["Place", "Player", "Rating", "Games"],
      ["1", "Bert", "21.3", "9"],
      ["2", "AnnaYou", "18.4", "3"],
    ]);
    await fireEvent.click(screen.getByRole("button", { name: "Outlaws" }));
    expect(await screen.findByText(/Be the first/)).toBeTruthy();
    expect(ratings).toHaveBeenLastCalledWith("outlaws");
  });
});

describe("settings", () => {
  it("take hold at once", async () => {
    render(Settings);
    await fireEvent.click(screen.getByRole("radio", { name: "Night" }));
    await fireEvent.click(screen.getByRole("radio", { name: "4 ×" }));
    await fireEvent.click(await screen.findByRole("switch", { name: "Sounds and music" }));
    await fireEvent.input(screen.getByRole("slider", { name: "Music" }), { target: { value: "30" } });
    expect([prefs.theme, prefs.speed, prefs.sound, prefs.music]).toEqual(["dark", 4, true, 0.3]);
    expect(prefs.soundOffered).toBe(true); // nobody asks again
    Object.assign(prefs, { theme: "auto", speed: 1, sound: false, soundOffered: false });
  });
  it("make an account of a guest", async () => {
    const register = vi.spyOn(api, "register").mockResolvedValue({ ...ANNA, login: "anna" });
    render(Settings);
    await fireEvent.input(screen.getByLabelText("Login"), { target: { value: "anna" } });
    await fireEvent.input(screen.getByLabelText("Password"), { target: { value: "saguaro1" } });
    await fireEvent.click(screen.getByRole("button", { name: "Create the account" }));
    expect(register).toHaveBeenCalledWith("anna", "saguaro1", "");
    expect(await screen.findByText("You are logged in as anna.")).toBeTruthy();
  });
});

describe("the door of a private server", () => {
  it("opens with the password", async () => {
    gate.closed = true;
    const enter = vi.spyOn(api, "enter").mockRejectedValueOnce(new ApiError(403, "wrong_password", "no")).mockResolvedValue({});
    render(App);
    const field = await screen.findByLabelText("Password");
    await fireEvent.input(field, { target: { value: "saguaro" } });
    await fireEvent.click(screen.getByRole("button", { name: "Come in" }));
    expect((await screen.findByRole("alert")).textContent).toContain("not the password");
    await fireEvent.input(field, { target: { value: "agave" } });
    await fireEvent.click(screen.getByRole("button", { name: "Come in" }));
    expect(await screen.findByRole("button", { name: "Play now" })).toBeTruthy();
    expect(enter).toHaveBeenLastCalledWith("agave");
  });
});

describe("addresses", () => {
  it("that lead nowhere say so", async () => {
    go("/nowhere");
    render(App);
    expect(await screen.findByRole("heading", { name: "The trail ends here" }, { timeout: 10_000 })).toBeTruthy();
  });
});

describe("rules", () => {
  const some = [
    { id: "MOV-1", section: "6. Movement", text: "RUN: as in MOV-9, up to 1 space." },
    { id: "MOV-9", section: "6. Movement", text: "Nobody enters the cactus." },
    { id: "DUEL-1", section: "7. Duels", text: "DUEL: choose a building. Café." },
  ];
  it("are found by words and ids", () => {
    expect(search(some, termsOf("mov-9")).flatMap((section) => section.rules.map((rule) => rule.id))).toEqual(["MOV-1", "MOV-9"]);
    expect(search(some, termsOf("CAFE duel")).map((section) => section.name)).toEqual(["7. Duels"]);
    expect(search(some, termsOf("nothing"))).toEqual([]);
  });
  it("lead to each other and mark what was looked for", () => {
    expect(pieces("as in MOV-9, up to 1 space", ["space"]).map((piece) => piece.kind)).toEqual(["plain", "rule", "plain", "found"]);
  });
  it("are shown with every icon", async () => {
    go("/rules#MOV-4");
    const { container } = render(Rules);
    const rule = await waitFor(() => container.querySelector<HTMLElement>("#MOV-4.chosen") ?? Promise.reject(new Error("not yet")), { timeout: 10_000 });
    expect(document.activeElement).toBe(rule);
    expect(container.querySelectorAll("section li svg").length).toBeGreaterThan(60);
    await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "tumbleweed" } });
    expect(screen.getByText("Nothing happens.")).toBeTruthy();
  });
});

function replayed(): Replayed {
  const town = (round: number, at: string, result: string | null = null): Replayed["moments"][number]["view"] =>
    view({ seat: null, round, result, parties: { sheriff: party("sheriff", { sheriff: standee(at) }), outlaws: party("outlaws", { "outlaw-1": standee("a1") }) } });
  const moved = (n: number, to: string): ItemOf<"moved"> => told("moved", { n, party: "sheriff", standee: "sheriff", from: "c3", to, how: "run" });
  return {
    seat: null,
    open: false,
    parties: ["sheriff", "outlaws"],
    names: ["Anna", null],
    options: {},
    result: "sheriff",
    commitment: "",
    seed: "",
    nonces: [],
    box: box(),
    moments: [
      { move: 0, party: null, choice: null, story: [], view: town(1, "c3") },
      { move: 1, party: "sheriff", choice: "run sheriff c3-c4", story: [moved(0, "c4")], view: town(1, "c4") },
      { move: 2, party: "sheriff", choice: "run sheriff c4-c5", story: [moved(1, "c5")], view: town(2, "c5") },
      { move: 3, party: "sheriff", choice: "stay", story: [{ n: 2, event: "won", depth: 0, seat: 0, party: "sheriff" }], view: town(2, "c5", "sheriff") },
    ],
  };
}

describe("a replay", () => {
  it("goes step by step, round by round, and by itself", () => {
    vi.useFakeTimers();
    const player = new Player();
    player.show(replayed(), 99);
    expect(player.at).toBe(3);
    player.turnPage(-1);
    expect(player.at).toBe(2);
    player.turnPage(-1);
    expect([player.at, player.rounds]).toEqual([0, [{ round: 1, at: 0 }, { round: 2, at: 2 }]]);
    player.toggle();
    vi.advanceTimersByTime(60_000);
    expect([player.at, player.playing]).toEqual([3, false]);
    player.seekItem(told("moved", { n: 1 }));
    expect(player.at).toBe(2);
    expect(player.story).toHaveLength(2);
    vi.useRealTimers();
  });
  it("is walked through by keys and seen from any seat", async () => {
    const replay = vi.spyOn(api, "replay").mockImplementation((_, eyes) => Promise.resolve({ ...replayed(), ...eyes }));
    go("/replay/abcdef?at=1");
    render(Replay, { id: "abcdef" });
    expect(await screen.findByText("Round 1 · move 1 of 3")).toBeTruthy();
    await fireEvent.keyDown(window, { key: "ArrowRight" });
    expect(screen.getByText("Round 2 · move 2 of 3")).toBeTruthy();
    expect(location.search).toBe("?at=2");
    await fireEvent.change(screen.getByRole("combobox", { name: "Seen by" }), { target: { value: "outlaws" } });
    await waitFor(() => expect(location.search).toBe("?at=2&seat=outlaws"));
    expect(replay).toHaveBeenLastCalledWith("abcdef", { seat: "outlaws", open: false });
  });
  it("plays on from a moment", async () => {
    vi.spyOn(api, "replay").mockResolvedValue(replayed());
    vi.spyOn(api, "game").mockResolvedValue({ format: "cactustown-journal" });
    const playOn = vi.spyOn(api, "playOn").mockResolvedValue({ table: "newtable" });
    vi.spyOn(begin, "start").mockResolvedValue();
    go("/replay/abcdef?at=2");
    render(Replay, { id: "abcdef" });
    await fireEvent.click(await screen.findByRole("button", { name: "Play on from here" }));
    const dialog = within(screen.getByRole("dialog"));
    await fireEvent.click(dialog.getByRole("button", { name: /Outlaws/ }));
    await fireEvent.click(dialog.getByRole("button", { name: "Play on" }));
    await waitFor(() => expect(location.pathname).toBe("/t/newtable"));
    expect(playOn).toHaveBeenCalledWith({ format: "cactustown-journal" }, 2, "outlaws", "greedy");
  });
  it("comes from a file, if it is one", async () => {
    const show = vi.spyOn(api, "replayFile").mockResolvedValue(replayed());
    go("/replay/file");
    const { container } = render(Replay, { id: "file" });
    const choose = async (text: string): Promise<void> => {
      const input = container.querySelector("input[type=file]") as HTMLInputElement;
      const file = new File([text], "game.json");
      file.text = () => Promise.resolve(text); // jsdom has none
      await fireEvent.change(input, { target: { files: [file] } });
    };
    await choose("{}");
    expect((await screen.findByRole("alert")).textContent).toContain("no saved game");
    await choose('{"format": "cactustown-journal"}');
    expect(await screen.findByText("Round 1 · move 0 of 3")).toBeTruthy();
    expect(show).toHaveBeenCalledWith({ format: "cactustown-journal" }, { seat: null, open: true });
  });
});
