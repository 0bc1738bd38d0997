// Roots: which directories the client offers (client/roots; deprecated in 2026-07-28, SEP-2577).
import type { ServerPart } from '../../conversation/feature.ts';
import type { Host } from '../../conversation/host.ts';
import type { RequestQuestions, ServerRequest } from '../../conversation/request.ts';
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { requireSupport } from '../../protocol/capabilities.ts';
import type { Root } from '../../protocol/types.ts';
import { quote } from '../../text/quote.ts';

const KEY = 'roots/list';

// A client has this list at hand. People, for whom `askTimeoutMs` is made, are not asked.
const MAX_WAIT_MS = 10_000;

/**
 * Forgets a session's roots when the client says that they changed; `onChange` is called if they had been asked for.
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
 * The client's roots: kept in a session until they change, asked for once in a stateless request. Others than `file:`
 * URIs are reported and skipped. Errors: see `Ask`.
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
