// DNS: by the system, and by requests of our own while names with slow servers hold all threads of the system's
// resolver.
import type { LookupAddress } from 'node:dns';

/** All addresses of a name. Rejects with an errno of the resolver, like `ENOTFOUND`. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** What answers. */
export interface Resolvers {
  /** `getaddrinfo`, which knows /etc/hosts, mDNS and VPNs. Nothing cancels it, and libuv runs a few at a time. */
  readonly bySystem: Resolve;
  /** DNS alone. It gives up in seconds. */
  readonly byRequest: Resolve;
  /** How many names the system may resolve at a time. */
  readonly mostBySystem: number;
}

/** Resolves names such that slow ones do not hold up the others. */
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

/** libuv's threads when UV_THREADPOOL_SIZE does not say otherwise. It looks names up in half of them. */
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
    // The system may know more than DNS does, so the name may exist all the same.
    if (found.length === 0)
      throw Object.assign(new Error(`${hostname} has no address in DNS`), { code: 'EAGAIN' });
    return found;
  },
  mostBySystem: Math.max(1, Math.floor(Number(process.env['UV_THREADPOOL_SIZE'] ?? DEFAULT_THREADS) / 2)),
});

const toAddresses = (answer: PromiseSettledResult<readonly string[]>, family: number): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
