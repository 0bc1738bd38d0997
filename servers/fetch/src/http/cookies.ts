// Cookies: reads the operator's cookies from a file in curl's format. The model neither sees nor sets them.
import { UsageError } from '@mcp/command-line';
import { readFlagFile } from '../flag-file.ts';
import { canonicalDomain } from './header-profiles.ts';

/** One line of the file. */
interface Cookie {
  /** Canonical. */
  readonly domain: string;
  /** Whether to send it to subdomains. */
  readonly isForAll: boolean;
  readonly path: string;
  /** Whether to send it only over TLS. */
  readonly isSecure: boolean;
  /** Milliseconds since 1970, or Infinity. */
  readonly expires: number;
  /** `name=value`. */
  readonly pair: string;
}

export type Cookies = readonly Cookie[];

const FIELDS = 7;
const HTTP_ONLY = '#HttpOnly_';
const PAIR = /^[!#$%&'*+.^_`|~0-9A-Za-z-]*=[\x21-\x3a\x3c-\x7e]*(?: [\x21-\x3a\x3c-\x7e]+)*$/;

/**
 * Reads a file of cookies: lines of seven fields, separated by tabs.
 *
 * @throws {UsageError} without any value of the file.
 */
export const readCookieFile = (path: string | undefined): Cookies => {
  if (path === undefined) return [];
  const lines = readFlagFile('--cookie-file', path).split(/\r?\n/);
  return lines.flatMap((line, at) => {
    const text = line.startsWith(HTTP_ONLY) ? line.slice(HTTP_ONLY.length) : line;
    if (text.trim() === '' || text.startsWith('#')) return [];
    const cookie = readLine(text);
    if (cookie !== undefined) return [cookie];
    throw new UsageError(
      `line ${at + 1} of --cookie-file ${path} is not a cookie: it must have the fields domain, TRUE or FALSE, path, TRUE or FALSE, expiry, name and value, with tabs between them`,
    );
  });
};

const readLine = (line: string): Cookie | undefined => {
  const fields = line.split('\t');
  const [given = '', isForAll = '', path = '', isSecure = '', expiry = '', name = '', value = ''] = fields;
  const domain = canonicalDomain(given.replace(/^\./, ''));
  const areFlags = [isForAll, isSecure].every((flag) => /^(?:TRUE|FALSE)$/i.test(flag));
  const pair = `${name}=${value}`;
  const isCookie = areFlags && path.startsWith('/') && /^-?\d+(?:\.\d+)?$/.test(expiry) && PAIR.test(pair);
  if (fields.length !== FIELDS || domain === undefined || !isCookie) return undefined;
  const seconds = Number(expiry);
  return {
    domain,
    isForAll: isForAll.toUpperCase() === 'TRUE',
    path,
    isSecure: isSecure.toUpperCase() === 'TRUE',
    expires: seconds > 0 ? seconds * 1000 : Infinity,
    pair,
  };
};

/** Returns the `Cookie` header for a URL (RFC 6265, section 5.4), longer paths first, or undefined. */
export const cookieHeader = (cookies: Cookies, url: URL): string | undefined => {
  const fitting = cookies.filter((cookie) => fits(cookie, url) && cookie.expires > Date.now());
  if (fitting.length === 0) return undefined;
  return fitting
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ pair }) => pair)
    .join('; ');
};

const fits = (cookie: Cookie, { protocol, hostname, pathname }: URL): boolean => {
  const host = hostname.replace(/\.$/, '');
  const isBelow = cookie.isForAll && !/^[\d.]+$|^\[/.test(host) && host.endsWith(`.${cookie.domain}`);
  if (host !== cookie.domain && !isBelow) return false;
  if (cookie.isSecure && protocol !== 'https:') return false;
  const folder = cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`;
  return pathname === cookie.path || pathname.startsWith(folder);
};
