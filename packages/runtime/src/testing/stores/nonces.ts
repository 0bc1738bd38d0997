// What every NonceStore must do.
import type { NonceStore } from '../../stores/nonce-store.ts';
import { eventually, expectSame, LONG_MS, SHORT_MS, type StoreCase } from './case.ts';

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
