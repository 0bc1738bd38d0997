// Statuses that are no success, as failures: also a page that wants to be sure that a person is there.
import { FetchError } from '../failure.ts';
import type { HttpResponse } from './response.ts';
import { readRetryAfter } from './retry-after.ts';

const LATER = new Set([408, 425, 429, 500, 502, 503, 504]);

const CHALLENGE =
  /<title>(?:just a moment|attention required|access denied|are you a robot|verify you are human|pardon our interruption)|cf-chl-|_Incapsula_|captcha-delivery|px-captcha/i;
const CHALLENGE_BYTES = 20_000;

/** The failure for a response that is no success, else undefined. */
export const toHttpError = (asked: URL, response: HttpResponse): FetchError | undefined => {
  const { status, headers } = response;
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
