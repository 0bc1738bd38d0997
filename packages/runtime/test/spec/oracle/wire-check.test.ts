// The judge of the spec tests must itself find what is wrong.
import { describe, expect, test } from 'vitest';
import { officialSchemas } from './official.ts';
import { wireFaults } from './wire-check.ts';
import type { Revision } from '../requirements/types.ts';

interface Entry {
  readonly from: 'client' | 'server';
  readonly message: unknown;
}

const faultsOf = (log: readonly Entry[], revision: Revision): string[] => {
  const said = (side: string) => log.filter(({ from }) => from === side).map(({ message }) => message);
  return wireFaults({ sent: said('client'), received: said('server') }, revision);
};

const handshake = (revision: Revision, serverInfo: object = { name: 'a', version: '1' }): Entry[] => [
  { from: 'client', message: { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} } },
  {
    from: 'server',
    message: { jsonrpc: '2.0', id: 0, result: { protocolVersion: revision, capabilities: {}, serverInfo } },
  },
];

const call = (result: object): Entry[] => [
  { from: 'client', message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } } },
  { from: 'server', message: { jsonrpc: '2.0', id: 1, result } },
];

const send = (message: unknown): Entry[] => [{ from: 'server', message }];

test('finds nothing wrong with a legal conversation', () => {
  const log = [...handshake('2025-06-18'), ...call({ content: [], structuredContent: { a: 1 } })];
  expect(faultsOf(log, '2025-06-18')).toEqual([]);
});

test.each([
  { jsonrpc: '1.0', method: 'notifications/tools/list_changed' },
  { jsonrpc: '2.0', id: null, error: { code: 1, message: 'a' } },
  { jsonrpc: '2.0', error: { code: 1, message: 'a' }, more: true },
  { jsonrpc: '2.0', id: 7, result: {} },
  { jsonrpc: '2.0', method: 'notifications/invented' },
  'text',
])('finds that %j breaks the rules of all messages', (message) => {
  expect(faultsOf([...handshake('2025-11-25'), ...send(message)], '2025-11-25')).not.toEqual([]);
});

test('finds what the official packages refuse', () => {
  const log = [...handshake('2025-11-25'), ...call({ content: [{ type: 'text' }] })];
  expect(faultsOf(log, '2025-11-25').join()).toContain('/content/0');
});

test('finds batches outside 2025-03-26', () => {
  const log = [
    ...handshake('2025-06-18'),
    ...send([{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }]),
  ];
  expect(faultsOf(log, '2025-06-18').join()).toContain('has no batches');
});

test('finds requests of a stateless server', () => {
  const log = send({ jsonrpc: '2.0', id: 1, method: 'roots/list' });
  expect(faultsOf(log, '2026-07-28').join()).toContain('has no server requests');
});

const unlessThere = officialSchemas.size === 0 ? ' (skipped: they are not here)' : '';

describe.skipIf(unlessThere !== '')(`with the official schemas${unlessThere}`, () => {
  test('finds members that the revision does not know', () => {
    expect(
      faultsOf(handshake('2024-11-05', { name: 'a', version: '1', title: 'A' }), '2024-11-05').join(),
    ).toContain('/serverInfo/title is no member of');
    const log = [...handshake('2025-03-26'), ...call({ content: [], structuredContent: {} })];
    expect(faultsOf(log, '2025-03-26').join()).toContain('/structuredContent is no member of');
    const nested = [
      ...handshake('2025-03-26'),
      ...call({ content: [{ type: 'text', text: 'a', _meta: {} }] }),
    ];
    expect(faultsOf(nested, '2025-03-26').join()).toContain('/content/0/_meta is no member of');
  });

  test('finds content that the revision does not know', () => {
    const audio = [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }];
    expect(faultsOf([...handshake('2025-03-26'), ...call({ content: audio })], '2025-03-26')).toEqual([]);
    expect(faultsOf([...handshake('2024-11-05'), ...call({ content: audio })], '2024-11-05')).not.toEqual([]);
  });

  test('finds requests and notifications that the revision does not know', () => {
    const ask = send({ jsonrpc: '2.0', id: 1, method: 'elicitation/create', params: { message: 'a' } });
    expect(faultsOf([...handshake('2025-03-26'), ...ask], '2025-03-26').join()).toContain(
      'has no ElicitRequest',
    );
  });

  test('finds results without the members that the modern era requires', () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } };
    const answer = (result: object) =>
      faultsOf(
        [{ from: 'client', message }, ...send({ jsonrpc: '2.0', id: 1, result })],
        '2026-07-28',
      ).join();
    expect(answer({ tools: [] })).toContain('resultType');
    expect(answer({ tools: [], resultType: 'complete' })).toContain('ttlMs');
    expect(answer({ tools: [], resultType: 'complete', ttlMs: 0, cacheScope: 'public' })).toBe('');
  });
});
