// The recipe of README.md: the subscribers of all replicas learn that a resource changed.
import type { McpServer } from '@mcp/runtime';
import { createClient } from 'redis';

export interface SharedChanges extends AsyncDisposable {
  /** Tells that a resource changed: here at once, in the other replicas as soon as Redis carries it there. */
  tell(uri: string): Promise<void>;
}

export async function shareChanges(server: McpServer, url: string): Promise<SharedChanges> {
  const channel = `mcp:${server.name}:changes`;
  const origin = crypto.randomUUID();
  const connect = () =>
    createClient({ url, disableOfflineQueue: true })
      .on('error', (error) => console.error('changes are not shared:', String(error)))
      .connect();
  // A connection that listens can do nothing else. When it was lost it comes back by itself, and listens again.
  const [publisher, subscriber] = await Promise.all([connect(), connect()]);
  await subscriber.subscribe(channel, (message) => {
    const { from, uri } = JSON.parse(message) as { from: string; uri: string };
    if (from !== origin) server.resourceUpdated(uri);
  });
  return {
    tell: async (uri) => {
      server.resourceUpdated(uri);
      await publisher.publish(channel, JSON.stringify({ from: origin, uri })).catch(() => {});
    },
    [Symbol.asyncDispose]: async () => {
      publisher.destroy();
      subscriber.destroy();
    },
  };
}
