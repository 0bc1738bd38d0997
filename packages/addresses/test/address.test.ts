import { assert, ipV4, ipV6, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalAddress, classifyAddress } from '../src/index.ts';

const CLOSED: { readonly [kind: string]: readonly string[] } = {
  loopback: [
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
  ],
  private: [
    ...['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
    ...['100.64.0.1', '100.100.100.200', '100.127.255.255', 'fc00::1', 'fd00:ec2::254', 'fec0::1'],
    ...['::ffff:10.0.0.1', '64:ff9b::10.0.0.1', '0:0:0:0:0:ffff:c0a8:0101'],
  ],
  'link-local': [
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'febf::1',
    '168.63.129.16',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
  ],
  reserved: [
    ...[
      '192.0.0.1',
      '192.0.2.1',
      '192.88.99.1',
      '198.18.0.1',
      '198.19.255.255',
      '198.51.100.1',
      '203.0.113.1',
    ],
    ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    // Compatible IPv4, Teredo, ORCHID, benchmarking, documentation, 6to4, local NAT64, discard, multicast.
    ...[
      '::127.0.0.1',
      '::10.0.0.1',
      '2001::1',
      '2001:0:4136:e378::1',
      '2001:20::1',
      '2001:2::1',
      '2001:db8::1',
    ],
    ...['3fff::1', '2002:7f00:1::', '2002:0808:0808::1', '64:ff9b:1::1', '100::1', 'ff02::1', 'ff0e::1'],
    ...['4000::1', '5f00::1', '::ffff:0:127.0.0.1', 'fe00::1'],
    // Not addresses.
    ...[
      '',
      'localhost',
      '127.1',
      '0x7f.0.0.1',
      '127.0.0.01',
      '2130706433',
      'fe80::1%eth0',
      '::1%lo',
      '[::1]',
      '1.2.3.4 ',
    ],
  ],
};

test.each(Object.entries(CLOSED))('%s', (kind, addresses) => {
  expect(addresses.map((address) => [address, classifyAddress(address)])).toEqual(
    addresses.map((address) => [address, kind]),
  );
});

test('accepts public addresses up to the borders of closed ranges', () => {
  const open = [
    ...[
      '1.1.1.1',
      '8.8.8.8',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
    ],
    ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255'],
    ...['192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255', '168.63.129.15', '168.63.129.17'],
    ...['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'],
  ];
  expect(open.filter((address) => classifyAddress(address) !== 'public')).toEqual([]);
});

describe('properties', () => {
  test('an IPv4 address is the same in every IPv6 form that carries it', () => {
    assert(
      property(ipV4(), (address) => {
        const kind = classifyAddress(address);
        expect(classifyAddress(`::ffff:${address}`)).toBe(kind);
        expect(classifyAddress(`0:0:0:0:0:FFFF:${address}`)).toBe(kind);
        expect(classifyAddress(`64:ff9b::${address}`)).toBe(kind);
        expect(canonicalAddress(`::ffff:${address}`)).toBe(address);
        expect(classifyAddress(`::${address}`)).not.toBe('public');
      }),
    );
  });

  test('only 2000::/3 is public', () => {
    assert(
      property(ipV6(), (address) => {
        const canonical = canonicalAddress(address) ?? '';
        if (classifyAddress(address) !== 'public' || !canonical.includes(':')) return;
        expect(canonical).toMatch(/^[23][0-9a-f]{3}:|^64:ff9b::/);
      }),
    );
  });
});
