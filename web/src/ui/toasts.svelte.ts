/** Short news at the edge of the page: they go by themselves. */

const SHOWN = 5_000;

export interface Toast {
  id: number;
  text: string;
  bad: boolean;
}

let all = $state.raw<Toast[]>([]);
let last = 0;

export function toasts(): Toast[] {
  return all;
}

export function toast(text: string, bad = false): void {
  const id = (last += 1);
  all = [...all, { id, text, bad }];
  setTimeout(() => dismiss(id), SHOWN);
}

export function dismiss(id: number): void {
  all = all.filter((one) => one.id !== id);
}
