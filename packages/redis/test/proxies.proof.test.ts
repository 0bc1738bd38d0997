// Two replicas behind nginx and HAProxy with one Redis: sessions, streams and tasks, and 200 clients while replicas are
// stopped, killed and restarted. REPLICAS_SECONDS is the minimum duration of the load (CONTRIBUTING.md).
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call as callOf, modern, send, Session, type Message } from '@mcp/raw-http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Load, type Tally } from './load.ts';
import { choosePort } from './port.ts';
import { proxies, startProxy } from './proxy.ts';
import { hasRedis, RedisServer } from './redis-server.ts';
import { call, listen, startReplica, task, type Replica } from './replica.ts';
import { startServer, type ServerProcess } from './server-process.ts';

const CLIENTS = 200;
const SECONDS = Number(process.env['REPLICAS_SECONDS'] ?? 0);
/** Calls to answer between two disruptions of a replica. */
const STEP = 60;
const IDS = 100_000;
/** The time limit for a stopped replica to finish its calls. */
const DRAIN_MS = 5000;

const missing = [...Object.entries(proxies), ['redis-server', hasRedis] as const].flatMap(([name, isThere]) =>
  isThere ? [] : [name],
);
const unlessRun = missing.length === 0 ? '' : `: did not run, because ${missing.join(', ')} is not installed`;
if (missing.length > 0) console.warn(`the tests of replicas behind proxies${unlessRun}`);

describe.skipIf(missing.length > 0).each(['nginx', 'haproxy'] as const)(
  `replicas behind %s${unlessRun}`,
  (name) => {
    let redis: RedisServer;
    let folder = '';
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'replicas-'));
      redis = await RedisServer.start();
    });
    afterAll(async () => {
      await redis[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    });

    /** Starts two replicas behind a proxy and waits until the proxy has found both. */
    const startTwo = async (): Promise<Pair> => {
      const ports = [choosePort(), choosePort()] as const;
      const [a, b] = await Promise.all([
        startReplica(redis.url, ports[0]),
        startReplica(redis.url, ports[1]),
      ]);
      const proxy = await startProxy(name, ports);
      const { url } = proxy;
      for (const replica of ['a', 'b'] as const) await leadsTo(url, replica);
      const dispose = async (): Promise<void> => {
        for (const replica of [a, b]) replica[Symbol.dispose]();
        await proxy[Symbol.asyncDispose]();
      };
      return { ports, url, a, b, [Symbol.asyncDispose]: dispose };
    };

    test('a session stays on its replica; if that is gone, the client gets 404 and starts a new one on the other replica', async () => {
      await using pair = await startTwo();
      const sessions = await Promise.all(Array.from({ length: 12 }, () => begin(pair.url)));
      const homes = sessions.map(({ id }) => id.slice(-2));
      expect(new Set(homes)).toEqual(new Set(['.a', '.b']));
      const statuses = async (url = pair.url): Promise<number[]> => {
        const wires = sessions.map(({ headers }) => new Session(url, headers).post(callOf(1, 'plain')));
        return (await Promise.all(wires)).map(({ status }) => status);
      };
      for (let i = 0; i < 5; i++) expect(await statuses()).toEqual(sessions.map(() => 200));
      // A restarted or second proxy knows the home of each session.
      await using other = await startProxy(name, pair.ports);
      for (const replica of ['a', 'b'] as const) await leadsTo(other.url, replica);
      expect(await statuses(other.url)).toEqual(sessions.map(() => 200));
      const exited = once(pair.a.child, 'exit');
      pair.a.child.kill('SIGKILL');
      await exited;
      const left = homes.map((home) => (home === '.a' ? 404 : 200));
      // A request that is waiting when the proxy loses the replica gets 503.
      await vi.waitFor(async () => expect(await statuses()).toEqual(left), 20_000);
      for (let i = 0; i < 3; i++) expect(await statuses()).toEqual(left);
      const anew = await begin(pair.url);
      expect(anew.id).toMatch(/\.b$/);
      expect((await anew.post(callOf(1, 'plain'))).json).toMatchObject({
        result: { content: [{ text: 'plain' }] },
      });
      using _ = await startReplica(redis.url, pair.ports[0]);
      await leadsTo(pair.url, 'a');
      expect(await statuses()).toEqual(left);
      expect((await anew.end()).status).toBe(200);
      expect((await anew.post(callOf(1, 'plain'))).status).toBe(404);
    });

    test('a request that reached a replica is not sent to another one', async () => {
      await using pair = await startTwo();
      const crash = async (): Promise<number> =>
        (await send(pair.url, modern('tools/call', { name: 'crash' }))).status;
      const alive = (): number => [pair.a, pair.b].filter(isAlive).length;
      expect(await crash()).toBe(502);
      await vi.waitFor(() => expect(alive()).toBe(1), 20_000);
      expect(await call(pair.url, 'plain')).toMatchObject({ result: { content: [{ text: 'plain' }] } });
      expect(await crash()).toBe(502);
      await vi.waitFor(() => expect(alive()).toBe(0), 20_000);
      expect([502, 503]).toContain((await send(pair.url, modern('tools/call', { name: 'plain' }))).status);
    });

    test('events arrive as they happen, and a task can be read after its replica was killed', async () => {
      await using pair = await startTwo();
      const { result } = (await call(pair.url, 'wait')) as { result: Message };
      const stream = await listen(pair.url, [result['taskId']]);
      const told = await stream.until(({ text }) => /waits in (\d+)/.exec(text)?.[1]);
      expect(stream.isComplete).toBe(false);
      await stream.drop();
      const runner = [pair.a, pair.b].find(({ child }) => `${child.pid}` === told);
      runner?.child.kill('SIGKILL');
      expect(runner).toBeDefined();
      const failed = { result: { status: 'failed', error: { code: -32603 } } };
      await vi.waitFor(
        async () => expect(await task(pair.url, result['taskId'])).toMatchObject(failed),
        40_000,
      );
    });

    test('a replica that is stopped answers the calls that it has, although the proxy sees that it no longer listens', async () => {
      await using pair = await startTwo();
      const calls = Array.from({ length: 10 }, async () =>
        call(pair.url, 'sleepy', { arguments: { ms: 10_000 } }),
      );
      await pause(2000);
      const exited = once(pair.a.child, 'exit');
      pair.a.child.kill('SIGTERM');
      const slept = { result: { content: [{ text: 'slept' }] } };
      for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(slept);
      expect(await exited).toEqual([0, null]);
    }, 60_000);

    test('a frozen replica blocks no call for longer than a minute, and longer work elsewhere is answered', async () => {
      await using pair = await startTwo();
      // Longer than the proxies' time-outs.
      const long = { arguments: { ms: 55_000 } };
      const sessions = await Promise.all(Array.from({ length: 10 }, () => begin(pair.url)));
      const calls = [
        ...Array.from({ length: 20 }, () => settle(async () => call(pair.url, 'sleepy', long))),
        ...sessions.map((session) => settle(async () => sayOf(session, callOf(1, 'sleepy', { ms: 55_000 })))),
      ];
      await pause(2000);
      pair.a.child.kill('SIGSTOP');
      const end = performance.now() + 20_000;
      while (performance.now() < end) {
        calls.push(settle(async () => call(pair.url, 'plain')));
        for (const session of sessions.slice(0, 2))
          calls.push(settle(async () => sayOf(session, callOf(2, 'plain'))));
        await pause(250);
      }
      const all = await Promise.all(calls);
      pair.a.child.kill('SIGCONT');
      const [slept, plain] = ['slept', 'plain'].map(
        (text) => all.filter((each) => each.said.includes(text)).length,
      );
      const longest = Math.max(...all.map(({ ms }) => ms));
      console.log(name, { calls: all.length, slept, plain, longest: Math.round(longest) });
      expect(all.filter(({ ms }) => ms > 60_000)).toEqual([]);
      // Half of the calls ran on the other replica, which also took all later ones.
      expect(slept).toBeGreaterThanOrEqual(10);
      expect(plain).toBeGreaterThanOrEqual(50);
    }, 180_000);

    const startSqlite = (file: string, port: number): Promise<ServerProcess> =>
      startServer('sqlite', redis.url, ['--write', '--confirm', 'destructive', file], port);

    test(
      `every call of ${CLIENTS} clients is answered or refused, and none is executed twice`,
      async () => {
        const file = join(folder, 'calls.db');
        const ports = [choosePort(), choosePort()] as const;
        const running = { a: await startSqlite(file, ports[0]), b: await startSqlite(file, ports[1]) };
        await using proxy = await startProxy(name, ports);
        try {
          await prepare(running.a.url);
          const load = new Load(proxy.url, CLIENTS);
          const comesBack = async (replica: 'a' | 'b', port: number): Promise<void> => {
            running[replica] = await startSqlite(file, port);
            await leadsTo(proxy.url, replica);
            await load.more(STEP);
          };
          const end = performance.now() + SECONDS * 1000;
          do {
            await load.more(STEP);
            const { cut } = load.tally;
            const begin = performance.now();
            const exited = once(running.a.child, 'exit');
            running.a.child.kill('SIGTERM');
            expect(await exited).toEqual([0, null]);
            const isDrained = performance.now() - begin < DRAIN_MS;
            await load.more(STEP);
            // A stopped replica finishes its calls before it ends, within its time limit.
            expect(isDrained ? load.tally.cut - cut : 0).toBe(0);
            await comesBack('a', ports[0]);
            load.tally.kills++;
            running.b.child.kill('SIGKILL');
            await load.more(STEP);
            await comesBack('b', ports[1]);
          } while (performance.now() < end);
          await load.stop();
          console.log(name, toText(load.tally));
          await check(running.b.url, load.tally);
        } finally {
          for (const replica of Object.values(running)) await replica[Symbol.asyncDispose]();
        }
      },
      SECONDS * 1000 + 300_000,
    );
  },
);

interface Pair extends AsyncDisposable {
  readonly ports: readonly [number, number];
  /** The endpoint of the proxy. */
  readonly url: string;
  readonly a: Replica;
  readonly b: Replica;
}

const begin = (url: string): Promise<Session> => Session.begin(url, '2025-11-25');

/** Waits until sessions start on a replica, so that the proxy considers it healthy. */
const leadsTo = (url: string, replica: 'a' | 'b'): Promise<void> =>
  vi.waitFor(async () => expect((await begin(url)).id.slice(-2)).toBe(`.${replica}`), 20_000);

/** Returns the outcome and the duration of a request. */
const settle = async (
  run: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly said: string }> => {
  const start = performance.now();
  const said = await run().then(
    (answer) => JSON.stringify(answer) ?? '',
    (error: unknown) => String(error),
  );
  return { ms: performance.now() - start, said };
};

const sayOf = async (session: Session, body: object): Promise<string> => (await session.post(body)).text;

const isAlive = ({ child }: Replica): boolean => child.exitCode === null && child.signalCode === null;

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const { result } = (await call(url, 'read_query', { arguments: { query: sql } })) as {
    result: { structuredContent: { rows: [unknown[]] } };
  };
  return result.structuredContent.rows[0];
};

/** Creates two rows for each possible call. */
const prepare = async (url: string): Promise<void> => {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${2 * IDS - 1})`;
  const fill = `INSERT INTO calls ${numbers} SELECT 1 + i / 2, 0 FROM n`;
  for (const sql of [
    'CREATE TABLE calls (id INTEGER, done INTEGER)',
    'CREATE INDEX by_id ON calls (id)',
    fill,
  ]) {
    const answer = await call(url, 'write_query', { arguments: { query: sql } });
    expect(answer).toMatchObject({ result: { structuredContent: expect.anything() } });
  }
};

const check = async (url: string, tally: Tally): Promise<void> => {
  expect(tally.hung).toBe(0);
  expect(tally.gone).toBeGreaterThan(0);
  expect([...tally.refused.keys()].filter((how) => !EXPECTED.some((known) => known.test(how)))).toEqual([]);
  const [rows, most] = await query(url, 'SELECT count(*), max(done) FROM calls');
  expect([rows, most]).toEqual([2 * IDS, 1]);
  const ids = tally.answered.join(',');
  expect(await query(url, `SELECT count(*) FROM calls WHERE done = 1 AND id IN (${ids})`)).toEqual([
    2 * tally.answered.length,
  ]);
};

/** Expected refusals. */
const EXPECTED = [
  // The session is gone, or the proxy lost the replica or has none.
  /^(?:404|502|503|504)$/,
  /^no session: 50[234]/,
  // The answer was sent again because its first delivery was not confirmed.
  /was used already/,
  // The replica ended while it waited for the user.
  /The connection is closing/,
  // The call waited too long for the database lock.
  /Timed out after/,
];

const toText = ({ answered, refused, ...rest }: Tally): string =>
  JSON.stringify({
    answered: answered.length,
    ...rest,
    refused: Object.fromEntries(refused),
    sessions: Object.fromEntries(rest.sessions),
  });
