// Consent: if the operator wants it, the user is asked instead of refused, in every revision that can ask.
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { callTool, failure, serve, use } from './setup.ts';
import { canary, redirectTo, reply, site, type Handler } from './site.ts';

const ROBOTS = { type: 'text/plain', body: 'User-agent: *\nDisallow: /no' };
const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;
const CONFIRM = ['robots'];

/** A client whose user gives this answer to every form, and the questions asked. */
const user = (action: 'accept' | 'decline', revision: (typeof REVISIONS)[number]) => {
  const asked: string[] = [];
  const answer = ({ message }: { readonly message?: unknown }) => {
    asked.push(String(message));
    return action === 'accept' ? { action, content: { agree: true } } : { action };
  };
  const options = { revision, capabilities: { elicitation: {} }, answers: { 'elicitation/create': answer } };
  return { asked, options };
};

describe.each(REVISIONS)('robots.txt in %s', (revision) => {
  test('the user sees the URL, and their answer decides', async () => {
    const { asked, options } = user('accept', revision);
    await using server = await use(
      { '/robots.txt': ROBOTS, '/no': '<p>text' },
      { confirm: CONFIRM },
      options,
    );
    expect(await server.fetch('/no')).toMatchObject({ answer: { text: 'text' } });
    expect(asked).toEqual([expect.stringContaining(`${server.origin}/no`)]);
    // It applies to one call.
    await server.fetch('/no');
    expect(asked).toHaveLength(2);
  });

  test('consent for one site does not cover another one that it redirects to', async () => {
    await using other = await site({ '/robots.txt': ROBOTS, '/no': '<p>closed' });
    const { asked, options } = user('accept', revision);
    const location = `http://other.test:${other.port}/no`;
    const pages = { '/robots.txt': ROBOTS, '/no': redirectTo(location) };
    await using server = await use(pages, { confirm: CONFIRM }, options);
    expect(await server.fetch('/no')).toMatchObject(failure('robots_disallowed'));
    expect(asked).toHaveLength(1);
    expect(other.paths).toEqual(['/robots.txt']);
  });

  test('the user is not asked if robots.txt cannot be read', async () => {
    const { asked, options } = user('accept', revision);
    const busy: Handler = reply(503, { 'retry-after': '99' });
    await using server = await use(busy, { confirm: CONFIRM }, options);
    expect(await server.fetch()).toMatchObject({
      ...failure('http_error', 'may work later'),
      _meta: { error: { code: 'http_error', retryable: true } },
    });
    expect(asked).toEqual([]);
  });

  test('a user who refuses is not asked again', async () => {
    const { options } = user('decline', revision);
    await using server = await use(
      { '/robots.txt': ROBOTS, '/no': '<p>text' },
      { confirm: CONFIRM },
      options,
    );
    expect(await server.fetch('/no')).toMatchObject(failure('robots_disallowed', 'The user did not agree.'));
    expect(server.page.paths).toEqual(['/robots.txt']);
  });
});

describe.each(REVISIONS)('an address that is not public in %s', (revision) => {
  test.each(['127.0.0.1', 'site.test', 'other.test'])('%s is refused without a question', async (host) => {
    await using listener = await canary();
    const { asked, options } = user('accept', revision);
    await using client = await connect(serve({ 'allow-cidr': [], confirm: CONFIRM }), options);
    const url = `http://${host}:${listener.port}/`;
    expect(await callTool(client, 'fetch', { url })).toMatchObject(failure('blocked_by_policy'));
    expect(asked).toEqual([]);
    expect(listener.connections).toBe(0);
  });

  test('a page that the user agreed to may not redirect there either', async () => {
    await using listener = await canary();
    const { asked, options } = user('accept', revision);
    const location = `http://127.0.0.2:${listener.port}/`;
    const pages = { '/robots.txt': ROBOTS, '/no': redirectTo(location) };
    await using server = await use(pages, { confirm: CONFIRM }, options);
    expect(await server.fetch('/no')).toMatchObject(failure('blocked_by_policy'));
    expect(asked).toHaveLength(1);
    expect(listener.connections).toBe(0);
  });
});

test('2026-07-28: an answer is valid only with the state of its question, and once', async () => {
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
