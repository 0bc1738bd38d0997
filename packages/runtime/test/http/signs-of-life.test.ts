// Answers that take long: proxies and clients see that they are on their way.
import { call, envelope, modern, open, said, send, Session, type Wire } from '@mcp/raw-http';
import { describe, expect, test } from 'vitest';
import { serving } from './client.ts';
import { fixture } from './fixture.ts';

const JSON_ONLY = { accept: 'application/json' };
const BOTH = { accept: 'application/json, text/event-stream' };

/** Waits for two signs of life, lets the call go on, and returns the whole response. */
const late = async (
  shoot: (url: string) => Promise<Wire>,
  isAlive: (text: string) => boolean,
): Promise<Wire> => {
  const { server, happened, release } = fixture();
  await using http = await serving(server, { keepAliveMs: 50 });
  const wire = await shoot(http.url);
  await happened('w began');
  await wire.until(({ text }) => isAlive(text));
  release('w');
  await wire.ended;
  return wire;
};

const isSpace = (text: string): boolean => /^ {2,}$/.test(text);
const isComments = (text: string): boolean => /^(?::\n\n){2,}$/.test(text);

describe('an answer that takes longer than `keepAliveMs`', () => {
  const modernCall = (accept: object): ((url: string) => Promise<Wire>) => {
    const shot = modern('tools/call', { name: 'wait', arguments: { name: 'w' }, _meta: envelope() });
    return (url) => open(url, { ...shot, headers: { ...shot.headers, ...accept } });
  };
  const inSession =
    (revision: string, accept: object): ((url: string) => Promise<Wire>) =>
    async (url) => {
      const { headers } = await Session.begin(url, revision);
      return open(url, { headers: { ...headers, ...accept }, body: call(1, 'wait', { name: 'w' }) });
    };

  test.each([
    ['2026-07-28', modernCall(BOTH)],
    ['2025-06-18', inSession('2025-06-18', BOTH)],
  ])('comes as an event behind comments (%s)', async (_, shoot) => {
    const wire = await late(shoot, isComments);
    expect([wire.status, wire.headers['content-type'], wire.isComplete]).toEqual([
      200,
      'text/event-stream',
      true,
    ]);
    expect(wire.messages).toMatchObject([{ result: { content: [{ text: 'w done' }] } }]);
  });

  test.each([
    ['2026-07-28', modernCall(JSON_ONLY)],
    ['2025-11-25', inSession('2025-11-25', JSON_ONLY)],
  ])('comes as JSON behind white space where the client takes no events (%s)', async (_, shoot) => {
    const wire = await late(shoot, isSpace);
    expect([wire.status, wire.headers['content-type'], wire.isComplete]).toEqual([
      200,
      'application/json',
      true,
    ]);
    expect(wire.text).toMatch(/^ {2,}\{/);
    expect(JSON.parse(wire.text)).toMatchObject({ result: { content: [{ text: 'w done' }] } });
  });
});

test('an answer that is quick is one JSON body', async () => {
  await using http = await serving(fixture().server);
  const wire = await send(http.url, modern('tools/call', { name: 'echo', arguments: { text: 'x' } }));
  expect(wire.headers['content-type']).toBe('application/json');
  const session = await Session.begin(http.url, '2025-06-18');
  expect((await session.post(call(1, 'echo', { text: 'x' }))).json).toEqual(said(1, 'x'));
});
