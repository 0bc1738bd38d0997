// A clock that tests move on: what the server measures time by, in this process.
import { vi } from 'vitest';

/** Makes it later by this many milliseconds, until the end of the block. Timers do not notice. */
export function later(milliseconds: number): Disposable {
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
  return { [Symbol.dispose]: () => clock.mockRestore() };
}
