// Header profiles: the operator's headers by domain. The model neither sees nor sets them.
import { UsageError } from '@mcp/command-line';
import { readFlagFile } from '../flag-file.ts';

/** Headers by canonical domain, also for its subdomains. */
export type HeaderProfiles = ReadonlyMap<string, Headers>;
type Headers = { readonly [name: string]: string };

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Set by the connection or the fetcher itself. */
const RESERVED = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/**
 * Reads a file like `{"api.example.com": {"authorization": "Bearer …"}}`.
 *
 * @throws {UsageError} without any value of the file.
 */
export const readHeaderFile = (path: string | undefined): HeaderProfiles => {
  if (path === undefined) return new Map();
  const content = parse(path);
  if (!isObject(content)) throw new UsageError(`${path} must be a JSON object: domains with their headers`);
  return new Map(
    Object.entries(content).map(([domain, headers]) => [toDomain(domain), toHeaders(domain, headers)]),
  );
};

/** Returns the headers for a URL: over TLS only, unless the operator named the server with `http://`. */
export const headersFor = (profiles: HeaderProfiles, { hostname, protocol }: URL): Headers => {
  if (profiles.size === 0) return {};
  const names = hostname.replace(/\.$/, '').split('.');
  const isAddress = /^(?:\[.*\]|[\d.]+)$/.test(hostname);
  for (let from = 0; from < (isAddress ? 1 : names.length); from += 1) {
    const domain = names.slice(from).join('.');
    const headers =
      profiles.get(protocol === 'https:' ? domain : `http://${domain}`) ?? profiles.get(`http://${domain}`);
    if (headers !== undefined) return headers;
  }
  return {};
};

const toDomain = (given: string): string => {
  const [, scheme = '', name = ''] = /^(http:\/\/)?(.*)$/s.exec(given) ?? [];
  const domain = canonicalDomain(name);
  if (domain === undefined)
    throw new UsageError(
      `"${given}" in the header file is not a domain; it must be a domain only, like example.com`,
    );
  return scheme + domain;
};

/** Returns a domain as in a URL, or undefined if it is not a domain. */
export const canonicalDomain = (given: string): string | undefined => {
  const url = URL.canParse(`http://${given}/`) ? new URL(`http://${given}/`) : undefined;
  return url?.href === `http://${url?.hostname}/` ? url?.hostname : undefined;
};

const toHeaders = (domain: string, headers: unknown): Headers => {
  if (!isObject(headers)) throw new UsageError(`the headers of ${domain} must be an object`);
  return Object.fromEntries(
    Object.entries(headers).map(([given, value]) => {
      const name = given.toLowerCase();
      if (!NAME.test(name) || RESERVED.has(name))
        throw new UsageError(`${domain}: the header "${given}" cannot be set`);
      if (typeof value !== 'string' || !VALUE.test(value))
        throw new UsageError(`${domain}: the value of "${given}" must be a string on one line`);
      return [name, value];
    }),
  );
};

const parse = (path: string): unknown => {
  const content = readFlagFile('--header-file', path);
  try {
    return JSON.parse(content);
  } catch {
    // The message of JSON.parse quotes the file.
    throw new UsageError(`--header-file ${path} is not JSON`);
  }
};

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
