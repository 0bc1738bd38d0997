// The package has no types of its own.
declare module 'proxy-from-env' {
  /** The URL of the proxy that the environment names for a URL; empty when there is none. */
  export function getProxyForUrl(url: string | URL): string;
}
