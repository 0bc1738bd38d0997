// Changes that go to the subscribers of all processes.
import type { McpServer } from '@mcp/runtime';

// region changes
/** A Redis client, or any other message channel. */
export interface Channels {
  publish(channel: string, message: string): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
}

/** Returns a function that notifies the subscribers of all processes that a resource changed. */
export async function shareChanges(
  server: McpServer,
  channels: Channels,
): Promise<(uri: string) => Promise<unknown>> {
  await channels.subscribe('changes', (uri) => server.resourceUpdated(uri));
  return (uri) => channels.publish('changes', uri);
}
// endregion
