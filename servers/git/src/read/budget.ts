// How much of a result fits: counted in bytes of its text.

/** Counts what is taken. */
export class Budget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Whether a text still fits. After one that does not, none does. */
  take(text: string): boolean {
    this.#left -= Buffer.byteLength(text);
    return this.#left >= 0;
  }
}

/** The first items whose texts fit. */
export const takeFitting = <T>(items: readonly T[], maxBytes: number, toText: (item: T) => string): T[] => {
  const budget = new Budget(maxBytes);
  const end = items.findIndex((item) => !budget.take(`${toText(item)}\n`));
  return items.slice(0, end < 0 ? items.length : end);
};

/** The lines of a text that fit, and whether they are all. */
export const cutLines = (
  whole: string,
  maxBytes: number,
): { readonly text: string; readonly isCut: boolean } => {
  if (Buffer.byteLength(whole) <= maxBytes) return { text: whole, isCut: false };
  const part = Buffer.from(whole).subarray(0, maxBytes).toString('utf8');
  const end = part.lastIndexOf('\n');
  return { text: end > 0 ? part.slice(0, end) : part.replace(/\uFFFD+$/, ''), isCut: true };
};
