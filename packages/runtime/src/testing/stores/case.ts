// StoreCase: one thing that a store must do, and how a case says what is wrong.
/** One case of a contract. */
export interface StoreCase<S> {
  /** What the store must do, as the name of a test. */
  readonly name: string;
  /**
   * Tries it. `one` and `other` are two connections to the same store, or the same object twice. Cases use names of
   * their own, so all may run on one store.
   *
   * @throws {Error} that says what was expected and what came.
   */
  readonly run: (one: S, other: S) => Promise<void>;
}

/** A time to live that ends while a case waits. */
export const SHORT_MS = 50;

/** One that does not. */
export const LONG_MS = 60_000;
const PATIENCE_MS = 10_000;
const POLL_MS = 10;

/** @throws {Error} when the two are not the same JSON. */
export function expectSame(actual: unknown, expected: unknown, what: string): void {
  const [given, wanted] = [toText(actual), toText(expected)];
  if (given !== wanted) throw new Error(`${what}: expected ${wanted}, but it is ${given}`);
}

/**
 * Waits until `isSo`.
 *
 * @throws {Error} when it does not become so within ten seconds.
 */
export async function eventually(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what}: it did not happen within ${PATIENCE_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

// With sorted keys: a store may give members back in another order.
function toText(value: unknown): string {
  if (value === undefined) return 'undefined';
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
