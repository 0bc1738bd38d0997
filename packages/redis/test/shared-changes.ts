// The recipe in README.md: notifies the subscribers of all replicas that a resource changed.
import type { McpServer } from '@mcp/runtime';
import { createClient } from 'redis';

export interface SharedChanges extends AsyncDisposable {
  /** Notifies the subscribers in this process immediately, and those in other replicas through Redis. */
  tell(uri: string): Promise<void>;
}

export async function shareChanges(server: McpServer, url: string): Promise<SharedChanges> {
  const channel = `mcp:${server.name}:changes`;
  const origin = crypto.randomUUID();
  const connect = () =>
    createClient({ url, disableOfflineQueue: true })
      .on('error', (error) => console.error('changes are not shared:', String(error)))
      .connect();
  // A subscribed connection accepts no other commands. After a failure the client reconnects and subscribes again.
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
