// Roots: which directories the client offers (client/roots; deprecated in 2026-07-28, SEP-2577).
import type { Conversation } from '../../conversation/conversation.ts';
import type { Feature } from '../../conversation/feature.ts';
import type { Request } from '../../conversation/request.ts';
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { requireSupport } from '../../protocol/capabilities.ts';
import type { Root } from '../../protocol/types.ts';
import { quote } from '../../text/quote.ts';
import { malformed, type Asker } from './question.ts';

const KEY = 'roots/list';

// A client has this list at hand. People, for whom `askTimeoutMs` is made, are not asked.
const MAX_WAIT_MS = 10_000;

/** Forgets a session's roots when the client says that they changed; `onChange` is told if they had been asked for. */
export function roots(onChange: (conversation: Conversation) => void = () => {}): Feature {
  return {
    page: 'client/roots',
    notifications: {
      'notifications/roots/list_changed': (conversation) => {
        const { session } = conversation;
        const wereKnown = session.roots !== undefined;
        session.roots = undefined;
        if (wereKnown) onChange(conversation);
      },
    },
  };
}

/**
 * The client's roots: kept in a session until they change, asked for once in a stateless request. Others than `file:`
 * URIs are reported and left out. Errors: see `Ask`.
 */
export async function listRoots(asker: Asker): Promise<readonly Root[]> {
  requireSupport(asker.request, 'roots');
  const { session } = asker.request;
  if (session === undefined) return fetchRoots(asker);
  if (session.roots === undefined) {
    const fetched = fetchRoots(asker);
    session.roots = fetched;
    // A failed answer is not kept: the next call asks again.
    fetched.catch(() => {
      if (session.roots === fetched) session.roots = undefined;
    });
  }
  return session.roots;
}

async function fetchRoots(asker: Asker): Promise<readonly Root[]> {
  const { roots: given } = await asker.ask(KEY, {
    method: 'roots/list',
    shared: true,
    maxWaitMs: MAX_WAIT_MS,
  });
  if (!Array.isArray(given)) throw malformed(asker, KEY, '"roots" must be a list');
  return given.flatMap((root: unknown) => readRoot(root, asker.request));
}

function readRoot(root: unknown, request: Request): Root[] {
  if (isObject(root) && isFileRoot(root)) return [root];
  request.conversation.engine.report({
    level: 'warning',
    message: `ignored a root that is not a file: URI: ${quote(isObject(root) ? root['uri'] : root)}`,
  });
  return [];
}

function isFileRoot(root: JsonObject): root is JsonObject & Root {
  return typeof root['uri'] === 'string' && root['uri'].startsWith('file://') && URL.canParse(root['uri']);
}
