// The user is asked where the server would refuse, when the operator wants that, in every revision that can ask.
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { callTool, serve } from './setup.ts';
import { canary, site } from './site.ts';

const ROBOTS = { type: 'text/plain', body: 'User-agent: *\nDisallow: /no' };
const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;
const CONFIRM = ['robots'];

type Asked = { readonly message: string };

/** A client whose user gives this answer to every form. */
const withUser = (
  action: 'accept' | 'decline',
  server: ReturnType<typeof serve>,
  asked: Asked[] = [],
  revision: (typeof REVISIONS)[number] = '2025-11-25',
) =>
  connect(server, {
    revision,
    capabilities: { elicitation: {} },
    answers: {
      'elicitation/create': (params: unknown) => {
        asked.push(params as Asked);
        return action === 'accept' ? { action, content: { agree: true } } : { action };
      },
    },
  });

const call = (client: TestClient, url: string) => callTool(client, 'fetch', { url });

describe.each(REVISIONS)('robots.txt in %s', (revision) => {
  test('the user sees the URL, and their word counts', async () => {
    await using page = await site({ '/robots.txt': ROBOTS, '/no': '<p>text' });
    const asked: Asked[] = [];
    await using client = await withUser('accept', serve({ confirm: CONFIRM }), asked, revision);
    expect(await call(client, `${page.origin}/no`)).toMatchObject({ answer: { text: 'text' } });
    expect(asked).toEqual([
      expect.objectContaining({ message: expect.stringContaining(`${page.origin}/no`) }),
    ]);
    // It counts for one call.
    await call(client, `${page.origin}/no`);
    expect(asked).toHaveLength(2);
  });

  test('the word for one site is none for another one that it redirects to', async () => {
    await using other = await site({ '/robots.txt': ROBOTS, '/no': '<p>closed' });
    await using page = await site({
      '/robots.txt': ROBOTS,
      '/no': (_request, response) =>
        response.writeHead(302, { location: `http://other.test:${other.port}/no` }).end(),
    });
    const asked: Asked[] = [];
    await using client = await withUser('accept', serve({ confirm: CONFIRM }), asked, revision);
    expect(await call(client, `${page.origin}/no`)).toMatchObject({
      isError: true,
      _meta: { error: { code: 'robots_disallowed' } },
    });
    expect(asked).toHaveLength(1);
    expect(other.paths).toEqual(['/robots.txt']);
  });

  test('nobody is asked when robots.txt cannot be read', async () => {
    await using page = await site((_request, response) =>
      response.writeHead(503, { 'retry-after': '99' }).end(),
    );
    const asked: Asked[] = [];
    await using client = await withUser('accept', serve({ confirm: CONFIRM }), asked, revision);
    expect(await call(client, page.origin)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('may work later') }],
      _meta: { error: { code: 'http_error', retryable: true } },
    });
    expect(asked).toEqual([]);
  });

  test('who refuses is not asked in another way', async () => {
    await using page = await site({ '/robots.txt': ROBOTS, '/no': '<p>text' });
    await using client = await withUser('decline', serve({ confirm: CONFIRM }), [], revision);
    expect(await call(client, `${page.origin}/no`)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('The user did not agree.') }],
      _meta: { error: { code: 'robots_disallowed' } },
    });
    expect(page.paths).toEqual(['/robots.txt']);
  });
});

describe.each(REVISIONS)('an address that is not public in %s', (revision) => {
  test.each(['127.0.0.1', 'site.test', 'other.test'])('%s is refused without a question', async (host) => {
    await using listener = await canary();
    const asked: Asked[] = [];
    const server = serve({ 'allow-cidr': [], confirm: CONFIRM });
    await using client = await withUser('accept', server, asked, revision);
    expect(await call(client, `http://${host}:${listener.port}/`)).toMatchObject({
      isError: true,
      _meta: { error: { code: 'blocked_by_policy' } },
    });
    expect(asked).toEqual([]);
    expect(listener.connections).toBe(0);
  });

  test('also when a page that the user agreed to redirects there', async () => {
    await using listener = await canary();
    await using page = await site({
      '/robots.txt': ROBOTS,
      '/no': (_request, response) =>
        response.writeHead(302, { location: `http://127.0.0.2:${listener.port}/` }).end(),
    });
    const asked: Asked[] = [];
    await using client = await withUser('accept', serve({ confirm: CONFIRM }), asked, revision);
    expect(await call(client, `${page.origin}/no`)).toMatchObject({
      isError: true,
      _meta: { error: { code: 'blocked_by_policy' } },
    });
    expect(asked).toHaveLength(1);
    expect(listener.connections).toBe(0);
  });
});

test('2026-07-28: an answer counts only with the state of its question, and once', async () => {
  await using page = await site({ '/robots.txt': ROBOTS, '/no': '<p>text' });
  await using client = await connect(serve({ confirm: CONFIRM }), { capabilities: { elicitation: {} } });
  const params = { name: 'fetch', arguments: { url: `${page.origin}/no` } };
  const inputResponses = { robots: { action: 'accept', content: {} } };
  const ask = (more: object) => client.request('tools/call', { ...params, ...more }, { answer: false });
  await expect(ask({ inputResponses })).rejects.toMatchObject({ code: -32602 });
  const { requestState } = await ask({});
  expect(await ask({ inputResponses, requestState })).toMatchObject({ resultType: 'complete' });
  await expect(ask({ inputResponses, requestState })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('was used already'),
  });
});
