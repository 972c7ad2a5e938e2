/** A ring round whatever is to be pressed. It follows what is on the page, moves nothing and catches no press. */

const SPOT = "data-spot";

/** Marks what the selector finds within an element, whatever comes and goes there; gives the end of it. */
export function spotlight(within: Element, selector: string): () => void {
  if (!selector) return () => undefined;
  let lit: Element[] = [];
  const shine = (): void => {
    const found = [...within.querySelectorAll(selector)];
    for (const one of lit) if (!found.includes(one)) one.removeAttribute(SPOT);
    for (const one of found) if (!one.hasAttribute(SPOT)) one.setAttribute(SPOT, "");
    lit = found;
  };
  shine();
  const observer = new MutationObserver(shine);
  observer.observe(within, { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "data-card", "data-choice"] });
  return () => {
    observer.disconnect();
    for (const one of lit) one.removeAttribute(SPOT);
  };
}
