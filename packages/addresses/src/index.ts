// Which addresses are public, by the special-purpose registries of IANA as ipaddr.js knows them.
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What an address is for. Only `public` ones are reached by default. */
export type AddressKind = 'public' | 'loopback' | 'private' | 'link-local' | 'reserved';

/** Every range that is not here is reserved: Teredo, 6to4, documentation, multicast and the like. */
const KINDS: ReadonlyMap<string, AddressKind> = new Map<string, AddressKind>([
  ['unicast', 'public'],
  ['loopback', 'loopback'],
  ['unspecified', 'loopback'],
  ['private', 'private'],
  ['uniqueLocal', 'private'],
  ['deprecatedSiteLocal', 'private'],
  // Also where some clouds have their metadata.
  ['carrierGradeNat', 'private'],
  ['linkLocal', 'link-local'],
]);

/** Looks public, but answers every virtual machine in Azure as its host. */
const AZURE_HOST = '168.63.129.16';

/** What an address is for. Text that is no address is `reserved`. */
export const classifyAddress = (address: string): AddressKind => {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return 'reserved';
  if (canonical === AZURE_HOST) return 'link-local';
  const parsed = ipaddr.parse(canonical);
  const range = parsed.range();
  if (parsed instanceof ipaddr.IPv4) return KINDS.get(range) ?? 'reserved';
  if (isNat64(parsed))
    return classifyAddress(ipaddr.fromByteArray(parsed.toByteArray().slice(-4)).toString());
  return isGlobalUnicast(parsed) || range !== 'unicast' ? (KINDS.get(range) ?? 'reserved') : 'reserved';
};

/** Whether it is in 2000::/3. */
const isGlobalUnicast = ({ parts: [first = 0] }: ipaddr.IPv6): boolean => first >> 13 === 1;

/** Whether it is in 64:ff9b::/96, and carries a public or private IPv4 address. */
const isNat64 = ({ parts }: ipaddr.IPv6): boolean => parts.slice(0, 6).join() === NAT64;
const NAT64 = [0x64, 0xff_9b, 0, 0, 0, 0].join();

/**
 * One spelling for each address: IPv6 shortened, an IPv4 address that is mapped into IPv6 as IPv4. Undefined for text
 * that is no address; one with a zone is none, as it only means something on one machine.
 */
export const canonicalAddress = (address: string): string | undefined => {
  // ipaddr.js also reads octal parts, and takes ::127.0.0.1 for a mapped address: URLs have one spelling of each.
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  return isIPv4(address)
    ? address
    : ipaddr.process(new URL(`http://[${address}]/`).hostname.slice(1, -1)).toString();
};
