// Pressure: thousands of simultaneous calls, and a client that does not read.
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/limits/admission.ts';
import { callOf, Child, textOf } from './ends.ts';

const MEBIBYTE = 1024 * 1024;

test.for([
  { count: 5000, ms: 10 },
  // One chunk of input holds more of these than the queue, and it takes seconds until there is room again.
  { count: 900, ms: 250 },
])(
  '$count piped calls of a tool of $ms ms: never more than the cap at once, each answered with its own result',
  { timeout: 60_000 },
  async ({ count, ms }) => {
    await using child = new Child();
    await child.initialize();
    const before = await child.state('before');
    const ids = Array.from({ length: count }, (_, i) => i);
    await child.send(...ids.map((id) => callOf(id, 'slow', { ms, value: `v${id}` })));
    await vi.waitFor(() => expect(child.inbox.parsed.length).toBeGreaterThanOrEqual(count + 2), 40_000);
    const after = await child.state('after');
    await child.end();

    const answers = child.inbox.answers();
    const wrong = ids.filter((id) => {
      const [first, ...more] = answers.get(id) ?? [];
      return first === undefined || more.length > 0 || textOf(first) !== JSON.stringify(`v${id}`);
    });
    expect(wrong.map((id) => answers.get(id)).slice(0, 3)).toEqual([]);
    expect(after.most).toBe(DEFAULT_LIMITS.inFlight);
    expect(after.rss).toBeLessThan(before.rss + 64 * MEBIBYTE);
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.stderr).toBe('');
  },
);

test(
  'a client that does not read stops being read: memory stays bounded, and nothing is lost',
  { timeout: 60_000 },
  async () => {
    await using child = new Child();
    await child.initialize();
    const before = await child.state('before');
    child.process.stdout.pause();
    // 200 MB of answers are asked for.
    const ids = Array.from({ length: 2000 }, (_, i) => i);
    let written = 0;
    const writing = (async () => {
      for (const id of ids) {
        await child.send(callOf(id, 'large', { length: 100_000, filler: 'x'.repeat(200) }));
        written++;
      }
    })();
    await settled(() => written);
    const grown = (await rssOf(child)) - before.rss;
    const writtenWhenStuck = written;

    child.process.stdout.resume();
    await writing;
    await child.end();
    expect(writtenWhenStuck).toBeLessThan(2000);
    expect(grown).toBeLessThan(120 * MEBIBYTE);
    const answers = child.inbox.answers();
    expect(ids.filter((id) => answers.get(id)?.length !== 1)).toEqual([]);
    expect(await child.exited).toEqual({ code: 0, signal: null });
  },
);

/** Waits until a number no longer changes. */
const settled = async (read: () => number): Promise<void> => {
  let last = -1;
  while (last !== read()) {
    last = read();
    await setTimeout(700);
  }
};

// The process cannot answer now, so ask the system.
const rssOf = async (child: Child): Promise<number> => {
  const text = await readFile(`/proc/${child.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1]) * 1024;
};
