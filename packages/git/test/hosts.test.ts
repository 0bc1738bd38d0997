// Hosts that a transfer may reach: those the operator names, otherwise every public one.
import { describe, expect, test } from 'vitest';
import { checkTarget, readHostRule, resolveTarget, type HostRule } from '../src/remote/hosts.ts';

const rules = (...given: string[]): HostRule[] => given.flatMap((text) => readHostRule(text) ?? []);

describe('a rule', () => {
  test.each([
    ['github.com', { host: 'github.com' }],
    ['GitHub.com.', { host: 'github.com' }],
    ['*.example.org', { host: '*.example.org' }],
    ['*', { host: '*' }],
    ['git.example.org:8443', { host: 'git.example.org', port: 8443 }],
    ['10.1.2.3', { host: '10.1.2.3' }],
    ['::1', { host: '::1' }],
    ['[::1]:8443', { host: '::1', port: 8443 }],
    ['b\u00fccher.example', { host: 'xn--bcher-kva.example' }],
  ])('is parsed from %s', (given, rule) => {
    expect(readHostRule(given)).toEqual(rule);
  });

  test.each([
    '',
    'https://github.com',
    'github.com/x',
    'a b',
    '*.*',
    '*.10.1.2.3',
    'a:b',
    'a:99999',
    '-x',
    'a@b',
    '10.0.0.0/8',
  ])('is not parsed from %s', (given) => expect(readHostRule(given)).toBeUndefined());
});

describe('without rules', () => {
  test.each([
    ...['127.0.0.1', 'localhost', 'LOCALHOST.', 'x.localhost', '::1', '0.0.0.0', '10.0.0.1', '192.168.1.1'],
    ...[
      '169.254.169.254',
      '::ffff:127.0.0.1',
      'fd00::1',
      '64:ff9b::7f00:1',
      '2130706433',
      '0x7f.1',
      '017700000001',
    ],
  ])('%s is refused before any lookup', (host) => {
    expect(() => checkTarget([], { host, port: 443 })).toThrow(
      /is not a host|address, which transfers do not reach/,
    );
  });

  test.each(['a b', '%31%32%37.0.0.1', 'a\\b', '', '-oProxyCommand=x'])('%s is not a host', (host) => {
    expect(() => checkTarget([], { host, port: 443 })).toThrow('is not a host');
  });

  test('a public address is reached, but only at a git port or above 1023', () => {
    expect(() => checkTarget([], { host: '1.1.1.1', port: 443 })).not.toThrow();
    expect(() => checkTarget([], { host: '1.1.1.1', port: 8443 })).not.toThrow();
    expect(() => checkTarget([], { host: '1.1.1.1', port: 25 })).toThrow('Port 25 is not one of git');
  });

  test('a name that resolves to a private address is refused', async () => {
    await expect(resolveTarget([], { host: 'ip6-localhost', port: 443 })).rejects.toThrow(
      /leads to a loopback address|cannot be resolved/,
    );
  });
});

describe('with rules', () => {
  test.each([
    ['github.com', 443],
    ['git.example.org', 443],
    ['a.b.example.org', 22],
    ['own.test', 8443],
    ['10.1.2.3', 443],
  ])('%s at port %s is reached', (host, port) => {
    const given = rules('github.com', '*.example.org', 'own.test:8443', '10.1.2.3');
    expect(() => checkTarget(given, { host, port })).not.toThrow();
  });

  test.each([
    ['gitlab.com', 443],
    ['github.com.evil.test', 443],
    ['evilgithub.com', 443],
    ['example.org', 443],
    ['own.test', 443],
    ['10.1.2.4', 443],
    ['1.1.1.1', 443],
  ])('%s at port %s is not reached', (host, port) => {
    const given = rules('github.com', '*.example.org', 'own.test:8443', '10.1.2.3');
    expect(() => checkTarget(given, { host, port })).toThrow(/The operator does not allow transfers with .*/);
  });

  test('a star allows public hosts, in addition to named private ones', () => {
    expect(() => checkTarget(rules('*', '10.1.2.3'), { host: '1.1.1.1', port: 443 })).not.toThrow();
    expect(() => checkTarget(rules('*', '10.1.2.3'), { host: '10.1.2.3', port: 443 })).not.toThrow();
    expect(() => checkTarget(rules('*', '10.1.2.3'), { host: '10.1.2.4', port: 443 })).toThrow(
      'private address',
    );
  });
});
