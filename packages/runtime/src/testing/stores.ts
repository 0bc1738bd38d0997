// What every implementation of a store must do, as cases for any test runner.
import { canonicalJson, type JsonObject } from '../jsonrpc/json.ts';
import type { Bus } from '../stores/bus.ts';
import type { NonceStore } from '../stores/nonce-store.ts';

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
const SHORT_MS = 50;

/** One that does not. */
const LONG_MS = 60_000;
const PATIENCE_MS = 10_000;
const POLL_MS = 10;

/** @throws {Error} when the two are not the same JSON. */
function expectSame(actual: unknown, expected: unknown, what: string): void {
  // A store may give members back in another order.
  const [given, wanted] = [canonicalJson(actual), canonicalJson(expected)];
  if (given !== wanted) throw new Error(`${what}: expected ${wanted}, but it is ${given}`);
}

/**
 * Waits until `isSo`.
 *
 * @throws {Error} when it does not become so within ten seconds.
 */
async function eventually(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what}: it did not happen within ${PATIENCE_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The contract of `Bus`. */
export const busCases: readonly StoreCase<Bus>[] = [
  {
    name: 'gives each message to every listener of its topic, in order',
    run: async (one, other) => {
      const topic = crypto.randomUUID();
      const heard: JsonObject[][] = [[], [], []];
      await one.subscribe(topic, (message) => heard[0]?.push(message));
      await one.subscribe(topic, (message) => heard[1]?.push(message));
      await other.subscribe(topic, (message) => heard[2]?.push(message));
      const sent = Array.from({ length: 10 }, (_, i) => ({ i, text: 'ü', list: [{ a: null }] }));
      for (const message of sent) await one.publish(topic, message);
      await eventually(() => heard.every((messages) => messages.length >= sent.length), 'ten messages');
      for (const messages of heard) expectSame(messages, sent, 'what a listener heard');
    },
  },
  {
    name: 'keeps topics apart',
    run: async (one, other) => {
      const topic = crypto.randomUUID();
      const heard: unknown[] = [];
      await other.subscribe(topic, ({ text }) => heard.push(text));
      await one.publish(`${topic}/x`, { text: 'elsewhere' });
      await one.publish(topic, { text: 'here' });
      await eventually(() => heard.length > 0, 'a message');
      expectSame(heard, ['here'], 'what the listener heard');
    },
  },
  {
    name: 'is silent after the end of a subscription, for that listener only',
    run: async (one, other) => {
      const topic = crypto.randomUUID();
      const heard: unknown[] = [];
      const stop = await other.subscribe(topic, () => heard.push('stopped'));
      await other.subscribe(topic, ({ i }) => heard.push(i));
      stop();
      await one.publish(topic, { i: 1 });
      await one.publish(topic, { i: 2 });
      await eventually(() => heard.length >= 2, 'two messages');
      expectSame(heard, [1, 2], 'what the listeners heard');
    },
  },
  {
    name: 'does not hear what came before',
    run: async (one, other) => {
      const topic = crypto.randomUUID();
      const heard: unknown[] = [];
      await one.publish(topic, { i: 1 });
      const [witness, late] = [crypto.randomUUID(), topic];
      await other.subscribe(late, ({ i }) => heard.push(i));
      await other.subscribe(witness, () => heard.push('witness'));
      await one.publish(topic, { i: 2 });
      await one.publish(witness, {});
      await eventually(() => heard.includes('witness') && heard.includes(2), 'both messages');
      expectSame(heard.includes(1), false, 'whether the first message was heard');
    },
  },
];

/** The contract of `NonceStore`. */
export const nonceCases: readonly StoreCase<NonceStore>[] = [
  {
    name: 'lets a nonce be used once, on whatever connection',
    run: async (one, other) => {
      const nonce = crypto.randomUUID();
      expectSame(await one.use(nonce, LONG_MS), true, 'the first use');
      expectSame(await one.use(nonce, LONG_MS), false, 'the second use');
      expectSame(await other.use(nonce, LONG_MS), false, 'the use on another connection');
      expectSame(await one.use(crypto.randomUUID(), LONG_MS), true, 'the use of another nonce');
    },
  },
  {
    name: 'lets one of many uses at once win',
    run: async (one, other) => {
      const nonce = crypto.randomUUID();
      const uses = Array.from({ length: 20 }, async (_, i) =>
        (i % 2 === 0 ? one : other).use(nonce, LONG_MS),
      );
      expectSame((await Promise.all(uses)).filter(Boolean).length, 1, 'how many of twenty uses won');
    },
  },
  {
    name: 'forgets a nonce when its time is over',
    run: async (one) => {
      const nonce = crypto.randomUUID();
      await one.use(nonce, SHORT_MS);
      await eventually(async () => one.use(nonce, SHORT_MS), 'another use');
    },
  },
];
