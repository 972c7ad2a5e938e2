/** Which page is shown: the path of the address bar, and links that do not reload. */

export interface Route {
  page: "home" | "new" | "lobby" | "mine" | "table" | "replay" | "learn" | "rules" | "quickStart" | "aids" | "ratings" | "settings" | "lost";
  id: string; // of a table, a game, a mission
  query: URLSearchParams;
}

const PAGES: Record<string, Route["page"]> = {
  "": "home",
  new: "new",
  lobby: "lobby",
  mine: "mine",
  t: "table",
  replay: "replay",
  learn: "learn",
  rules: "rules",
  "quick-start": "quickStart",
  aids: "aids",
  ratings: "ratings",
  settings: "settings",
};

export function routeOf(url: URL): Route {
  const [first = "", id = "", ...more] = url.pathname.split("/").filter(Boolean);
  const page = more.length ? undefined : PAGES[first];
  return { page: page ?? "lost", id: decodeURIComponent(id), query: url.searchParams };
}

let current = $state.raw<Route>(routeOf(new URL(location.href)));

export function route(): Route {
  return current;
}

export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  current = routeOf(new URL(location.href));
  window.scrollTo(0, 0);
}

/** Follows links inside the page without loading it again. */
export function watchLinks(): () => void {
  const onclick = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest?.("a");
    const plain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (routeOf(new URL(link.href)).page === "lost") return; // a file of the server
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  const onpop = (): void => {
    current = routeOf(new URL(location.href));
  };
  document.addEventListener("click", onclick);
  window.addEventListener("popstate", onpop);
  return () => {
    document.removeEventListener("click", onclick);
    window.removeEventListener("popstate", onpop);
  };
}
