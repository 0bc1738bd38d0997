// What goes wrong below HTTP, as failures that say so.
import { FetchError } from '../failure.ts';

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const TLS =
  /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Whether the connection broke in a way in which trying at once again helps. */
export const isBroken = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(errorCode(error));

/** An error of undici or of a socket as a failure; what is none stays as it is. For `throw`. */
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
