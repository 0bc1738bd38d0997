// What every Bus must do.
import type { JsonObject } from '../../jsonrpc/json.ts';
import type { Bus } from '../../stores/bus.ts';
import { eventually, expectSame, type StoreCase } from './case.ts';

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
