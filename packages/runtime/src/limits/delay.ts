// Delays: how long setTimeout can wait.
const LONGEST = 2 ** 31 - 1;

/** A delay in milliseconds that setTimeout can wait: about 25 days at most. */
export function clampDelay(milliseconds: number): number {
  return Math.min(milliseconds, LONGEST);
}
