// Proxy: reads HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY from the environment.
import { getProxyForUrl } from 'proxy-from-env';
import { FetchError } from '../failure.ts';

/** Reads the URL of an HTTP proxy, or returns undefined. */
export const parseProxy = (given: string): URL | undefined => {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
};

/** Returns the proxy for a URL. @throws {FetchError} `connection_failed` if it is not an HTTP proxy. */
export const proxyOfEnvironment = (url: URL): URL | undefined => {
  const given = getProxyForUrl(url);
  if (given === '') return undefined;
  const proxy = parseProxy(given);
  if (proxy !== undefined) return proxy;
  // Without the value, which may contain a password.
  throw new FetchError('connection_failed', 'The proxy in the environment is not an HTTP proxy.', {
    hint: 'Only the operator can correct it: it must be like http://proxy.example.com:8080.',
    retryable: false,
  });
};
