// A replay store that fails or answers late: it costs a request or an event, never the server.
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/index.ts';
import { MemoryReplayStore } from '../../src/stores.ts';
import { call, failure, rpc, said, serving, Session } from './client.ts';
import { fixture } from './fixture.ts';

const LATEST = '2025-11-25';

describe('a store that fails', () => {
  const fail = (): never => {
    throw new Error('no disk');
  };
  const UNREACHABLE = failure(
    -32600,
    'Invalid request: the events of the session cannot be read now; try again later',
  );

  test('costs the replay, not the call, and is reported', async () => {
    const reports: Report[] = [];
    const own = fixture({ report: (report) => void reports.push(report) });
    const replay = { append: fail, read: fail, delete: fail, deleteSession: async () => fail() };
    await using http = await serving(own.server, { stores: { replay } });
    const session = await Session.begin(http.url, LATEST);
    const wire = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await wire.upTo(2);
    const refused = await session.listen(wire.ids[0]);
    await refused.ended;
    expect([refused.status, refused.json]).toEqual([503, UNREACHABLE]);
    own.release('s');
    await wire.ended;
    expect(wire.messages.at(-1)).toEqual(said(1, 's done'));
    expect((await session.end()).status).toBe(200);
    expect(reports.at(-1)).toMatchObject({ level: 'error', message: 'the replay store failed' });
    expect(String(reports.at(-1)?.error)).toContain('no disk');
  });
});

describe('a store that answers late', () => {
  test('what comes during the replay is sent after it', async () => {
    const memory = new MemoryReplayStore();
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const replay = {
      append: async (...args: Parameters<typeof memory.append>) => memory.append(...args),
      read: async (...args: Parameters<typeof memory.read>) => {
        const events = memory.read(...args);
        answer();
        await gate;
        return events;
      },
      delete: async (...args: Parameters<typeof memory.delete>) => memory.delete(...args),
      deleteSession: async (session: string) => memory.deleteSession(session),
    };
    const own = fixture();
    await using http = await serving(own.server, { stores: { replay } });
    const session = await Session.begin(http.url, LATEST);
    const wire = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await wire.upTo(2);
    await wire.drop();
    const back = await session.listen(wire.ids[0]);
    await asked;
    own.release('s');
    await session.post(rpc(2, 'ping'));
    expect(back.messages).toEqual([]);
    release();
    await back.ended;
    expect(back.isComplete).toBe(true);
    expect(back.messages.map(({ method, id }) => method ?? id)).toEqual([
      'notifications/message',
      'notifications/progress',
      1,
    ]);
    expect(new Set([...wire.ids, ...back.ids]).size).toBe(4);
  });
});
