// The address of a client: of its socket, or what a proxy that the operator trusts says of it.
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** The proxies whose `X-Forwarded-For` is believed. Of everybody else it is ignored: whoever wants can send one. */
export class TrustedProxies {
  readonly #proxies = new BlockList();
  readonly #isEmpty: boolean;

  /**
   * `proxies` are addresses (`10.0.0.1`) and networks (`10.0.0.0/8`, `fd00::/8`).
   *
   * @throws {TypeError} for what is neither.
   */
  constructor(proxies: readonly string[]) {
    this.#isEmpty = proxies.length === 0;
    for (const proxy of proxies) this.#add(proxy);
  }

  /** The address of the client behind a socket's `peer`: the last one in `forwarded` that is no trusted proxy. */
  clientOf(peer: string | undefined, forwarded: string | undefined): string | undefined {
    let client = peer === undefined ? undefined : plain(peer);
    // This is asked for every request, and a check makes objects outside of the heap.
    if (this.#isEmpty) return client;
    const hops = (forwarded ?? '').split(',');
    while (client !== undefined && this.#has(client)) {
      const hop = addressOf(hops.pop()?.trim() ?? '');
      if (hop === undefined) return client;
      client = hop;
    }
    return client;
  }

  #add(proxy: string): void {
    const [address = '', bits, ...rest] = proxy.split('/');
    const type = isIPv6(address) ? 'ipv6' : 'ipv4';
    const most = type === 'ipv6' ? 128 : 32;
    const isNetwork = bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
    if (isIP(address) === 0 || rest.length > 0 || (bits !== undefined && !isNetwork))
      throw new TypeError(`a trusted proxy must be an address or a network like 10.0.0.0/8, not "${proxy}"`);
    if (isNetwork) this.#proxies.addSubnet(address, Number(bits), type);
    else this.#proxies.addAddress(address, type);
  }

  #has(address: string): boolean {
    return this.#proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  }
}

// Some proxies add the port.
function addressOf(hop: string): string | undefined {
  const address = plain(/^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop);
  return isIP(address) === 0 ? undefined : address;
}

// A socket that takes both families says ::ffff:10.0.0.1.
function plain(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : address;
}

/** Whether an address is of this machine only. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address);
}

/** What stands for an address where requests are counted: for IPv6 the network of 64 bits, which one customer has. */
export function bucketOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
