// Name resolution that returns only addresses which may be reached.
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { FetchError } from '../failure.ts';
import { canonicalAddress } from './address.ts';
import type { Policy } from './policy.ts';

/** All addresses of a name. Rejects with an errno of the resolver, like `ENOTFOUND`. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Asks the system, in the order that it prefers. */
export const resolveBySystem: Resolve = async (hostname) => {
  const { lookup } = await import('node:dns/promises');
  return lookup(hostname, { all: true });
};

/**
 * The addresses of a name that may be reached. They are resolved once, and a connection is made to one of them only:
 * a name that leads elsewhere a moment later (DNS rebinding) gains nothing.
 *
 * @throws {FetchError} `blocked_by_policy` when there is none, `dns_failed` when the name does not resolve.
 */
export const resolveChecked = async (
  policy: Policy,
  resolve: Resolve,
  hostname: string,
): Promise<LookupAddress[]> => {
  let all: readonly LookupAddress[];
  try {
    all = await resolve(hostname);
  } catch (error) {
    const isUnknown = error instanceof Error && 'code' in error && error.code === 'ENOTFOUND';
    const problem = isUnknown
      ? `The name ${hostname} does not exist.`
      : `The name ${hostname} cannot be resolved now.`;
    throw new FetchError('dns_failed', problem, { retryable: !isUnknown, cause: error });
  }
  if (all.length === 0) throw new FetchError('dns_failed', `The name ${hostname} has no address.`);
  const addresses = all.map(({ address }) => canonicalAddress(address) ?? address);
  policy.checkAddresses(addresses, hostname);
  return all.filter(({ address }) => policy.mayReach(address, hostname));
};

/** The same as the `lookup` option of `net.connect`. */
export const checkedLookup =
  (policy: Policy, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    const answer = async (): Promise<void> => {
      let found: LookupAddress[];
      try {
        found = await resolveChecked(policy, resolve, hostname);
      } catch (error) {
        callback(error instanceof Error ? error : new Error(String(error)), []);
        return;
      }
      const [first] = found;
      if (options.all === true) callback(null, found);
      else callback(null, first?.address ?? '', first?.family ?? 0);
    };
    void answer();
  };
