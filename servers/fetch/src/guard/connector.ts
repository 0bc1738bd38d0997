// Connector: returns a socket only if the policy allows the address at its other end.
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { FetchError, shown } from '../failure.ts';
import { canonicalAddress } from '@mcp/addresses';
import type { Policy } from './policy.ts';
import type { Resolve } from './resolver.ts';

/**
 * Resolves a name once and returns the allowed addresses. Connections use only these, which defeats DNS rebinding.
 *
 * @throws {FetchError} `blocked_by_policy` if no address is allowed, `dns_failed` if the name does not resolve.
 */
export const resolveChecked = async (
  policy: Policy,
  resolve: Resolve,
  hostname: string,
): Promise<LookupAddress[]> => {
  const all = await resolve(hostname).catch((error: unknown) => {
    const isUnknown = error instanceof Error && 'code' in error && error.code === 'ENOTFOUND';
    const name = shown(hostname);
    const problem = isUnknown
      ? `The name ${name} does not exist.`
      : `The name ${name} cannot be resolved now.`;
    throw new FetchError('dns_failed', problem, { retryable: !isUnknown, cause: error });
  });
  if (all.length === 0) throw new FetchError('dns_failed', `The name ${shown(hostname)} has no address.`);
  policy.checkAddresses(
    all.map(({ address }) => canonicalAddress(address) ?? address),
    hostname,
  );
  return all.filter(({ address }) => policy.mayReach(address));
};

/** `resolveChecked` as the `lookup` option of `net.connect`. */
export const checkedLookup =
  (policy: Policy, resolve: Resolve): LookupFunction =>
  (hostname, { all }, callback) => {
    const answer = async (): Promise<void> => {
      const found = await resolveChecked(policy, resolve, hostname).catch(toError);
      if (found instanceof Error) callback(found, []);
      else if (all === true) callback(null, found);
      else callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
    };
    void answer();
  };

/**
 * Adds the checks that `checkedLookup` cannot make: of addresses in the URL, which are not looked up, and of the
 * address at the other end of the open socket. Calls `onReset` when the other end resets a connection.
 */
export const guardedConnector =
  (connect: buildConnector.connector, policy: Policy, onReset: () => void): buildConnector.connector =>
  (target, callback) => {
    const refused = failureOf(() => policy.checkHost(target.hostname));
    if (refused !== undefined) {
      callback(refused, null);
      return;
    }
    connect(target, (...outcome) => {
      const [error, socket] = outcome;
      const reached = socket?.remoteAddress ?? '';
      const problem = error ?? failureOf(() => policy.checkAddresses([reached], target.hostname));
      if (problem !== undefined) socket?.destroy();
      else
        socket?.once('error', (broken: NodeJS.ErrnoException) => {
          if (broken.code === 'ECONNRESET') onReset();
        });
      if (problem === undefined) callback(...outcome);
      else callback(problem, null);
    });
  };

const failureOf = (check: () => void): Error | undefined => {
  try {
    check();
    return undefined;
  } catch (error) {
    return toError(error);
  }
};

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
