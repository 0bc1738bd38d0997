// Processes: one ends after its server was closed. The command line tests cover signals.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, modern, open, rpc, Session, type Wire } from '@mcp/raw-http';

const LATEST = '2025-11-25';

test('a closed server leaves nothing that keeps its process alive', { timeout: 60_000 }, async () => {
  const child = fork(join(import.meta.dirname, 'quiet-main.ts'), { execArgv: [] });
  const [url] = (await once(child, 'message')) as [string];
  const exited = once(child, 'exit');
  const filter = { notifications: { resourceSubscriptions: ['test://a'] } };
  const wires: Wire[] = [];
  for (let i = 0; i < 10; i++) {
    const session = await Session.begin(url, LATEST);
    await session.post(rpc(1, 'resources/subscribe', { uri: 'test://a' }));
    const steps = await session.open(call(2, 'steps', { name: `s${i}` }, { progressToken: 0 }));
    await steps.upTo(2);
    // Half of the clients lose the connection of a running call.
    if (i % 2 === 0) await steps.drop();
    wires.push(steps, await session.listen(), await open(url, modern('subscriptions/listen', filter)));
  }
  child.send('close');
  expect(await exited).toEqual([0, null]);
  await Promise.all(wires.map(({ ended }) => ended));
});
