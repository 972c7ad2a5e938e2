/** Calls the player back to the page: its title, its icon, and a notification where allowed. */

const KEY = "cactustown.notify";
const WAITING_ICON =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#e08a00"/>' +
      '<path d="M16 6v13" stroke="#2b2019" stroke-width="5" stroke-linecap="round"/><circle cx="16" cy="25" r="3" fill="#2b2019"/></svg>',
  );

let usualIcon: string | null = null;

/** Says in title and icon whether the player is awaited. */
export function showTurn(awaited: boolean, title: string): void {
  document.title = awaited ? `● ${title}` : title;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  usualIcon ??= link.getAttribute("href");
  link.setAttribute("href", awaited ? WAITING_ICON : (usualIcon ?? ""));
}

export function canNotify(): boolean {
  return typeof Notification !== "undefined";
}

export function wantsNotices(): boolean {
  try {
    return canNotify() && Notification.permission === "granted" && localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

/** Switches notifications on or off; whether they are on now. */
export async function setNotices(on: boolean): Promise<boolean> {
  if (on && canNotify() && Notification.permission !== "granted") await Notification.requestPermission();
  try {
    localStorage.setItem(KEY, on ? "yes" : "no");
  } catch {
    // private windows of some browsers
  }
  return wantsNotices();
}

/** Tells somebody who is not looking that it is their turn. */
export function notify(title: string, body: string): void {
  if (!document.hidden || !wantsNotices()) return;
  try {
    const notice = new Notification(title, { body, tag: "cactustown-turn" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // phones allow notifications from service workers only
  }
}
