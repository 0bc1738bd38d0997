// Policy: decides which URLs, names and addresses are allowed. Every connection asks it.
import { BlockList, isIPv4 } from 'node:net';
import { FetchError, shown } from '../failure.ts';
import { canonicalAddress, classifyAddress } from '@mcp/addresses';

/** A network, like `10.1.0.0/16`. */
export interface Network {
  /** Canonical. */
  readonly address: string;
  readonly prefix: number;
}

/** What the operator allows. */
export interface PolicyOptions {
  /** Allowed networks in addition to public ones. */
  readonly allowNetworks: readonly Network[];
  /** If not empty, only these domains and their subdomains. Canonical. */
  readonly allowDomains: readonly string[];
  /** Forbidden domains with their subdomains. Canonical. */
  readonly denyDomains: readonly string[];
}

/** Maximum length of a URL, in characters. */
export const MAX_URL_LENGTH = 8192;

/** Ports of other protocols: those of the Fetch standard ("Port blocking"), databases and message queues. */
const BAD_PORTS: ReadonlySet<string> = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 ' +
    '119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 ' +
    '636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 ' +
    '6697 10080 1433 1521 3306 3389 5432 5672 6379 9042 11211 27017'
  ).split(' '),
);

/** A host without a scheme, as people write it: `example.com/a`, `example.com:8080`. */
const BARE_HOST = /^(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+\.?(?::\d+)?(?:[/?#]|$)/u;

/** Checks URLs before anything is contacted, and addresses before and after connecting. */
export class Policy {
  readonly #options: PolicyOptions;
  /** Created on first use. */
  #networks: BlockList | undefined;

  constructor(options: PolicyOptions) {
    this.#options = options;
  }

  /** Whether the operator allows every IPv4 and IPv6 address. */
  get isOpen(): boolean {
    return ['0.0.0.0', '::'].every((all) =>
      this.#options.allowNetworks.some(({ address, prefix }) => address === all && prefix === 0),
    );
  }

  /**
   * Parses a URL from the model or a page, and removes the fragment.
   *
   * @throws {FetchError} `invalid_url` or `blocked_by_policy`.
   */
  parse(given: string, base?: URL): URL {
    if (given.length > MAX_URL_LENGTH)
      throw new FetchError(
        'invalid_url',
        `The URL has ${given.length} characters; ${MAX_URL_LENGTH} is the most.`,
      );
    const whole = base === undefined && BARE_HOST.test(given.trim()) ? `https://${given.trim()}` : given;
    if (!URL.canParse(whole, base))
      throw new FetchError('invalid_url', `"${shown(given)}" is not a URL.`, {
        hint: 'Give a whole one, like https://example.com/.',
      });
    const url = new URL(whole, base);
    url.hash = '';
    this.checkUrl(url);
    return url;
  }

  /** Checks a URL before its name is resolved. @throws {FetchError} if nothing may be sent to it. */
  checkUrl(url: URL): void {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw refuse(`URLs with ${shown(url.protocol)} are not fetched.`, 'Give one with https: or http:.');
    if (url.username !== '' || url.password !== '')
      throw refuse(
        'URLs with a user name or password are not fetched.',
        'Remove the user name and password before the @.',
      );
    if (BAD_PORTS.has(url.port)) throw refuse(`Port ${url.port} belongs to another protocol than HTTP.`);
    this.checkHost(url.hostname);
  }

  /** Checks the host of a parsed URL. @throws {FetchError} if it may not be contacted. */
  checkHost(hostname: string): void {
    const literal = canonicalAddress(hostname.replace(/^\[(.*)\]$/, '$1'));
    const name = literal !== undefined && isIPv4(literal) ? literal : hostname.replace(/\.$/, '');
    const { allowDomains, denyDomains } = this.#options;
    if (denyDomains.some((domain) => isBelow(name, domain)))
      throw refuse(`The operator does not allow ${shown(name)}.`);
    const isAllowed =
      allowDomains.length === 0 ||
      allowDomains.some((domain) => isBelow(name, domain)) ||
      (literal !== undefined && this.#isAllowedNetwork(literal));
    if (!isAllowed) throw refuse(`The operator allows ${allowDomains.join(', ')} only, not ${shown(name)}.`);
    // Loopback by definition (RFC 6761).
    const address = isBelow(name, 'localhost') ? '127.0.0.1' : literal;
    if (address !== undefined) this.checkAddresses([address], hostname);
  }

  /** Checks the addresses of a host. @throws {FetchError} if none of them may be contacted. */
  checkAddresses(addresses: readonly string[], hostname: string): void {
    if (addresses.some((address) => this.mayReach(address))) return;
    const what = classifyAddress(addresses[0] ?? '');
    throw refuse(
      `${shown(hostname)} leads to a ${what} address, which is not fetched.`,
      'Only the operator can allow it, with --allow-cidr.',
    );
  }

  /** Whether the address may be contacted. */
  mayReach(address: string): boolean {
    const canonical = canonicalAddress(address);
    if (canonical === undefined) return false;
    return classifyAddress(canonical) === 'public' || this.#isAllowedNetwork(canonical);
  }

  #isAllowedNetwork(canonical: string): boolean {
    this.#networks ??= toBlockList(this.#options.allowNetworks);
    return this.#networks.check(canonical, family(canonical));
  }
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');

const toBlockList = (networks: readonly Network[]): BlockList => {
  const list = new BlockList();
  for (const { address, prefix } of networks) list.addSubnet(address, prefix, family(address));
  return list;
};

const isBelow = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`);

const refuse = (problem: string, hint?: string): FetchError =>
  new FetchError('blocked_by_policy', problem, { hint });
