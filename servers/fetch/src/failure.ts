// Why a fetch failed: one error class, with a code for programs and a sentence for the model.
import { text, ToolError, ToolResult } from '@mcp/runtime';

/** What kind of failure it is. */
export type FailureCode =
  | 'blocked_by_policy'
  | 'bot_challenge'
  | 'changed'
  | 'connection_failed'
  | 'decoding_failed'
  | 'dns_failed'
  | 'empty_extraction'
  | 'http_error'
  | 'invalid_url'
  | 'robots_disallowed'
  | 'timeout'
  | 'tls_failed'
  | 'too_large'
  | 'too_many_redirects'
  | 'unsupported_type';

const RETRYABLE: ReadonlySet<FailureCode> = new Set(['connection_failed', 'dns_failed', 'timeout']);

interface More {
  /** What to do about it. */
  readonly hint?: string;
  /** Whether the same call may succeed later. The default follows from the code. */
  readonly retryable?: boolean;
  /** How long the server asked to wait. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** A fetch that failed. The message is for the model. */
export class FetchError extends ToolError {
  override readonly name = 'FetchError';
  readonly code: FailureCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(code: FailureCode, problem: string, { hint, retryable, retryAfterMs, cause }: More = {}) {
    super(hint === undefined ? problem : `${problem} ${hint}`, cause === undefined ? {} : { cause });
    this.code = code;
    this.retryable = retryable ?? RETRYABLE.has(code);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The members of a failure that programs use. */
export interface FailureSummary {
  readonly code: FailureCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
}

export const summarize = ({ code, message, retryable, retryAfterMs }: FetchError): FailureSummary => ({
  code,
  message,
  retryable,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

/** The key in `_meta` of a failed result under which its class is found. */
export const FAILURE_META = 'io.github.mcp-reference-servers/failure';

/** Runs a tool; a failed fetch becomes an error result that has its class in the text and in `_meta`. */
export const withFailures = async (work: () => Promise<ToolResult>): Promise<ToolResult> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const { message, ...failure } = summarize(error);
    const advice = failure.retryable ? 'may work later' : 'will fail again';
    return new ToolResult({
      content: [text(`${message}\n[${failure.code}: the same call ${advice}]`)],
      meta: { [FAILURE_META]: failure },
      isError: true,
    });
  }
};
