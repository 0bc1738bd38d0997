// SIGTERM over HTTP under load: accepted requests are answered, and the process ends.
import { call, envelope, modern, open, rpc, send, Session, type Wire } from '@mcp/raw-http';
import { describe, expect, test, vi } from 'vitest';
import { listen, onWindows } from './processes.ts';

const LATEST = '2025-11-25';
const PATIENCE = 20_000;

const COUNT = 100;
const times = <T>(make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: COUNT }, (_, i) => make(i)));
const begun = (wire: Wire): Promise<unknown> => wire.until(({ messages }) => messages.length > 0);

/** The target load: started streams and calls of both eras. */
async function load(url: string, ms: number): Promise<{ calls: Wire[]; gets: Wire[]; listens: Wire[] }> {
  const sessions = await times(() => Session.begin(url, LATEST));
  const gets = await Promise.all(sessions.map((session) => session.listen()));
  const filter = { notifications: { resourceSubscriptions: ['test://a'] } };
  const listens = await times(() => open(url, modern('subscriptions/listen', filter)));
  const legacy = sessions.map((session, i) => session.open(call(i, 'work', { ms }, { progressToken: i })));
  const _meta = envelope({ progressToken: 'p' });
  const stateless = times(() => open(url, modern('tools/call', { name: 'work', arguments: { ms }, _meta })));
  const calls = [...(await Promise.all(legacy)), ...(await stateless)];
  await Promise.all([...calls, ...listens].map(begun));
  return { calls, gets, listens };
}

describe.skipIf(onWindows)(
  `SIGTERM${onWindows ? ' (Windows has no signals)' : ''}`,
  { timeout: 60_000 },
  () => {
    test('under load, accepted requests are answered, new ones refused, and the process exits with 0', async () => {
      await using server = await listen('work-server');
      const { calls, gets, listens } = await load(server.url, 1000);
      expect(calls).toHaveLength(2 * COUNT);
      server.child.kill('SIGTERM');
      // New requests get 503 or a refused connection.
      const refused = await send(server.url, modern('server/discover')).then(
        ({ status }) => status,
        () => 503,
      );
      expect([200, 503]).toContain(refused);
      expect(await server.closed).toEqual([0, null]);
      await Promise.all([...calls, ...gets, ...listens].map(({ ended }) => ended));
      const results = calls.map(({ messages }) => messages.at(-1)?.['result']);
      expect(results.filter((result) => JSON.stringify(result)?.includes('worked'))).toHaveLength(2 * COUNT);
      expect([...calls, ...gets, ...listens].filter(({ isComplete }) => !isComplete)).toEqual([]);
      expect(listens.filter(({ messages }) => messages.at(-1)?.['result'] === undefined)).toEqual([]);
    });

    test('endless work is abandoned at the deadline', async () => {
      await using server = await listen('work-server');
      const wire = send(server.url, modern('tools/call', { name: 'hang' })).catch(String);
      const session = await Session.begin(server.url, LATEST);
      const hanging = await session.open(call(1, 'hang'));
      await hanging.until(({ ids }) => ids.length > 0);
      server.child.kill('SIGTERM');
      expect(await server.closed).toEqual([0, null]);
      await Promise.all([wire, hanging.ended]);
      expect(hanging.messages).toEqual([]);
    });

    test('a second signal ends the process at once', async () => {
      await using server = await listen('work-server');
      const session = await Session.begin(server.url, LATEST);
      const hanging = await session.open(call(1, 'hang'));
      const stream = await session.listen();
      await hanging.until(({ ids }) => ids.length > 0);
      server.child.kill('SIGTERM');
      // New requests are refused once the first is handled.
      await vi.waitUntil(
        () =>
          session.post(rpc(2, 'ping')).then(
            ({ status }) => status === 503,
            () => true,
          ),
        PATIENCE,
      );
      expect(server.child.exitCode).toBeNull();
      server.child.kill('SIGTERM');
      expect(await server.closed).toEqual([1, null]);
      await Promise.all([hanging.ended, stream.ended]);
    });
  },
);
