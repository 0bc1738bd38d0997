// The proxy that the environment names: HTTPS_PROXY, HTTP_PROXY and ALL_PROXY, unless NO_PROXY has the host.
import { getProxyForUrl } from 'proxy-from-env';
import { FetchError } from '../failure.ts';

/** Reads the URL of an HTTP proxy; undefined when it is none. */
export const parseProxy = (given: string): URL | undefined => {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
};

/** @throws {FetchError} `connection_failed` when the environment names something else than an HTTP proxy. */
export const proxyOfEnvironment = (url: URL): URL | undefined => {
  const given = getProxyForUrl(url);
  if (given === '') return undefined;
  const proxy = parseProxy(given);
  if (proxy !== undefined) return proxy;
  // Without the value: there may be a password in it.
  throw new FetchError('connection_failed', 'The proxy in the environment is not an HTTP proxy.', {
    hint: 'Only the operator can correct it: it must be like http://proxy.example.com:8080.',
    retryable: false,
  });
};
