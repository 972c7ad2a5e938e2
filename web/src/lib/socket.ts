/** One socket to the server: comes back by itself, sends again what was not acknowledged. */

import type { Ack, Advice, AnyCommand, FromClient, FromServer, Hello, Hint, Refused, Tried, Try } from "../protocol";
import { whoNow } from "./me.svelte";

export type Status = "connecting" | "open" | "waiting" | "closed";

/** A command before the line gives it its id. */
export type Unsent = AnyCommand extends infer One ? (One extends AnyCommand ? Omit<One, "id"> : never) : never;

const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;
const NO_SESSION = 4401;
const ANSWER_WITHIN = 4_000;

type Answer = Ack | Advice | Tried;

interface Pending {
  asked: AnyCommand | Hint | Try;
  resolve: (answer: Answer) => void;
  reject: (refused: Refused) => void;
}

export class Line {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asleep: ReturnType<typeof setTimeout> | undefined;
  private readonly pending = new Map<string, Pending>();
  private ended = false;

  constructor(
    private readonly hello: () => Hello,
    private readonly onframe: (frame: FromServer) => void,
    private readonly onstatus: (status: Status) => void,
    private readonly url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
  ) {
    window.addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Sends a command; resolves when the server has it on disk, however long the line is broken. */
  send(unsent: Unsent): Promise<number> {
    return this.ask(unsent).then(({ seq }) => seq);
  }

  /** Asks for a hint, like a command again after a break; resolves with it. */
  hint(seat: string): Promise<Advice> {
    return this.ask({ type: "hint", seat }) as Promise<Advice>;
  }

  /** Asks what cards could do, while planning; resolves with it. */
  tryCards(seat: string, cards: Try["cards"], steps: string[]): Promise<Tried> {
    return this.ask({ type: "try", seat, cards, steps }) as Promise<Tried>;
  }

  private ask(unsent: Unsent | Omit<Hint, "id"> | Omit<Try, "id">): Promise<Answer> {
    const asked = { ...unsent, id: newId() };
    return new Promise((resolve, reject) => {
      this.pending.set(asked.id, { asked, resolve, reject });
      this.write(asked);
    });
  }

  /** Sends a frame that is sent once: a question that is answered by another frame than an ack. */
  say(frame: Exclude<FromClient, AnyCommand>): void {
    this.write(frame);
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.asleep);
    window.removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  private readonly hurry = (): void => {
    if (this.ended || document.visibilityState === "hidden") return;
    if (this.socket === null) this.connect();
    else this.probe(this.socket);
  };

  /** After a device's sleep a socket may look open and be dead: ask, and connect anew if no answer comes. */
  private probe(socket: WebSocket): void {
    clearTimeout(this.asleep);
    if (socket.readyState !== WebSocket.OPEN) return;
    this.write({ type: "ping" });
    this.asleep = setTimeout(() => {
      socket.close();
      this.lost(socket, 0);
    }, ANSWER_WITHIN);
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.onstatus("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.onstatus("open");
      this.write(this.hello());
      for (const { asked } of this.pending.values()) this.write(asked);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      clearTimeout(this.asleep);
      this.take(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  private lost(socket: WebSocket, code: number): void {
    if (this.socket !== socket) return;
    this.socket = null;
    if (this.ended) this.onstatus("closed");
    else if (code === NO_SESSION) void this.askWhoWeAre();
    else this.later();
  }

  /** The session has ended. One may have another by now: after logging in or registering in another window. */
  private async askWhoWeAre(): Promise<void> {
    this.onstatus("waiting");
    const nobody = await whoNow().then(
      (person) => person === null,
      () => false,
    );
    if (nobody || this.ended) this.onstatus("closed");
    else this.later();
  }

  /** Connects anew, as somebody who took another name is known by it only then. */
  again(): void {
    const socket = this.socket;
    if (socket === null) return;
    socket.close();
    this.lost(socket, 0);
  }

  private later(): void {
    this.onstatus("waiting");
    this.timer = setTimeout(() => this.connect(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private write(frame: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  private take(frame: FromServer): void {
    if (frame.type === "ack" || frame.type === "hint" || frame.type === "try" || (frame.type === "refused" && frame.id !== null)) {
      const waiting = this.pending.get(frame.id ?? "");
      this.pending.delete(frame.id ?? "");
      if (frame.type === "refused") waiting?.reject(frame);
      else waiting?.resolve(frame);
    }
    this.onframe(frame);
  }
}

function newId(): string {
  return crypto.getRandomValues(new Uint32Array(3)).reduce((id, word) => id + word.toString(36), "c");
}
