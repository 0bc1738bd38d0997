// The sandbox. The first layer, the trust policy, is off here: git gets the configuration of a hostile repository.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { runGit } from '../src/process/client.ts';
import { toEnvironment, type Access } from '../src/process/environment.ts';
import { withOwn } from '../src/process/invocation.ts';
import { PrivateFolder } from '../src/process/private-folder.ts';
import { canConfine, enter, findSandbox, toBase, type Confinement } from '../src/process/sandbox.ts';
import { Collected } from '../src/process/work.ts';
import { makeView } from '../src/view/view.ts';
import { repository, temporary, type Temporary } from './setup.ts';

const sandbox = await findSandbox('auto');
const WHY = sandbox === undefined ? ' (skipped: bubblewrap does not work here)' : '';

const confinementFor = (access: Access, ...directories: string[]): Confinement => ({
  sandbox: sandbox ?? { program: '', base: [] },
  access,
  directories,
  files: [],
  scratch: [],
});

/** Runs git without the trust policy. */
const raw = async (
  dir: Temporary,
  args: readonly string[],
  confinement?: Confinement,
): Promise<{ readonly code: number; readonly text: string; readonly errors: string }> => {
  const output = new Collected(1_000_000);
  const env = { ...toEnvironment('write', []), GIT_OPTIONAL_LOCKS: '1', GIT_ALLOW_PROTOCOL: 'git' };
  const { code, errors } = await runGit(
    { args, cwd: dir.path, env, confinement: confinement ?? 'no sandbox' },
    { signal: new AbortController().signal, timeoutMs: 20_000, maxMemory: 2 ** 30, sandbox: 'auto' },
    output.add,
  );
  return { code, errors, text: output.bytes.toString('utf8') };
};

/** Creates a repository whose configuration starts a program that leaves a mark outside. */
const hostile = (nest: Temporary): { readonly dir: Temporary; readonly hasFired: () => boolean } => {
  const dir = repository({ 'a.txt': 'one\n', '.gitattributes': '*.txt filter=e diff=e merge=e\n' });
  const mark = nest.at('mark');
  const program = `touch ${mark}`;
  for (const [key, value] of [
    ['core.fsmonitor', program],
    ['filter.e.clean', `${program}; cat`],
    ['filter.e.smudge', `${program}; cat`],
    ['diff.e.textconv', `${program}; cat`],
    ['core.sshCommand', program],
    ['core.pager', program],
    ['core.hooksPath', dir.at('hooks')],
  ] as const)
    dir.git('config', key, value);
  dir.write({ 'a.txt': 'two\n', 'hooks/pre-commit': `#!/bin/sh\n${program}\n` });
  chmodSync(dir.at('hooks/pre-commit'), 0o755);
  return { dir, hasFired: () => existsSync(mark) };
};

describe.skipIf(sandbox === undefined)(`git in the sandbox${WHY}`, () => {
  test.each([
    ['status', ['status', '--short']],
    ['diff', ['diff']],
    ['add', ['add', 'a.txt']],
    ['commit', ['commit', '--all', '--message', 'x']],
    ['checkout', ['checkout', '--', 'a.txt']],
    ['stash', ['stash']],
  ] as const)('starts no program that the repository names: %s', async (_name, args) => {
    using nest = temporary();
    const { dir, hasFired } = hostile(nest);
    using made = dir;
    const inSandbox = await raw(made, args, confinementFor('write', dir.path));
    expect(hasFired()).toBe(false);
    expect(inSandbox.errors).toMatch(/cannot run .*No such file or directory/);
    // The control: the same without the sandbox.
    await raw(made, args);
    expect(hasFired()).toBe(true);
  });

  test('reads and writes nothing outside, even through a link', async () => {
    using nest = temporary();
    using dir = repository({ 'a.txt': 'one\n' });
    nest.write({ 'secret.txt': 's3cret\n' });
    symlinkSync(nest.path, dir.at('out'));
    const confinement = confinementFor('write', dir.path);
    const read = await raw(dir, ['diff', '--no-index', '/dev/null', nest.at('secret.txt')], confinement);
    expect(`${read.text}${read.errors}`).not.toContain('s3cret');
    const linked = await raw(dir, ['hash-object', 'out/secret.txt'], confinement);
    expect(linked.code).not.toBe(0);
    const written = await raw(dir, ['archive', '--output=out/made.tar', 'HEAD'], confinement);
    expect(written.code).not.toBe(0);
    expect(existsSync(nest.at('made.tar'))).toBe(false);
  });

  test('changes nothing when it reads', async () => {
    using dir = repository({ 'a.txt': 'one\n' });
    const { code, errors } = await raw(
      dir,
      ['commit', '--allow-empty', '--message', 'x'],
      confinementFor('read', dir.path),
    );
    expect(code).not.toBe(0);
    expect(errors).toContain('Read-only file system');
  });

  test('has no network and no user configuration', async () => {
    using dir = repository();
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const args = ['ls-remote', `git://127.0.0.1:${port}/x`];
    const { errors } = await raw(dir, args, confinementFor('write', dir.path));
    expect(errors).toMatch(/Connection refused|Network is unreachable/);
    expect(connections).toBe(0);
    await raw(dir, args);
    expect(connections).toBe(1);
    server.close();
    expect((await raw(dir, ['config', '--list'])).text).toContain('user.name=');
    expect((await raw(dir, ['config', '--list'], confinementFor('read', dir.path))).text).not.toContain(
      'user.name=',
    );
  });

  test.runIf(process.getuid?.() === 0)('starts no program for an ordinary user either', () => {
    using nest = temporary();
    chmodSync(nest.path, 0o777);
    const { dir, hasFired } = hostile(nest);
    using made = dir;
    execFileSync('chown', ['-R', '65534:65534', made.path]);
    const files = sandbox?.files ?? [];
    const { args } = enter(
      { ...confinementFor('write', made.path), sandbox: { program: 'bwrap', base: toBase(files, false) } },
      made.path,
      ['git', 'status', '--short'],
    );
    const user = ['--reuid=65534', '--regid=65534', '--clear-groups'];
    const status = (command: readonly string[]): string =>
      spawnSync('setpriv', [...user, ...command], { cwd: made.path, encoding: 'utf8' }).stderr;
    expect(status(['bwrap', ...args])).toMatch(/cannot run .*No such file or directory/);
    expect(hasFired()).toBe(false);
    expect(status(['git', 'status', '--short'])).not.toContain('cannot run');
    expect(hasFired()).toBe(true);
  });

  test('contains nothing that the server created for other commands', async () => {
    using dir = repository();
    using folder = new PrivateFolder();
    const view = makeView(folder.add(), dir.at('.git'), { config: '', unused: [] });
    const other = folder.add();
    const neighbour = join(other, 'neighbour');
    writeFileSync(neighbour, 's3cret\n');
    const confinement = withOwn(confinementFor('write', dir.path), view, undefined);
    const whole = { ...confinement, scratch: [other] };
    const show = ['diff', '--no-index', '--', '/dev/null', neighbour];
    expect(await raw(dir, show, confinement)).toMatchObject({
      text: '',
      errors: expect.stringContaining('Could not access'),
    });
    // The control: a sandbox that contains all of it.
    expect((await raw(dir, show, whole)).text).toContain('s3cret');
  });
});

test('a directory that contains the whole system is refused as a sandbox', () => {
  expect([canConfine(['/srv/projects']), canConfine(['/']), canConfine(['/srv', '/proc'])]).toEqual([
    true,
    false,
    false,
  ]);
});

test('the mode off has no sandbox', async () => {
  expect(await findSandbox('off')).toBeUndefined();
});
