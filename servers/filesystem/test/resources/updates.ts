// What a client is told of the resources that it has subscribed to.
import type { McpServer } from '@mcp/runtime';
import type { TestClient } from '@mcp/runtime/testing';
import { vi } from 'vitest';
import { connectTo, LOOK_MS } from '../setup.ts';

/** Long enough for a busy machine. */
export const SOON_MS = 20_000;
/** Longer than it takes to look a few times, and than the runtime gathers changes for one notification. */
const QUIET_MS = 5 * LOOK_MS;

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A client that has subscribed to these. */
export const subscribe = async (
  server: McpServer,
  uris: readonly string[],
  options: Parameters<typeof connectTo>[1] = {},
): Promise<TestClient> => {
  const client = await connectTo(server, options);
  for (const uri of uris) await client.request('resources/subscribe', { uri });
  return client;
};

/** The URIs of all updates so far. */
export const updatesOf = (client: TestClient): string[] =>
  client
    .notifications('notifications/resources/updated')
    .map(({ params }) => (params as { uri: string }).uri);

/** Resolves when no update has come for a while. */
export const quiet = async (client: TestClient): Promise<void> => {
  let count = -1;
  while (count !== updatesOf(client).length) {
    count = updatesOf(client).length;
    await wait(QUIET_MS);
  }
};

/**
 * Does something and returns which URIs had updates, once it is quiet again. Nothing else may be expected than an
 * update.
 */
export const updatesFrom = async (client: TestClient, action: () => void): Promise<string[]> => {
  const before = updatesOf(client).length;
  action();
  await vi.waitUntil(() => updatesOf(client).length > before, { timeout: SOON_MS, interval: 10 });
  await quiet(client);
  return [...new Set(updatesOf(client).slice(before))].toSorted();
};

/** As `updatesFrom`, where no update is expected. */
export const updatesAfter = async (client: TestClient, action: () => void): Promise<string[]> => {
  const before = updatesOf(client).length;
  action();
  await quiet(client);
  return updatesOf(client).slice(before);
};
