import { expect, test } from 'vitest';
import { readOptions } from '../src/options.ts';
import { DEFAULT_FLAGS } from './setup.ts';

const read = (values: object) => readOptions({ positionals: [], flags: { ...DEFAULT_FLAGS, ...values } });

test('the defaults', () => {
  expect(read({})).toEqual({
    policy: { allowNetworks: [], allowDomains: [], denyDomains: [] },
    userAgent: 'ModelContextProtocol/1.0 (Autonomous)',
    userAgentOfUser: 'ModelContextProtocol/1.0 (User-Specified)',
    ignoreRobots: false,
    proxy: undefined,
    ca: undefined,
    profiles: new Map(),
    cookies: [],
    timeoutMs: 27_000,
    // A twentieth is reserved for notes.
    maxOutputBytes: 38_000,
    saveDirectory: undefined,
    asksConsent: false,
  });
});

test('normalizes networks and domains', () => {
  const { policy } = read({
    'allow-cidr': ['10.1.0.0/16', '127.0.0.1', 'FD00:0::/8', '::1'],
    'allow-domain': ['Example.COM', '*.bücher.example', '.a.test.'],
  });
  expect(policy.allowNetworks).toEqual([
    { address: '10.1.0.0', prefix: 16 },
    { address: '127.0.0.1', prefix: 32 },
    { address: 'fd00::', prefix: 8 },
    { address: '::1', prefix: 128 },
  ]);
  expect(policy.allowDomains).toEqual(['example.com', 'xn--bcher-kva.example', 'a.test']);
});

test.each([
  [{ 'allow-cidr': ['10.0.0.0/33'] }, 'must be 0 to 32'],
  [{ 'allow-cidr': ['10.0.0.0/'] }, 'must be 0 to 32'],
  [{ 'allow-cidr': ['10.1/16'] }, 'is not a network'],
  [{ 'allow-cidr': ['example.com'] }, 'is not a network'],
  [{ 'allow-cidr': ['::ffff:10.0.0.0/104'] }, 'is not a network'],
  [{ 'allow-cidr': ['fe80::1%eth0'] }, 'is not a network'],
  [{ 'allow-cidr': ['/8'] }, 'is not a network'],
  [{ 'allow-cidr': ['10.0.0.0/8/8'] }, 'is not a network'],
  [{ 'allow-domain': ['https://example.com'] }, 'is not a domain'],
  [{ 'deny-domain': ['example.com:8080'] }, 'is not a domain'],
  [{ 'deny-domain': ['example.com/x'] }, 'is not a domain'],
  [{ 'user-agent': 'a\r\nb: c' }, 'one line of ASCII'],
  [{ 'proxy-url': 'socks5://x:secret@y' }, '--proxy-url must be like'],
  [{ 'ca-file': '/nowhere' }, 'cannot be read'],
  [{ 'ca-file': import.meta.filename }, 'no certificate'],
])('%j', (values, message) => {
  expect(() => read(values)).toThrow(message);
  expect(() => read(values)).not.toThrow('secret');
});

test('refuses positionals', () => {
  expect(() => readOptions({ positionals: ['https://example.com'], flags: DEFAULT_FLAGS })).toThrow(
    'takes flags only',
  );
});
