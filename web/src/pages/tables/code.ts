/** A table's code from what somebody pasted: the code itself or the whole link. */

export function codeOf(pasted: string): string {
  const text = pasted.trim();
  const found = /(?:^|\/t\/)([\w-]{6,64})(?:[/?#].*)?$/.exec(text);
  return found?.[1] ?? "";
}
