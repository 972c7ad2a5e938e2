// What a person sees on the page and could do now; evaluated in the page by the robot.
() => {
  const named = (el) => (el.getAttribute("aria-label") ?? el.textContent ?? "").replace(/\s+/g, " ").trim();
  const all = (selector) => [...document.querySelectorAll(selector)];
  const isOn = (el, wanted) => el !== null && el.closest("[data-place], [role='button'][data-standee]") === wanted;

  /** Where to point at a place or figure of the board so that it is hit and nothing else. */
  const pointAt = (el) => {
    const box = el.getBoundingClientRect();
    for (const down of [0.5, 0.2, 0.8, 0.35, 0.65, 0.08, 0.95])
      for (const across of [0.5, 0.2, 0.8, 0.35, 0.65, 0.06, 0.96]) {
        const [x, y] = [box.x + across * box.width, box.y + down * box.height];
        if (isOn(document.elementFromPoint(x, y), el)) return { x, y };
      }
    return null;
  };
  const thing = (el, name) => ({ name, says: named(el), pressed: el.getAttribute("aria-pressed") === "true", point: pointAt(el) });

  const tray = document.querySelector(".planning");
  const lock = tray?.querySelector(".lock button:not(.try)");
  return {
    greeting: document.querySelector("form input#name") !== null,
    room: document.querySelector("main.room") !== null,
    game: document.querySelector(".game") !== null,
    over: document.querySelector("section.end") !== null,
    dialog: document.querySelector("dialog[open]") !== null,
    curtain: document.querySelector(".curtain[role='dialog']") !== null,
    seen: document.querySelector(".desk .seen button") !== null,
    agree: all(".notice[role='alert'] button").length,
    duel: document.querySelector(".board .duel") !== null,
    error: document.querySelector(".notice.error")?.textContent ?? "",
    broken: document.querySelector(".notice .spin") !== null,
    sentence: document.querySelector(".bar h1")?.textContent ?? "",
    round: document.querySelector(".bar .round")?.textContent ?? "",
    log: all(".log li").length,
    plan: tray && {
      cards: all(".hand button").map((el) => ({ says: named(el), pressed: el.getAttribute("aria-pressed") === "true" })),
      laid: all(".tray [data-slot] button").length,
      ready: lock?.classList.contains("main") === true && !lock.disabled,
      sending: lock?.getAttribute("aria-busy") === "true",
      locked: tray.querySelector(".lock [role='status']") !== null,
    },
    options: all(".ask .options button").map((el, n) => ({
      n,
      says: named(el),
      pressed: el.getAttribute("aria-pressed") === "true",
      can: !el.disabled && el.getAttribute("aria-disabled") !== "true",
      hidden: getComputedStyle(el).opacity === "0", // for keys alone
    })),
    places: all(".board [role='gridcell'].lit").map((el) => thing(el, el.dataset.place)),
    figures: all(".board [role='button'][data-standee]").map((el) => thing(el, el.dataset.standee)),
  };
}
