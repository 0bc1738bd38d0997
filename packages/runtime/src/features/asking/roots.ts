// Roots: which directories the client offers (client/roots; deprecated in 2026-07-28, SEP-2577).
import type { ServerPart } from '../../conversation/feature.ts';
import type { Host } from '../../conversation/host.ts';
import type { RequestQuestions, ServerRequest } from '../../conversation/request.ts';
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { requireSupport } from '../../protocol/capabilities.ts';
import type { Root } from '../../protocol/types.ts';
import { quote } from '../../text/quote.ts';

const KEY = 'roots/list';

// The client answers this without a person, so `askTimeoutMs` would be too long.
const MAX_WAIT_MS = 10_000;

/**
 * Drops a session's cached roots when the client reports a change. Calls `onChange` if they had been requested.
 */
export function roots(onChange: (host: Host) => void = () => {}): ServerPart {
  return {
    notifications: {
      'notifications/roots/list_changed': (host) => {
        if (host.session.forgetRoots()) onChange(host);
      },
    },
  };
}

/**
 * Returns the client's roots: cached in a session until they change, requested once in a stateless request. URIs other
 * than `file:` are reported and skipped. Errors: see `Ask`.
 */
export async function listRoots(questions: RequestQuestions): Promise<readonly Root[]> {
  requireSupport(questions.request, 'roots');
  return questions.roots(() => fetchRoots(questions));
}

async function fetchRoots(questions: RequestQuestions): Promise<readonly Root[]> {
  const { roots: given } = await questions.ask(KEY, {
    method: 'roots/list',
    shared: true,
    maxWaitMs: MAX_WAIT_MS,
  });
  if (!Array.isArray(given)) throw questions.malformed(KEY, '"roots" must be a list');
  return given.flatMap((root: unknown) => readRoot(root, questions.request));
}

function readRoot(root: unknown, request: ServerRequest): Root[] {
  if (isObject(root) && isFileRoot(root)) return [root];
  request.host.report({
    level: 'warning',
    message: `ignored a root that is not a file: URI: ${quote(isObject(root) ? root['uri'] : root)}`,
  });
  return [];
}

function isFileRoot(root: JsonObject): root is JsonObject & Root {
  return typeof root['uri'] === 'string' && root['uri'].startsWith('file://') && URL.canParse(root['uri']);
}
