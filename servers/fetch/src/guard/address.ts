// Which addresses are public: the special-purpose registries of IANA (RFC 6890), and what hides in IPv6.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** What an address is for. Only `public` ones are reached by default. */
export type AddressKind = 'public' | 'loopback' | 'private' | 'link-local' | 'reserved';

type Range = readonly [network: string, prefix: number, kind: Exclude<AddressKind, 'public'>];

const IPV4: readonly Range[] = [
  ['0.0.0.0', 8, 'loopback'],
  ['10.0.0.0', 8, 'private'],
  // Carrier-grade NAT, where also some clouds have their metadata.
  ['100.64.0.0', 10, 'private'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'reserved'],
  ['192.88.99.0', 24, 'reserved'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'reserved'],
  ['198.51.100.0', 24, 'reserved'],
  ['203.0.113.0', 24, 'reserved'],
  ['224.0.0.0', 4, 'reserved'],
  ['240.0.0.0', 4, 'reserved'],
  // Looks public, but answers every virtual machine in Azure as its host.
  ['168.63.129.16', 32, 'link-local'],
];

const IPV6: readonly Range[] = [
  ['::1', 128, 'loopback'],
  ['::', 128, 'loopback'],
  ['fc00::', 7, 'private'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'private'],
  // Inside of the global range: IETF protocols with Teredo, documentation, 6to4.
  ['2001::', 23, 'reserved'],
  ['2001:db8::', 32, 'reserved'],
  ['2002::', 16, 'reserved'],
  ['3fff::', 20, 'reserved'],
];

const toLists = (
  ranges: readonly Range[],
  family: 'ipv4' | 'ipv6',
): readonly (readonly [AddressKind, BlockList])[] =>
  (['loopback', 'private', 'link-local', 'reserved'] as const).map((kind) => {
    const list = new BlockList();
    for (const [network, prefix, of] of ranges) if (of === kind) list.addSubnet(network, prefix, family);
    return [kind, list];
  });

const buildLists = () => {
  const globalUnicast = new BlockList();
  globalUnicast.addSubnet('2000::', 3, 'ipv6');
  return { ipv4: toLists(IPV4, 'ipv4'), ipv6: toLists(IPV6, 'ipv6'), globalUnicast };
};

// Built with the first address, not at the start.
let built: ReturnType<typeof buildLists> | undefined;

const MAPPED = ['0', '0', '0', '0', '0', 'ffff'];
const NAT64 = ['64', 'ff9b', '0', '0', '0', '0'];

/** What an address is for. Text that is no address is `reserved`. */
export const classifyAddress = (address: string): AddressKind => {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return 'reserved';
  const { ipv4, ipv6, globalUnicast } = (built ??= buildLists());
  if (isIPv4(canonical)) return find(ipv4, canonical, 'ipv4') ?? 'public';
  const embedded = embeddedAddress(canonical, NAT64);
  if (embedded !== undefined) return classifyAddress(embedded);
  const kind = find(ipv6, canonical, 'ipv6');
  return kind ?? (globalUnicast.check(canonical, 'ipv6') ? 'public' : 'reserved');
};

/**
 * One spelling for each address: IPv6 shortened (RFC 5952), an IPv4 address that is mapped into IPv6 as IPv4. Undefined
 * for text that is no address; one with a zone is none, as it only means something on one machine.
 */
export const canonicalAddress = (address: string): string | undefined => {
  if (isIPv4(address)) return address;
  if (!isIPv6(address) || address.includes('%')) return undefined;
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  return embeddedAddress(canonical, MAPPED) ?? canonical;
};

// The IPv4 address in the last 32 bits of an IPv6 address that begins with six given groups.
const embeddedAddress = (canonical: string, prefix: readonly string[]): string | undefined => {
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...missing, ...after];
  if (!prefix.every((group, index) => groups[index] === group)) return undefined;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
};

const find = (
  lists: readonly (readonly [AddressKind, BlockList])[],
  address: string,
  family: 'ipv4' | 'ipv6',
): AddressKind | undefined => lists.find(([, list]) => list.check(address, family))?.[0];
