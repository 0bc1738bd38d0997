// Rehearsal: what a client has done in another process is done again in this one, by the same messages.
import { readMessages } from '../../../jsonrpc/message.ts';
import type { Channel } from '../../../jsonrpc/channel.ts';
import type { JsonObject } from '../../../jsonrpc/json.ts';
import type { StoredSession } from '../../../stores/session-store.ts';
import type { HttpSession } from './http-session.ts';

/**
 * Lets a copy of a session have the handshake and the subscriptions that are stored. Resolves when all is done. What the
 * server refuses (a resource that this process does not have) is left out here and stays in the store.
 */
export async function rehearse(session: HttpSession, stored: StoredSession): Promise<void> {
  const { peer, session: known } = session.conversation;
  if (stored.state === 'ready' && known.state === 'initializing')
    peer.accept(readMessages({ jsonrpc: '2.0', method: 'notifications/initialized' }), SILENT);
  const current = known.subscriptions ?? new Set<string>();
  const wanted = new Set(stored.subscriptions);
  const added = [...wanted].filter((uri) => !current.has(uri));
  const removed = [...current].filter((uri) => !wanted.has(uri));
  if (added.length === 0 && removed.length === 0) return;
  await Promise.all([
    ...added.map((uri) => ask(session, 'resources/subscribe', { uri })),
    ...removed.map((uri) => ask(session, 'resources/unsubscribe', { uri })),
  ]);
  known.subscriptions = new Set([...(known.subscriptions ?? []), ...added]);
}

const SILENT: Channel = { send: () => {} };

function ask({ conversation, caller }: HttpSession, method: string, params: JsonObject): Promise<void> {
  return new Promise((resolve) => {
    const channel: Channel = { caller, send: () => resolve(), drop: () => resolve() };
    // No client can know the id, so none of its requests can have it.
    conversation.peer.accept(
      readMessages({ jsonrpc: '2.0', id: crypto.randomUUID(), method, params }),
      channel,
    );
  });
}
