// The address of a client: from its socket, or from a trusted proxy.
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** The proxies whose `X-Forwarded-For` is believed. From other peers the server ignores it: any client can send one. */
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

  /** The address of the client behind a socket's `peer`: the last one in `forwarded` that is not a trusted proxy. */
  clientOf(peer: string | undefined, forwarded: string | undefined): string | undefined {
    let client = peer === undefined ? undefined : plain(peer);
    // Cached, because each check allocates outside of the heap.
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

// A dual-stack socket reports ::ffff:10.0.0.1.
function plain(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : address;
}
