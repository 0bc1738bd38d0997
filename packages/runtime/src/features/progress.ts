// Progress of a request (basic/utilities/progress).
import type { ProgressReporter } from '../conversation/host.ts';
import type { ServerRequest } from '../conversation/request.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import { RateLimit } from '../limits/token-bucket.ts';
import { readProgressToken } from '../protocol/meta.ts';

const BURST = 20;
const PER_SECOND = 20;
const HELD_MS = 100;
const GAP_MS = 2;

/** Reports the progress of one request: only for a token, only growing values, 20 per second after a burst of 20. */
export function createProgress(request: ServerRequest): ProgressReporter {
  const progressToken = readProgressToken(request.call.params);
  if (progressToken === undefined) return SILENT;
  const limit = new RateLimit(BURST, PER_SECOND);
  let highest = -Infinity;
  let held: JsonObject | undefined;
  let sentAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (held === undefined) return;
    request.notify('notifications/progress', held, 'ProgressParams');
    sentAt = performance.now();
    held = undefined;
  };
  return {
    flush,
    // The official clients (1.32, 2.4) drop progress that they read together with the answer.
    pause: () =>
      performance.now() - sentAt < GAP_MS ? new Promise((resolve) => setTimeout(resolve, GAP_MS)) : undefined,
    report: (progress, total, message) => {
      if (!Number.isFinite(progress) || progress <= highest) return;
      highest = progress;
      held = { progressToken, progress };
      if (total !== undefined && Number.isFinite(total)) held['total'] = total;
      if (message !== undefined) held['message'] = message;
      if (limit.take()) flush();
      else timer ??= setTimeout(flush, HELD_MS);
    },
  };
}

const SILENT: ProgressReporter = { report: () => {}, flush: () => {}, pause: () => undefined };
