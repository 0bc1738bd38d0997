// URIs of resources and authorization servers: their canonical form, and which ones are safe to use.
import { LOCAL_HOSTS } from '../text/local-hosts.ts';

/**
 * Returns a URL to which tokens and keys may be sent: `https:`, or `http:` on this machine.
 *
 * @throws {TypeError} for any other; `what` says whose it is.
 */
export function secureUrl(what: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSecure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname));
  if (url === undefined || !isSecure || url.username !== '' || url.password !== '') {
    throw new TypeError(
      `${what} must be an https: URL (http: only on this machine), not ${JSON.stringify(text)}`,
    );
  }
  return url;
}

/**
 * Returns the canonical URI of a resource (basic/authorization, "Canonical Server URI"): lower-case scheme and host, no
 * trailing slash.
 *
 * @throws {TypeError} when it is not secure, or has a query or a fragment.
 */
export function canonicalResource(text: string): string {
  const url = secureUrl('resource', text);
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text))
    throw new TypeError(`resource must have no query and no fragment, not ${JSON.stringify(text)}`);
  return withoutSlash(url.href);
}

/** Whether two audiences are the same. URLs are compared in canonical form, other names as they are. */
export function isSameAudience(one: string, other: string): boolean {
  return one === other || comparable(one) === comparable(other);
}

function comparable(audience: string): string {
  if (!/^https?:\/\//i.test(audience) || !URL.canParse(audience)) return audience;
  return withoutSlash(new URL(audience).href);
}

function withoutSlash(href: string): string {
  return href.replace(/\/$/, '');
}
