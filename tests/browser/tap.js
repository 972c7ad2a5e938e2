// Where a finger would touch an element, and what a touch there came to; evaluated in the page.
(el) => {
  const PATIENCE = 1000; // milliseconds for a click to follow a touch
  const isIt = (found) => found !== null && (found === el || el.contains(found));
  const told = (found) => `${found.nodeName.toLowerCase()}.${found.className?.baseVal ?? found.className} “${found.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  const hit = (target) => {
    const found = target.closest("button, a, [role='button'], [role='gridcell']");
    return found ? `hit ${told(found)}` : "hit nothing";
  };

  /** In the middle if that can be hit, else wherever it is in sight: the wilderness is a ring. */
  const aim = () => {
    const box = el.getBoundingClientRect();
    for (const down of [0.5, 0.3, 0.7, 0.2, 0.8, 0.08, 0.95])
      for (const across of [0.5, 0.3, 0.7, 0.2, 0.8, 0.06, 0.96]) {
        const [x, y] = [box.x + across * box.width, box.y + down * box.height];
        if (isIt(document.elementFromPoint(x, y))) return { x, y };
      }
    return null;
  };

  el.scrollIntoView({ block: "nearest", inline: "nearest" });
  const point = aim();
  window.tapped?.stop();
  const heard = new AbortController();
  window.tapped = {
    stop: () => heard.abort(),
    came: new Promise((resolve) => {
      const options = { capture: true, signal: heard.signal };
      addEventListener("click", ({ target }) => resolve(isIt(target) ? "" : hit(target)), options);
      addEventListener("pointerup", () => setTimeout(resolve, PATIENCE, "brought no click"), options);
      setTimeout(resolve, 3 * PATIENCE, "was not felt");
    }),
  };
  const { x, y, width, height } = el.getBoundingClientRect();
  const above = document.elementFromPoint(x + width / 2, y + height / 2);
  return { says: told(el), point, above: above ? told(above) : `nothing: ${x}, ${y}` };
};
