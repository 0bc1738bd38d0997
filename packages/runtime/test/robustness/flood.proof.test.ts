// Floods: tens of thousands of legal, odd and broken messages in chunks of any size, over streams and a real process.
import { Buffer } from 'node:buffer';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { callOf, Child, handshake, inProcess, type End, type State } from './ends.ts';
import { faultsOf, type Shot } from './judge.ts';
import { Random, SEED } from './random.ts';
import { Armoury } from './shots.ts';

const MAX_BYTES = 65_536;
const MESSAGES = 12_000;
const MEBIBYTE = 1024 * 1024;

const shotsOf = (random: Random, count: number, batches: boolean): Shot[] => {
  const armoury = new Armoury(random, MAX_BYTES, batches);
  const shots = Array.from({ length: count }, () => armoury.shot());
  return [...shots, ...armoury.finish()];
};

/** Writes the lines as one stream of bytes, cut where it hurts. */
const fire = async (end: End, shots: readonly Shot[], random: Random): Promise<void> => {
  const bytes = Buffer.concat(
    shots.flatMap(({ line }) => [Buffer.from(line), Buffer.from(random.oneIn(10) ? '\r\n' : '\n')]),
  );
  for (let start = 0; start < bytes.length;) {
    const size = 1 + random.below(random.pick([2, 40, 400, 4000, 200_000]));
    await end.write(bytes.subarray(start, start + size));
    start += size;
  }
};

/** The state of the process once its last short calls are over; `ids` are those that asking took. */
const stateOf = async (child: Child, ids: string[]): Promise<State> => {
  for (;;) {
    const id = `state ${ids.length}`;
    ids.push(id);
    const state = await child.state(id);
    if (state.running === 0 || ids.length > 100) return state;
    await setTimeout(20);
  }
};

describe(`flood with ROBUSTNESS_SEED=${SEED}`, () => {
  test.for([
    ['2025-11-25', false],
    ['2025-03-26', true],
    ['2024-11-05', false],
  ] as const)(
    'over streams in revision %s every message gets what it has to get',
    { timeout: 60_000 },
    async ([revision, batches]) => {
      const random = new Random(SEED);
      const end = inProcess(MAX_BYTES);
      await end.write(handshake(revision));
      const shots = shotsOf(random, MESSAGES, batches);
      await fire(end, shots, random);
      await end.end();
      expect(shots.length).toBeGreaterThanOrEqual(MESSAGES);
      expect(faultsOf(end.inbox, shots)).toEqual([]);
    },
  );

  test(
    'a real process gets through two floods, does not grow, and ends in order',
    { timeout: 60_000 },
    async () => {
      const random = new Random(SEED + 1);
      await using child = new Child(MAX_BYTES);
      await child.initialize('2025-03-26');
      const asked: string[] = [];
      const first = shotsOf(random, MESSAGES, true);
      await fire(child, first, random);
      const before = await stateOf(child, asked);
      const shots = shotsOf(random, MESSAGES, true);
      // Ids may come again once they are answered, so both floods are judged together.
      await fire(child, shots, random);
      const after = await stateOf(child, asked);
      await child.end();

      expect(await child.exited).toEqual({ code: 0, signal: null });
      const states = asked.map((id): Shot => ({
        line: JSON.stringify(callOf(id, 'state')),
        expected: [{ kind: 'answer', id, is: undefined }],
      }));
      const all = [...first, ...shots].map(loosened);
      expect(faultsOf(child.inbox, [...all, ...states])).toEqual([]);
      expect(after).toMatchObject({ polluted: false, running: 0 });
      expect(after.rss).toBeLessThan(before.rss + 48 * MEBIBYTE);
      expect(after.rss).toBeLessThan(400 * MEBIBYTE);
      // Tools that were cancelled fail with their abort, which is nobody's bug.
      expect(child.stderr).toBe('');
    },
  );
});

// Two floods use the same ids, for different things.
const loosened = ({ line, expected }: Shot): Shot => ({
  line,
  expected: expected.map((one) => (one.kind === 'answer' ? { ...one, is: undefined } : one)),
});
