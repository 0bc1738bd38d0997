// Hosts that a transfer may reach: those that the operator names, or else every public one. A host with a private
// address must be named. The fetch server has the same rules.
import { isIP } from 'node:net';
import { canonicalAddress, classifyAddress } from '@mcp/addresses';
import { refusal } from '../process/errors.ts';

/** What the operator allows (`--remote-host`). */
export interface HostRule {
  /** In lower case: a name, an address, `*.` and a name for its subdomains, or `*` for every public host. */
  readonly host: string;
  /** The only allowed port. Default: any. */
  readonly port?: number;
}

/** The host and port that a transfer connects to. */
export interface Target {
  /** As in the address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Lower ports belong to other services, except those of git. */
const FIRST_FREE_PORT = 1024;
const PORTS = new Set([22, 80, 443]);

/** Parses a rule; undefined if the text is not valid. */
export const readHostRule = (given: string): HostRule | undefined => {
  if (given === '*') return { host: '*' };
  const [, star = '', name = '', port] =
    /^(\*\.)?(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/i.exec(bracketed(given)) ?? [];
  const host = canonicalHost(name);
  if (host === undefined || (star !== '' && isIP(host) !== 0) || Number(port ?? 1) > MAX_PORT)
    return undefined;
  return { host: `${star}${host}`, ...(port === undefined ? {} : { port: Number(port) }) };
};

const MAX_PORT = 65_535;

const bracketed = (given: string): string => (isIP(given) === 6 ? `[${given}]` : given);

/** Returns the canonical spelling of a host, without brackets and the final dot; undefined if it is not a host. */
export const canonicalHost = (given: string): string | undefined => {
  const name = given.replace(/\.$/, '');
  const url = `https://${name}/`;
  if (!/^[\p{L}\p{N}[][\p{L}\p{N}\p{M}.:_\]-]*$/u.test(name) || !URL.canParse(url)) return undefined;
  const { hostname, href } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return href === `https://${hostname}/` && host !== '' ? (canonicalAddress(host) ?? host) : undefined;
};

/** Whether a rule other than `*` matches the target, which may then have any address. */
export const isNamed = (rules: readonly HostRule[], { host: given, port }: Target): boolean => {
  const host = canonicalHost(given);
  if (host === undefined) return false;
  return rules.some((rule) => {
    if (rule.port !== undefined && rule.port !== port) return false;
    return rule.host.startsWith('*.') ? host.endsWith(rule.host.slice(1)) : rule.host === host;
  });
};

/** @throws {GitError} if the target is not allowed, whatever its name resolves to. */
export const checkTarget = (rules: readonly HostRule[], { host: given, port }: Target): void => {
  const host = canonicalHost(given);
  if (host === undefined) throw refused(`${given} is not a host.`);
  if (isNamed(rules, { host, port })) return;
  const isAny = rules.length === 0 || rules.some((rule) => rule.host === '*');
  if (!isAny)
    throw refused(
      `The operator does not allow transfers with ${host}${PORTS.has(port) ? '' : `, port ${port}`}.`,
    );
  if (port < FIRST_FREE_PORT && !PORTS.has(port)) throw refused(`Port ${port} is not one of git.`);
  // Loopback by definition (RFC 6761).
  const address = host === 'localhost' || host.endsWith('.localhost') ? '127.0.0.1' : host;
  if (isIP(address) !== 0) checkAddresses([address], host);
};

/**
 * Returns the allowed addresses of a target.
 *
 * @throws {GitError} if there is none; `unreachable` if the name does not resolve.
 */
export const resolveTarget = async (
  rules: readonly HostRule[],
  target: Target,
): Promise<readonly string[]> => {
  checkTarget(rules, target);
  const host = canonicalHost(target.host) ?? '';
  if (isIP(host) !== 0) return [host];
  const { lookup } = await import('node:dns/promises');
  const found = await lookup(host, { all: true }).catch(() => {
    throw refusal(
      'unreachable',
      `The name ${host} cannot be resolved.`,
      'Look at the address with git_remotes.',
    );
  });
  const all = found.map(({ address }) => address);
  return isNamed(rules, target) ? all : checkAddresses(all, host);
};

const checkAddresses = (addresses: readonly string[], host: string): readonly string[] => {
  const reachable = addresses.filter((address) => classifyAddress(address) === 'public');
  if (reachable.length > 0) return reachable;
  const kind = classifyAddress(addresses[0] ?? '');
  throw refused(`${host} leads to a ${kind} address, which transfers do not reach.`);
};

const refused = (problem: string): ReturnType<typeof refusal> =>
  refusal('access_denied', problem, 'Only the operator can allow it, with --remote-host.');
