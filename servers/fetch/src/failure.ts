// Failures: one error class, with a code for programs and a sentence for the model.
import { inWords } from '@mcp/command-line';
import { ERROR_META, stripInvisible, ToolError } from '@mcp/runtime';

/** Codes of failures. */
export type FailureCode =
  | 'blocked_by_policy'
  | 'bot_challenge'
  | 'changed'
  | 'connection_failed'
  | 'decoding_failed'
  | 'dns_failed'
  | 'http_error'
  | 'invalid_arguments'
  | 'invalid_selector'
  | 'invalid_url'
  | 'no_match'
  | 'off'
  | 'robots_disallowed'
  | 'timeout'
  | 'tls_failed'
  | 'too_large'
  | 'too_many_redirects'
  | 'unreadable_document'
  | 'unsupported_type';

const RETRYABLE: ReadonlySet<FailureCode> = new Set(['connection_failed', 'dns_failed', 'timeout']);

interface More {
  /** What to do next. */
  readonly hint?: string | undefined;
  /** Whether the same call may succeed later. The default follows from the code. */
  readonly retryable?: boolean;
  /** How long the server asked to wait. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A failed fetch. The message is for the model; programs find the same in `_meta`. */
export class FetchError extends ToolError {
  override readonly name = 'FetchError';
  readonly code: FailureCode;
  /** The message without the code. */
  readonly problem: string;
  readonly retryable: boolean;

  constructor(code: FailureCode, problem: string, more: More = {}) {
    const { retryAfterMs, cause, retryable = RETRYABLE.has(code) } = more;
    const hint = more.hint === undefined ? undefined : inWords(more.hint);
    const whole = hint === undefined ? problem : `${problem} ${hint}`;
    super(`${whole}\n[${code}: the same call ${retryable ? 'may work later' : 'will fail again'}]`, {
      _meta: { [ERROR_META]: { code, retryable, retryAfterMs, hint } },
      cause,
    });
    this.code = code;
    this.problem = whole;
    this.retryable = retryable;
  }
}

/** Returns the result of work, or its failure. Rejects with any other error. */
export const orFailure = <T>(work: Promise<T>): Promise<T | FetchError> =>
  work.catch((error: unknown) => {
    if (error instanceof FetchError) return error;
    throw error;
  });

const MAX_SHOWN = 100;
/** For URLs that the model may want to fetch. */
export const MAX_SHOWN_URL = 500;

/** Shortens a value of a site for a sentence of this server, and removes invisible characters. */
export const shown = (value: string, most = MAX_SHOWN): string => {
  const visible = stripInvisible(value).replaceAll(/\s+/g, ' ').trim();
  return visible.length > most ? `${visible.slice(0, most)}…` : visible;
};
