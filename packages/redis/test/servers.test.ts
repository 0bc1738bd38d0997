// The four servers with --store: two replicas share tasks, nonces and the secrets of questions, and what works without
// the store.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectRedis } from '@mcp/redis';
import { send, type Message } from '@mcp/raw-http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from 'redis';
import { parse } from 'yaml';
import { hasRedis, RedisServer, unlessRun } from './redis-server.ts';
import { call, task } from './replica.ts';
import { startServer } from './server-process.ts';

const AWAY = 'The task store is unreachable; try again later';

/** Waits until a server reports this health. */
const becomes = (url: string, text: string): Promise<void> =>
  vi.waitFor(async () => {
    const { port } = new URL(url);
    const health = { method: 'GET', headers: { host: 'localhost' } };
    const wire = await send(`http://127.0.0.1:${port}/healthz`, health);
    expect([wire.status, wire.text]).toEqual([200, text]);
  }, 20_000);

describe.skipIf(!hasRedis)(`servers with --store${unlessRun}`, () => {
  let redis: RedisServer;
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'servers-'));
    redis = await RedisServer.start();
  });
  afterAll(async () => {
    await redis[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const flagsOf: Readonly<Record<string, () => string[]>> = {
    filesystem: () => [folder],
    git: () => ['-r', folder],
    sqlite: () => [':memory:'],
    fetch: () => [],
  };

  test.each(Object.keys(flagsOf))('%s stores its tasks under its own name', async (name) => {
    await using server = await startServer(name, redis.url, flagsOf[name]?.() ?? []);
    await becomes(server.url, 'ok\n');
    await using stores = await connectRedis(redis.url, { prefix: `mcp:${name}:` });
    await using others = await connectRedis(redis.url, { prefix: 'mcp:other:' });
    const now = Date.now();
    const times = { createdAt: now, updatedAt: now, aliveUntil: now + 60_000, expiresAt: now + 60_000 };
    const kept = { owner: '', version: 1, status: 'working', message: 'of a replica', ...times } as const;
    await stores.tasks.add({ id: `${name}-1`, ...kept });
    await others.tasks.add({ id: `${name}-2`, ...kept });
    expect(await task(server.url, `${name}-1`)).toMatchObject({
      result: { status: 'working', statusMessage: 'of a replica' },
    });
    expect(await task(server.url, `${name}-2`)).toMatchObject({ error: { code: -32602 } });
  });

  test('the command line in compose.yaml starts a server that its proxy considers healthy', async () => {
    const text = readFileSync(join(import.meta.dirname, '../replicas/compose.yaml'), 'utf8');
    const compose = parse(text) as { readonly 'x-replica': { readonly command: readonly string[] } };
    const command = compose['x-replica'].command.map((word) =>
      word.startsWith('redis:') ? redis.url : word,
    );
    expect(command).toContain(redis.url);
    await using server = await startServer('fetch', redis.url, command);
    const { port } = new URL(server.url);
    await becomes(server.url, 'ok\n');
    expect((await send(`http://127.0.0.1:${port}/mcp`)).status).toBe(401);
  });

  test('another replica accepts the answer to a question once, and none while the store is full or unreachable, as /healthz says', async () => {
    const flags = ['--confirm', 'destructive', folder];
    await using a = await startServer('filesystem', redis.url, flags);
    await using b = await startServer('filesystem', redis.url, flags);
    for (const { url } of [a, b]) await becomes(url, 'ok\n');
    const remove = (url: string, path: string, more: Message = {}): Promise<Message> =>
      call(url, 'delete_file', { arguments: { path, permanent: true }, ...more });
    const agreed = async (path: string): Promise<Message> => {
      writeFileSync(path, 'x');
      const { result } = (await remove(a.url, path)) as { result: Message };
      expect(result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
      const keys = Object.keys(result['inputRequests'] as object);
      const yes = keys.map((key) => [key, { action: 'accept', content: {} }]);
      return { requestState: result['requestState'], inputResponses: Object.fromEntries(yes) };
    };
    const path = join(folder, 'one.txt');
    const answer = await agreed(path);
    expect(await remove(b.url, path, answer)).toHaveProperty('result.resultType', 'complete');
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, 'again');
    for (const { url } of [a, b])
      expect(await remove(url, path, answer)).toMatchObject({
        error: { code: -32602, message: expect.stringContaining('was used already') },
      });

    const next = await agreed(path);
    const refusal = { text: expect.stringMatching(/^Nothing was done: .*; try again later$/) };
    const admin = await createClient({ url: redis.url }).connect();
    await admin.configSet('maxmemory', '1');
    expect(await remove(a.url, path, next)).toMatchObject({ result: { isError: true, content: [refusal] } });
    await becomes(a.url, 'degraded: the store is full, and what needs it is refused\n');
    await admin.configSet('maxmemory', '0');
    await becomes(a.url, 'ok\n');
    admin.destroy();
    await redis.kill();
    await becomes(a.url, 'degraded: the store is away, and what needs it is refused\n');
    expect(await remove(a.url, path, next)).toMatchObject({ result: { isError: true, content: [refusal] } });
    expect(await task(a.url, 'any')).toMatchObject({ error: { code: -32603, message: AWAY } });
    expect(existsSync(path)).toBe(true);
    const read = await call(a.url, 'read_text_file', { arguments: { path } });
    expect(read).toMatchObject({ result: { content: [{ text: 'x\n' }, expect.anything()] } });
    await redis.startAgain();
    for (const { url } of [a, b]) await becomes(url, 'ok\n');
    expect(await remove(b.url, path, next)).toHaveProperty('result.resultType', 'complete');
    expect(existsSync(path)).toBe(false);
  });
});

test('compose.yaml trusts the address of its proxy, and no other in its network', () => {
  const text = readFileSync(join(import.meta.dirname, '../replicas/compose.yaml'), 'utf8');
  const compose = parse(text) as {
    readonly 'x-replica': { readonly command: readonly string[] };
    readonly services: {
      readonly proxy: { readonly networks: { readonly inside: { readonly ipv4_address: string } } };
    };
  };
  const { command } = compose['x-replica'];
  const { ipv4_address: proxy } = compose.services.proxy.networks.inside;
  const flag = command.indexOf('--trusted-proxies');
  expect(command.slice(flag, flag + 3)).toEqual(['--trusted-proxies', proxy, '--auth-token-env']);
});
