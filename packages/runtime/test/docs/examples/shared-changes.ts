// Changes that go to the subscribers of all processes.
import type { McpServer } from '@mcp/runtime';

// region changes
/** What a Redis client has, or any other that carries messages. */
export interface Channels {
  publish(channel: string, message: string): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
}

/** Tells the subscribers of all processes that a resource changed, as `tell(uri)` does. */
export async function shareChanges(
  server: McpServer,
  channels: Channels,
): Promise<(uri: string) => Promise<unknown>> {
  await channels.subscribe('changes', (uri) => server.resourceUpdated(uri));
  return (uri) => channels.publish('changes', uri);
}
// endregion
