// What every SessionStore must do.
import { LATEST_LEGACY_REVISION } from '../../protocol/revisions.ts';
import type { SessionStore, StoredSession } from '../../stores/session-store.ts';
import { eventually, expectSame, LONG_MS, SHORT_MS, type StoreCase } from './case.ts';

/** The contract of `SessionStore`. */
export const sessionCases: readonly StoreCase<SessionStore>[] = [
  {
    name: 'gives back what it keeps, whole, on every connection',
    run: async (one, other) => {
      const session = make();
      expectSame(await one.set(session, LONG_MS), true, 'set of a new session');
      expectSame(await one.get(session.id), session, 'the session');
      expectSame(await other.get(session.id), session, 'the session on another connection');
    },
  },
  {
    name: 'has nothing under ids that it does not know',
    run: async (one) => {
      for (const id of [crypto.randomUUID(), '', '__proto__', 'constructor', '../x', "'; --", 'ü \u0000'])
        expectSame(await one.get(id), undefined, `the session ${JSON.stringify(id)}`);
      expectSame(await one.touch(crypto.randomUUID(), LONG_MS), false, 'touch of an unknown session');
    },
  },
  {
    name: 'puts a version in the place of the one before',
    run: async (one, other) => {
      const session = make();
      await one.set(session, LONG_MS);
      const next = { ...session, version: 2, logLevel: 'error' as const, subscriptions: [] };
      expectSame(await other.set(next, LONG_MS), true, 'set of the next version');
      expectSame(await one.get(session.id), next, 'the session');
    },
  },
  {
    name: 'takes no version but the next',
    run: async (one, other) => {
      const session = make();
      expectSame(await one.set({ ...session, version: 2 }, LONG_MS), false, 'version 2 of nothing');
      expectSame(await one.get(session.id), undefined, 'the session that was refused');
      await one.set(session, LONG_MS);
      for (const version of [1, 3])
        expectSame(await other.set({ ...session, version }, LONG_MS), false, `version ${version} after 1`);
      expectSame(await one.get(session.id), session, 'the session');
    },
  },
  {
    name: 'lets one of two writers win',
    run: async (one, other) => {
      const session = make();
      await one.set(session, LONG_MS);
      const writes = [one, other, one, other].map(async (store, i) =>
        store.set({ ...session, version: 2, holder: `writer ${i}` }, LONG_MS),
      );
      const won = (await Promise.all(writes)).filter(Boolean);
      expectSame(won.length, 1, 'how many of four writers won');
    },
  },
  {
    name: 'ends a session for good',
    run: async (one, other) => {
      const session = make();
      await one.set(session, LONG_MS);
      await other.delete(session.id);
      expectSame(await one.get(session.id), undefined, 'the session after delete');
      expectSame(await one.touch(session.id, LONG_MS), false, 'touch after delete');
      expectSame(await one.set({ ...session, version: 2 }, LONG_MS), false, 'set of version 2 after delete');
      await one.delete(session.id);
    },
  },
  {
    name: 'forgets a session when its time is over',
    run: async (one) => {
      const session = make();
      await one.set(session, SHORT_MS);
      await eventually(async () => (await one.get(session.id)) === undefined, 'the end of the session');
      expectSame(await one.touch(session.id, LONG_MS), false, 'touch after the end');
    },
  },
  {
    name: 'gives a session new time when it is touched',
    run: async (one, other) => {
      const [touched, left] = [make(), make()];
      await one.set(touched, SHORT_MS * 10);
      await one.set(left, SHORT_MS * 10);
      expectSame(await other.touch(touched.id, LONG_MS), true, 'touch');
      await eventually(async () => (await one.get(left.id)) === undefined, 'the end of the other session');
      expectSame(await one.get(touched.id), touched, 'the session that was touched');
    },
  },
];

function make(): StoredSession {
  return {
    id: crypto.randomUUID(),
    version: 1,
    revision: LATEST_LEGACY_REVISION,
    state: 'ready',
    clientInfo: { name: 'client ü', version: '1' },
    capabilities: { elicitation: {}, sampling: {} },
    logLevel: 'info',
    subscriptions: ['test://a', 'test://b?c=%20'],
    scopes: ['files:read'],
    caller: { subject: 'ann', issuer: 'https://issuer.example' },
    holder: 'a',
  };
}
