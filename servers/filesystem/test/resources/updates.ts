// Updates: collects the notifications of subscribed resources.
import type { McpServer } from '@mcp/runtime';
import type { TestClient } from '@mcp/runtime/testing';
import { vi } from 'vitest';
import { connectTo, LOOK_MS } from '../setup.ts';

/** Long enough for a busy machine. */
export const SOON_MS = 20_000;
/** Longer than a few polls, and than the runtime collects changes for one notification. */
const QUIET_MS = 5 * LOOK_MS;

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Connects a client subscribed to these. */
export const subscribe = async (
  server: McpServer,
  uris: readonly string[],
  options: Parameters<typeof connectTo>[1] = {},
): Promise<TestClient> => {
  const client = await connectTo(server, options);
  for (const uri of uris) await client.request('resources/subscribe', { uri });
  return client;
};

/** Returns the URIs of all updates. */
export const updatesOf = (client: TestClient): string[] =>
  client
    .notifications('notifications/resources/updated')
    .map(({ params }) => (params as { uri: string }).uri);

/** Resolves once no update has arrived for a while. */
export const quiet = async (client: TestClient): Promise<void> => {
  let count = -1;
  while (count !== updatesOf(client).length) {
    count = updatesOf(client).length;
    await wait(QUIET_MS);
  }
};

/**
 * Runs an action, waits until it is quiet and returns the URIs with updates. Use only where an update is expected.
 */
export const updatesFrom = async (client: TestClient, action: () => void): Promise<string[]> => {
  const before = updatesOf(client).length;
  action();
  await vi.waitUntil(() => updatesOf(client).length > before, { timeout: SOON_MS, interval: 10 });
  await quiet(client);
  return [...new Set(updatesOf(client).slice(before))].toSorted();
};

/** Like `updatesFrom`, but expects no update. */
export const updatesAfter = async (client: TestClient, action: () => void): Promise<string[]> => {
  const before = updatesOf(client).length;
  action();
  await quiet(client);
  return updatesOf(client).slice(before);
};
