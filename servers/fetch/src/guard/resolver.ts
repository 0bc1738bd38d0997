// Resolver: uses the system's resolver, and DNS requests while slow names occupy its threads.
import type { LookupAddress } from 'node:dns';

/** Returns all addresses of a name. Rejects with an errno of the resolver, like `ENOTFOUND`. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface Resolvers {
  /** `getaddrinfo`, which knows /etc/hosts, mDNS and VPNs. It cannot be cancelled, and libuv runs only a few. */
  readonly bySystem: Resolve;
  /** Plain DNS, which times out in seconds. */
  readonly byRequest: Resolve;
  /** Maximum number of names that the system resolves concurrently. */
  readonly mostBySystem: number;
}

/** Returns a resolver in which slow names do not delay others. */
export const createResolver = (
  { bySystem, byRequest, mostBySystem }: Resolvers = systemResolvers(),
): Resolve => {
  let waiting = 0;
  return async (hostname) => {
    if (waiting >= mostBySystem) return byRequest(hostname);
    waiting += 1;
    try {
      return await bySystem(hostname);
    } finally {
      waiting -= 1;
    }
  };
};

/** libuv's default number of threads. It resolves names in half of them. */
const DEFAULT_THREADS = 4;
const REQUEST = { timeout: 2000, tries: 2 };

const systemResolvers = (): Resolvers => ({
  bySystem: async (hostname) => {
    const { lookup } = await import('node:dns/promises');
    return lookup(hostname, { all: true });
  },
  byRequest: async (hostname) => {
    const { Resolver } = await import('node:dns/promises');
    const resolver = new Resolver(REQUEST);
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [...toAddresses(four, 4), ...toAddresses(six, 6)];
    // The name may still exist, because the system knows more than DNS.
    if (found.length === 0)
      throw Object.assign(new Error(`${hostname} has no address in DNS`), { code: 'EAGAIN' });
    return found;
  },
  mostBySystem: Math.max(1, Math.floor(Number(process.env['UV_THREADPOOL_SIZE'] ?? DEFAULT_THREADS) / 2)),
});

const toAddresses = (answer: PromiseSettledResult<readonly string[]>, family: number): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
