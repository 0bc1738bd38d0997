// Git LFS as a filter of the operator: it reads the repository's configuration, which may name programs and addresses.
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { call, open, repository, temporary, type Temporary } from '../setup.ts';

afterEach(() => vi.unstubAllEnvs());

/** Sets up an operator whose filter records how it is run. */
const operator = (): Temporary => {
  const nest = temporary();
  nest.write({
    'lfs.sh': `#!/bin/sh\necho "$1 $GIT_LFS_SKIP_SMUDGE" >> '${nest.at('ran')}'\ncat\n`,
    '.gitconfig':
      `[user]\n\tname = Test\n\temail = test@example.org\n[filter "lfs"]\n\trequired = true\n` +
      `\tclean = ${nest.at('lfs.sh')} clean\n\tsmudge = ${nest.at('lfs.sh')} smudge\n`,
  });
  chmodSync(nest.at('lfs.sh'), 0o755);
  return nest;
};

const checkOut = async (nest: Temporary, key: string, trust: boolean): Promise<string> => {
  using dir = repository({ 'a.bin': 'one\n', '.gitattributes': '*.bin filter=lfs\n' });
  if (key !== '') dir.git('config', key, nest.at('evil'));
  dir.write({ 'a.bin': 'two\n' });
  vi.stubEnv('HOME', nest.path);
  await using client = await open(dir.path, { trust });
  const added = await call(client, 'git_add', { files: ['a.bin'] });
  const restored = await call(client, 'git_restore', { files: ['a.bin'], source: 'HEAD' });
  expect([added.isError, restored.isError]).toEqual([undefined, undefined]);
  // Not read by any call in any mode.
  const { structuredContent } = await call(client, 'git_status');
  expect(structuredContent?.['unused_settings']).toEqual(key === '' ? undefined : [key]);
  return existsSync(nest.at('ran')) ? readFileSync(nest.at('ran'), 'utf8') : '';
};

test.each([
  'lfs.customtransfer.evil.path',
  'lfs.standalonetransferagent',
  'lfs.https://example.org/x.standalonetransferagent',
  'lfs.extension.evil.clean',
  'lfs.storage',
])('it does not run if the repository has %s', async (key) => {
  using nest = operator();
  expect(await checkOut(nest, key, false)).toBe('');
});

test('otherwise it runs, and downloads nothing', async () => {
  using nest = operator();
  const ran = await checkOut(nest, '', false);
  expect(new Set(ran.split('\n').slice(0, -1))).toEqual(new Set(['clean 1', 'smudge 1']));
});

test('it downloads if the operator trusts the repository', async () => {
  using nest = operator();
  const ran = await checkOut(nest, 'lfs.storage', true);
  expect(new Set(ran.split('\n').slice(0, -1))).toEqual(new Set(['clean ', 'smudge ']));
});
