// What of docs/stage.md does not hold on the page as it is: a sentence for each breach.
({ portrait, roomy }) => {
  const found = [];
  const [wide, high] = [innerWidth, innerHeight];
  const SLACK = 1.5; // px: rounding
  const TAP = 44;
  const page = document.documentElement;
  const game = document.querySelector(".game");
  const named = (el) => `${el.tagName.toLowerCase()}.${String(el.className.baseVal ?? el.className).split(" ")[0]} “${(el.getAttribute("aria-label") ?? el.textContent).trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  if (page.scrollHeight > high + SLACK || page.scrollWidth > wide + SLACK) found.push(`the page scrolls: ${page.scrollWidth}×${page.scrollHeight} in ${wide}×${high}`);
  if (!game) return ["there is no game"];

  const board = document.querySelector(".game > .board").getBoundingClientRect();
  if (board.top < -SLACK || board.left < -SLACK || board.bottom > high + SLACK || board.right > wide + SLACK) found.push("the board is not whole on the screen");
  if (!portrait && board.height < 0.6 * high) found.push(`the board takes ${Math.round((100 * board.height) / high)} % of the height`);
  const least = document.querySelector("[data-place^='corral']") ? 0.93 * wide : wide - SLACK;
  if (portrait && wide < 600 && board.width < least) found.push(`the board takes ${Math.round((100 * board.width) / wide)} % of the width`);

  /** The part of an element that can be seen: what its scrolling parents and the screen leave of it. */
  const seen = (el) => {
    let { left, top, right, bottom } = el.getBoundingClientRect();
    for (let up = el.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflow === "visible" && style.clipPath === "none") continue;
      const box = up.getBoundingClientRect();
      if (style.overflowX !== "visible") [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (style.overflowY !== "visible") [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    [left, right, top, bottom] = [Math.max(left, 0), Math.min(right, wide), Math.max(top, 0), Math.min(bottom, high)];
    return { width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
  };
  const isShown = (el) => el.checkVisibility({ visibilityProperty: true }) && el.getBoundingClientRect().width > 2;

  const hand = [...document.querySelectorAll(".hand button")];
  const buttons = [...document.querySelectorAll(".game > .bar button, .game > .goals button, .game > .desk button")].filter((el) => isShown(el) && !el.disabled);
  for (const el of buttons) {
    if (hand.indexOf(el) >= 6) continue; // they are swiped to
    const box = el.getBoundingClientRect();
    const part = seen(el);
    if (part.width < box.width - SLACK || part.height < box.height - SLACK) found.push(`${named(el)} is cut: ${Math.round(part.width)}×${Math.round(part.height)} of ${Math.round(box.width)}×${Math.round(box.height)}`);
    if (box.width < TAP - SLACK || box.height < TAP - SLACK) found.push(`${named(el)} is small: ${Math.round(box.width)}×${Math.round(box.height)}`);
  }
  for (const el of document.querySelectorAll(".board [role='gridcell'].lit .hit")) {
    const box = el.getBoundingClientRect();
    if (Math.min(box.width, box.height) < TAP - SLACK) found.push(`the space ${el.parentElement.dataset.place} is small: ${Math.round(box.width)}×${Math.round(box.height)}`);
  }

  /** Texts that are wider or higher than their place. */
  for (const el of game.querySelectorAll(".says, .effect, .desk button, .duel li, .duel h2, .duel .known, .duel .verdict, .game > .goals button, .said, .name, .head, .number, .parties strong, .hint")) {
    if (!isShown(el) || el.closest(".hidden-text")) continue;
    const cut = el.scrollHeight > el.clientHeight + 2 || el.scrollWidth > el.clientWidth + 2;
    if (cut && el.clientHeight > 2) found.push(`the text of ${named(el)} is cut: ${el.scrollWidth}×${el.scrollHeight} in ${el.clientWidth}×${el.clientHeight}`);
  }
  // what is asked can be answered by what is in sight
  const choices = [...game.querySelectorAll(".options button")];
  const scroller = document.querySelector(".options");
  if (scroller && scroller.scrollHeight > scroller.clientHeight + SLACK) found.push(`the answers scroll: ${scroller.scrollHeight} in ${scroller.clientHeight}, ${choices.length} of them`);
  if (roomy && !isShown(document.querySelector(".left"))) found.push("parties and log are not beside the board");
  return found;
}
