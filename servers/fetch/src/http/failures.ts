// Failures of requests: errors of connections, and statuses other than success.
import { FetchError, type FailureCode } from '../failure.ts';
import type { HttpResponse } from './fetcher.ts';

// Some errors of undici's parser have a name but no code.
const errorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** Whether the connection broke in a way that an immediate retry may fix. */
export const isBroken = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(errorCode(error));

type Kind = readonly [
  codes: RegExp,
  code: FailureCode,
  sentence: (host: string, code: string) => string,
  more?: { readonly hint?: string; readonly retryable?: boolean },
];

/** Error codes of undici, its parser and sockets, with their failures. The first match counts. */
const KINDS: readonly Kind[] = [
  [/HEADERS?_OVERFLOW/, 'too_large', (host) => `${host} sent headers that are too long.`],
  [/TIMEOUT|^ETIMEDOUT$/, 'timeout', (host) => `${host} sent nothing for too long.`],
  [
    /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH|INVALID_CA)/,
    'tls_failed',
    (host, code) => `The certificate or encryption of ${host} cannot be trusted (${code}).`,
    { hint: 'Only the operator can trust another authority, with --ca-file.' },
  ],
  [
    /^HPE_|^HTTPParserError$/,
    'connection_failed',
    (host) => `${host} does not speak HTTP.`,
    { retryable: false },
  ],
  [
    /^(?:E[A-Z]+|UND_ERR_[A-Z_]+|AggregateError)$/,
    'connection_failed',
    (host, code) => `The connection to ${host} failed (${code}).`,
  ],
];

/** Converts an error of undici or a socket to a failure to throw, and returns any other error unchanged. */
export const toFailure = (host: string, error: unknown): unknown => {
  if (error instanceof FetchError) return error;
  if (error instanceof Error && error.cause instanceof FetchError) return error.cause;
  const given = errorCode(error);
  const kind = KINDS.find(([codes]) => codes.test(given));
  if (kind === undefined) return error;
  const [, code, sentence, more] = kind;
  return new FetchError(code, sentence(host, given), { ...more, cause: error });
};

const LATER = new Set([408, 425, 429, 500, 502, 503, 504]);

const CHALLENGE =
  /<title>(?:just a moment|attention required|access denied|are you a robot|verify you are human|pardon our interruption)|cf-chl-|_Incapsula_|captcha-delivery|px-captcha/i;
const CHALLENGE_BYTES = 20_000;

/** Returns the failure of a response without success, or undefined. */
export const toHttpError = (asked: URL, response: HttpResponse): FetchError | undefined => {
  const { status, headers } = response;
  if (status === 206)
    return new FetchError('http_error', `${asked.href} answered with a part of the document only (206).`);
  if (status >= 200 && status < 300) return undefined;
  if (isChallenge(response))
    return new FetchError('bot_challenge', `Failed to fetch ${asked.href} - status code ${status}.`, {
      hint: 'The site asks for a proof that a person is there, which this server does not give. Ask the user to open it.',
    });
  return new FetchError('http_error', `Failed to fetch ${asked.href} - status code ${status}.`, {
    retryable: LATER.has(status),
    hint: HINTS[status],
    retryAfterMs: readRetryAfter(headers['retry-after'], Date.now()),
  });
};

const HINTS: { readonly [status: number]: string } = {
  401: 'It needs a login; only the operator can give one, with --header-file.',
  403: 'The site does not show it to this server.',
  429: 'The site wants fewer requests.',
  503: 'The site is not available at the moment.',
};

const isChallenge = ({ status, headers, body }: HttpResponse): boolean =>
  headers['cf-mitigated'] === 'challenge' ||
  ([401, 403, 405, 429, 503].includes(status) && CHALLENGE.test(body.toString('latin1', 0, CHALLENGE_BYTES)));

/** Returns the milliseconds to wait, 0 for a date in the past, or undefined without a valid header. */
export const readRetryAfter = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};
