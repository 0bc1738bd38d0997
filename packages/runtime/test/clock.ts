// Test clock: advances the time that the server measures in this process.
import { vi } from 'vitest';

/** Advances the clock by these milliseconds until the end of the block. Timers are unaffected. */
export function later(milliseconds: number): Disposable {
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
  return { [Symbol.dispose]: () => clock.mockRestore() };
}
