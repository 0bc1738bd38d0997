// The known name that a wrong one was probably meant to be, for error messages that help.
const MAX_LENGTH = 64;

/** The candidate closest to `name` by edit distance, if it is close enough to be a slip. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance >= least || distance >= name.length) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

/** What an error says after a name that is not known: the one that was probably meant, or else `otherwise`. */
export function suggest(name: string, known: Iterable<string>, otherwise: string): string {
  const close = nearest(name, known);
  return close === undefined ? otherwise : `did you mean "${close}"?`;
}

// Counts insertions, deletions, substitutions and swaps of neighbours as one edit each.
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const substituted = (row[j - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(substituted, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
