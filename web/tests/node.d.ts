/** The little of Node that tests need; the page itself knows none of it. */

declare module "node:child_process" {
  interface Child {
    stdout: AsyncIterable<Uint8Array>;
    on(event: "close", ended: (status: number | null) => void): void;
  }
  export function spawn(command: string, args: string[], options: { cwd: string; stdio: ("ignore" | "pipe" | "inherit")[] }): Child;
}

declare module "node:readline" {
  export function createInterface(options: { input: AsyncIterable<Uint8Array> }): AsyncIterable<string>;
}
