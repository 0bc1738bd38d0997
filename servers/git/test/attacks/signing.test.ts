// Signing: the operator decides who signs, and with which key.
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { call, open, repository, temporary, type Temporary } from '../setup.ts';

afterEach(() => vi.unstubAllEnvs());

/** Creates a home with a fake gpg that records its arguments, and signs. */
const homeWith = (config: string): Temporary => {
  const home = temporary();
  home.write({
    gpg: `#!/bin/sh\necho "$@" >> ${home.at('asked')}\ncat > /dev/null\necho '[GNUPG:] SIG_CREATED ' >&2\necho signature\n`,
    '.gitconfig': `[user]\n\tname = Ada\n\temail = ada@example.org\n[gpg]\n\tprogram = ${home.at('gpg')}\n${config}`,
  });
  chmodSync(home.at('gpg'), 0o755);
  vi.stubEnv('HOME', home.path);
  return home;
};

const hostile = (): Temporary => {
  const dir = repository();
  for (const [key, value] of [
    ['commit.gpgSign', 'true'],
    ['tag.gpgSign', 'true'],
    ['tag.forceSignAnnotated', 'true'],
    ['user.signingKey', 'CHOSEN-BY-REPOSITORY'],
    ['gpg.format', 'openpgp'],
  ] as const)
    dir.git('config', key, value);
  return dir;
};

const work = async (dir: Temporary): Promise<void> => {
  await using client = await open(dir.path, { protectedBranches: ['none'] });
  for (const [tool, args] of [
    ['git_commit', { message: 'second', allow_empty: true }],
    ['git_commit', { message: 'third', amend: true }],
    ['git_tag', { action: 'create', tag_name: 'v1', message: 'one' }],
    ['git_revert', { revision: 'HEAD' }],
  ] as const)
    await call(client, tool, args);
};

test('a repository cannot make the operator sign', async () => {
  using home = homeWith('');
  using dir = hostile();
  // The control: plain git follows the repository.
  dir.git('-c', `gpg.program=${home.at('gpg')}`, 'commit', '--quiet', '--allow-empty', '--message', 'plain');
  expect(readFileSync(home.at('asked'), 'utf8')).toContain('CHOSEN-BY-REPOSITORY');
  rmSync(home.at('asked'));
  await work(dir);
  expect(existsSync(home.at('asked'))).toBe(false);
  expect(dir.git('log', '-1', '--format=%s', 'v1').trim()).toBe('third');
});

test('the key is the one of the operator who signs', async () => {
  using home = homeWith('[commit]\n\tgpgSign = true\n[user]\n\tsigningKey = OWN-KEY\n');
  using dir = hostile();
  await work(dir);
  const asked = readFileSync(home.at('asked'), 'utf8');
  expect(asked).toContain('OWN-KEY');
  expect(asked).not.toContain('CHOSEN');
});
