// What every ReplayStore must do.
import type { ReplayStore, StoredEvent, StreamKey } from '../../stores/replay-store.ts';
import { eventually, expectSame, LONG_MS, SHORT_MS, type StoreCase } from './case.ts';

/** The contract of `ReplayStore`. How much is kept is up to the store; ten small events always are. */
export const replayCases: readonly StoreCase<ReplayStore>[] = [
  {
    name: 'gives back the events after a number, in order, on every connection',
    run: async (one, other) => {
      const key = makeKey();
      const events = await fill(one, key, 10);
      for (const store of [one, other]) {
        expectSame(await store.read(key, 0), events, 'all events');
        expectSame(await store.read(key, 7), events.slice(7), 'the events after 7');
        expectSame(await store.read(key, 10), [], 'the events after the last');
      }
    },
  },
  {
    name: 'keeps texts as they are',
    run: async (one, other) => {
      const key = makeKey();
      const text = JSON.stringify({ text: 'ü 𝄞 \u2028 "\\" \n', long: 'x'.repeat(100_000) });
      const event = { number: 1, text, isLast: true, scopes: ['a'] };
      await one.append(key, event, LONG_MS);
      expectSame(await other.read(key, 0), [event], 'the event');
    },
  },
  {
    name: 'keeps streams and sessions apart',
    run: async (one) => {
      const key = makeKey();
      const [twin, stranger] = [
        { ...key, stream: `${key.stream}-2` },
        { ...key, session: crypto.randomUUID() },
      ];
      const events = await fill(one, key, 2);
      expectSame(await one.read(twin, 0), undefined, 'another stream');
      expectSame(await one.read(stranger, 0), undefined, 'the stream of another session');
      await fill(one, twin, 1);
      await fill(one, stranger, 1);
      await one.delete(twin);
      expectSame(await one.read(twin, 0), undefined, 'the stream that was deleted');
      expectSame(await one.read(key, 0), events, 'the stream beside it');
      await one.deleteSession(key.session);
      expectSame(await one.read(key, 0), undefined, 'the stream of the session that was deleted');
      expectSame((await one.read(stranger, 0))?.length, 1, 'events of the other session');
    },
  },
  {
    name: 'forgets a stream when its time is over, and begins it anew',
    run: async (one) => {
      const key = makeKey();
      await fill(one, key, 2, SHORT_MS);
      await eventually(async () => (await one.read(key, 0)) === undefined, 'the end of the stream');
      const event = { number: 3, text: '{}', isLast: false, scopes: [] };
      await one.append(key, event, LONG_MS);
      expectSame(await one.read(key, 0), [event], 'the stream after its end');
    },
  },
  {
    name: 'gives all of a stream new time with every event',
    run: async (one) => {
      const [used, left] = [makeKey(), makeKey()];
      const [first] = await fill(one, used, 1, SHORT_MS * 10);
      await fill(one, left, 1, SHORT_MS * 10);
      const second = { number: 2, text: '{}', isLast: true, scopes: ['a'] };
      await one.append(used, second, LONG_MS);
      await eventually(async () => (await one.read(left, 0)) === undefined, 'the end of the other stream');
      expectSame(await one.read(used, 0), [first, second], 'the events');
    },
  },
  {
    name: 'deletes what it does not have',
    run: async (one) => {
      await one.delete(makeKey());
      await one.deleteSession(crypto.randomUUID());
      expectSame(await one.read(makeKey(), 0), undefined, 'a stream that nobody opened');
    },
  },
];

function makeKey(): StreamKey {
  return { session: crypto.randomUUID(), stream: 'stream-1' };
}

async function fill(
  store: ReplayStore,
  key: StreamKey,
  count: number,
  ttlMs = LONG_MS,
): Promise<readonly StoredEvent[]> {
  const events = Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    text: JSON.stringify({ i }),
    isLast: false,
    scopes: ['a', 'b'],
  }));
  for (const event of events) await store.append(key, event, ttlMs);
  return events;
}
