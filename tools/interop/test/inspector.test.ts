// The fixture server under the Inspector: single runs of its command line, and mcpdo with a lasting connection. The
// newest revision runs over stdio, sessions run over HTTP; the Inspector contains the official clients, for which
// `official-clients.test.ts` tests all combinations.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Inspector, type Run } from '../src/clients/inspector.ts';
import type { Place } from '../src/clients/driven.ts';
import { ListeningServer } from '../src/listening-server.ts';
import { everything, hasText, ROOTS, said, TOOLS } from './suites.ts';

const json = ({ stdout, stderr, code }: Run): unknown => {
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
  return JSON.parse(stdout);
};

// A run loads a whole program, which can take long on a busy machine.
const PATIENCE_MS = 30_000;

describe.each([
  { era: 'modern', way: 'stdio' },
  { era: 'legacy', way: 'HTTP' },
] as const)('Inspector over $way, $era', ({ era, way }) => {
  let server: ListeningServer | undefined;
  let connected: Run | undefined;
  const inspector = new Inspector();
  const place = (): Place => server ?? everything;
  const cli = (...options: string[]): Promise<Run> => inspector.cli(era, place(), options);
  const run = async (...options: string[]): Promise<unknown> => json(await inspector.mcpdo(era, options));

  beforeAll(async () => {
    if (way === 'HTTP') server = await ListeningServer.start({ args: [...everything.args, '--http'] });
    connected = await inspector.connect(era, era, place());
  });
  afterAll(async () => {
    await inspector[Symbol.asyncDispose]();
    await server?.stop();
  });

  test('lists all tools and finds their schemas portable', async () => {
    const listed = json(await cli('--method', 'tools/list', '--strict'));
    expect(listed).toMatchObject({ result: { tools: { length: TOOLS } } });
  });

  test('sees a failed tool as one', async () => {
    const failed = await cli('--method', 'tools/call', '--tool-name', 'test_error_handling');
    expect(failed.code).toBe(5);
    expect(failed.stdout).toContain('This tool intentionally returns an error');
  });

  test('its load generator gets all answers', async () => {
    const load = ['--load', '--load-requests', '250', '--load-concurrency', '32'];
    const options = ['--tool-name', 'echo', '--tool-args-json', '{"text":"a"}', ...load];
    expect(json(await cli('--method', 'tools/call', ...options))).toMatchObject({
      result: { requests: 250, ok: 250, errors: 0, toolErrors: 0 },
    });
  });

  test('keeps a connection in this era, and uses what the server offers', async () => {
    expect(connected && json(connected)).toMatchObject({ protocolEra: era });
    expect(await run('connections/show')).toMatchObject({
      serverInfo: { name: 'everything', version: '1.2.3', title: 'Everything' },
    });
    expect(await run('tools/list')).toMatchObject({ tools: { length: TOOLS } });
    expect(await run('resources/list')).toMatchObject({ resources: { length: 10 } });
    expect(await run('tools/call', 'weather')).toMatchObject({
      structuredContent: { degrees: 21.5, sky: 'clear' },
    });
    expect(await run('resources/read', 'test://template/beta/data')).toMatchObject(
      hasText('Data for ID: beta'),
    );
    const prompt = 'test_prompt_with_arguments';
    expect(await run('prompts/get', prompt, '--prompt-args', 'arg1=Italy')).toMatchObject({
      description: 'Two arguments',
    });
    const argument = ['--complete-arg-name', 'arg1', '--complete-arg-value', 'I'];
    const ref = ['--complete-ref-type', 'ref/prompt', '--complete-ref', prompt];
    expect(await run('prompts/complete', ...ref, ...argument)).toMatchObject({ values: ['Italy'] });
  });

  test('tells of updates while it is subscribed', async () => {
    await using following = inspector.follow(era, ['resources/subscribe', 'test://watched-resource']);
    await vi.waitFor(() => expect(following.output).toContain('"subscribed"'), PATIENCE_MS);
    await run('tools/call', 'tick');
    await vi.waitFor(() => expect(following.output).toContain('"resources/updated"'), PATIENCE_MS);
  });

  test('tails the log', async () => {
    await using tail = inspector.follow(era, ['logging/tail']);
    await vi.waitFor(async () => {
      await run('tools/call', 'test_logging_tool');
      expect(tail.output).toMatch(/"said": "emergency"/);
    }, PATIENCE_MS);
  });

  test('gives its roots', async () => {
    await run('roots/set', '--roots-json', '[{"uri":"file:///home","name":"home"}]');
    expect(await run('tools/call', ROOTS)).toMatchObject(said('home file:///home'));
  });

  test('answers a form, and a page that was visited', async () => {
    const pendingId = (pending: unknown): string =>
      /"elicitationId":"([^"]+)"/.exec(JSON.stringify(pending))?.[1] ?? 'none';
    const form = pendingId(await run('tools/call', 'order'));
    expect(await run('elicitation/respond', form, 'dish:=soup', 'portions:=2')).toMatchObject(
      said('2 × soup, mild, any size'),
    );
    const page = pendingId(await run('tools/call', 'sign_in'));
    expect(await run('elicitation/respond', page, '--done')).toMatchObject(said('user chose to accept'));
  });
});
