// Logging: messages for the client's log (server/utilities/logging; deprecated in 2026-07-28, SEP-2577).
import type { ServerPart } from '../conversation/feature.ts';
import type { Host, LogTarget } from '../conversation/host.ts';
import { RateLimit } from '../limits/token-bucket.ts';
import { invalidParams } from '../protocol/errors.ts';
import { LOG_LEVELS, logLevelRank, type LogLevel } from '../protocol/types.ts';
import { quote } from '../text/quote.ts';

const BURST = 200;
const PER_SECOND = 100;

/** The flow of log messages to one client. */
interface Flow {
  readonly limit: RateLimit;
  dropped: number;
}

const flows = new WeakMap<Host, Flow>();

/** logging/setLevel. Until it is called a session gets `info` and above. */
export function logging(): ServerPart {
  return {
    provides: ['logging'],
    capabilities: { logging: {} },
    methods: {
      'logging/setLevel': {
        shape: 'EmptyResult',
        handle: ({ session }, { level }) => {
          const rank = logLevelRank(level);
          if (rank < 0)
            throw invalidParams(`unknown log level ${quote(level)}; levels are ${LOG_LEVELS.join(', ')}`);
          session?.setLogRank(rank);
          return {};
        },
      },
    },
  };
}

/**
 * Sends one log message on the stream of its request, or of its session, if the client wants its level: 100 per second
 * after a burst of 200, the others are counted. Never throws.
 */
export function sendLog(target: LogTarget, level: LogLevel, data: unknown, logger: string | undefined): void {
  const wanted = target.logRank;
  if (wanted === undefined || logLevelRank(level) < wanted) return;
  const flow = flowOf(target.host);
  if (!flow.limit.take()) {
    flow.dropped++;
    return;
  }
  if (flow.dropped > 0) {
    send(
      target,
      'warning',
      `${flow.dropped} log messages were dropped: more than ${PER_SECOND} per second`,
      'runtime',
    );
    flow.dropped = 0;
  }
  send(target, level, data, logger);
}

function send(target: LogTarget, level: LogLevel, data: unknown, logger: string | undefined): void {
  const params = { level, data: toJson(data), ...(logger === undefined ? {} : { logger }) };
  target.notify('notifications/message', params);
}

function flowOf(host: Host): Flow {
  let flow = flows.get(host);
  if (flow === undefined) {
    flow = { limit: new RateLimit(BURST, PER_SECOND), dropped: 0 };
    flows.set(host, flow);
  }
  return flow;
}

// Logging must never make a handler fail.
function toJson(data: unknown): unknown {
  try {
    return JSON.stringify(data) === undefined ? String(data) : data;
  } catch {
    return String(data);
  }
}
