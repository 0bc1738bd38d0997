// What goes wrong with a request, as failures that say so: below HTTP, and statuses that are no success.
import { FetchError } from '../failure.ts';
import type { HttpResponse } from './fetcher.ts';

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const TLS =
  /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Whether the connection broke in a way in which trying at once again helps. */
export const isBroken = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(errorCode(error));

/** An error of undici or of a socket as a failure; any other error stays as it is. For `throw`. */
export const toFailure = (host: string, error: unknown): unknown => {
  if (error instanceof FetchError) return error;
  const { cause } = error instanceof Error ? error : {};
  if (cause instanceof FetchError) return cause;
  const code = errorCode(error);
  const details = { cause: error };
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW')
    return new FetchError('too_large', `${host} sent headers that are too long.`, details);
  if (/TIMEOUT/.test(code) || code === 'ETIMEDOUT')
    return new FetchError('timeout', `${host} sent nothing for too long.`, details);
  if (TLS.test(code))
    return new FetchError(
      'tls_failed',
      `The certificate or encryption of ${host} cannot be trusted (${code}).`,
      {
        ...details,
        hint: 'Only the operator can trust another authority, with --ca-file.',
      },
    );
  if (error instanceof Error && error.name === 'HTTPParserError')
    return new FetchError('connection_failed', `${host} does not speak HTTP.`, {
      ...details,
      retryable: false,
    });
  if (/^(?:E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(code) || error instanceof AggregateError)
    return new FetchError(
      'connection_failed',
      `The connection to ${host} failed (${code || 'all addresses'}).`,
      details,
    );
  return error;
};

const LATER = new Set([408, 425, 429, 500, 502, 503, 504]);

const CHALLENGE =
  /<title>(?:just a moment|attention required|access denied|are you a robot|verify you are human|pardon our interruption)|cf-chl-|_Incapsula_|captcha-delivery|px-captcha/i;
const CHALLENGE_BYTES = 20_000;

/** The failure for a response that is no success, else undefined. */
export const toHttpError = (asked: URL, response: HttpResponse): FetchError | undefined => {
  const { status, headers } = response;
  if (status === 206)
    return new FetchError('http_error', `${asked.href} answered with a part of the document only (206).`);
  if (status >= 200 && status < 300) return undefined;
  if (isChallenge(response))
    return new FetchError('bot_challenge', `Failed to fetch ${asked.href} - status code ${status}.`, {
      hint: 'The site asks for a proof that a person is there, which this server does not give. Ask the user to open it.',
    });
  const retryAfterMs = readRetryAfter(headers['retry-after'], Date.now());
  const words = HINTS[status];
  return new FetchError('http_error', `Failed to fetch ${asked.href} - status code ${status}.`, {
    retryable: LATER.has(status),
    ...(words === undefined ? {} : { hint: words }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
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

/** Milliseconds to wait, or undefined when the header does not say. A date in the past is 0. */
export const readRetryAfter = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};
