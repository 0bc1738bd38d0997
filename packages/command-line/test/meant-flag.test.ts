// Suggestions for flags that do not exist.
import { expect, test } from 'vitest';
import { COMMON_FLAGS } from '../src/common-flags.ts';
import { meantFlag } from '../src/meant-flag.ts';

const own = ['allow-domain', 'deny-domain', 'header-file', 'allow-remote', 'remote-host', 'allow-git-writes'];
const names = [...Object.keys(COMMON_FLAGS), ...own].toReversed();

test.each([
  ['read-onyl', 'read-only'],
  ['ro', 'read-only'],
  ['sse', 'transport'],
  ['headers', 'header-file'],
  ['domain', 'allow-domain'],
  ['allow-domains', 'allow-domain'],
  ['push', 'allow-remote'],
  ['remote', 'allow-remote'],
  ['bind', 'host'],
  ['address', 'host'],
  ['enable-tools', 'tools'],
  ['disable-tools', 'exclude-tools'],
  ['max-length', 'max-output-bytes'],
  ['uninstal', 'uninstall'],
  ['log', 'log-level'],
  ['write', undefined],
  ['allow-write', undefined],
  ['allow-all', undefined],
])('--%s means --%s', (given, meant) => {
  expect(meantFlag(given, names)).toBe(meant);
});
