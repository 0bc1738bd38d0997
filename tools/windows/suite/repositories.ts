// Repositories with Git for Windows: CRLF in files, a git.exe that is not git, long paths, the form of paths.
import assert from 'node:assert/strict';
import { existsSync, utimesSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { JsonObject } from '@mcp/runtime';
import { callTool } from './answer.ts';
import { isWine, place, scoped, start, type Place } from './machine.ts';

const REVISION = '2025-11-25';

/** Creates a repository with one commit and the default settings of the installer of Git for Windows. */
const repository = (files: Readonly<Record<string, string>>): Place => {
  const here = place();
  here.git('config', '--global', 'user.name', 'Ada');
  here.git('config', '--global', 'user.email', 'ada@example.org');
  here.git('config', '--global', 'core.autocrlf', 'true');
  here.git('config', '--global', 'core.longpaths', 'true');
  here.git('init', '--quiet', '--initial-branch=main');
  here.write(files);
  here.git('add', '.');
  here.git('commit', '--quiet', '--message', 'first');
  return here;
};

const lineEndings = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(repository({ 'crlf.txt': 'one\r\ntwo\r\n' }));
    // Forces git to compare the content.
    utimesSync(here.at('crlf.txt'), 1, 1);
    const client = keep(await start('git', ['-r', here.path], { revision: REVISION }));
    const clean = await callTool(client, 'git_diff', {});
    assert.ok(!clean.isError && !clean.text.includes('crlf.txt'), clean.text);
    here.write({ 'crlf.txt': 'one\r\nzwei\r\n' });
    const changed = await callTool(client, 'git_diff', {});
    assert.match(changed.text, /^-two/m);
    assert.ok(!/^-one/m.test(changed.text), changed.text);
    assert.equal(
      (await callTool(client, 'git_commit', { message: 'second', files: ['crlf.txt'] })).isError,
      false,
    );
    assert.equal(here.git('show', 'HEAD:crlf.txt'), 'one\nzwei\n');
  });

const otherGit = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(repository({ 'git.exe': 'not a program', 'git.cmd': '@exit 7', 'a.txt': 'a\n' }));
    const env = { PATH: `.;${here.path.slice(0, 2)};${process.env['PATH'] ?? ''}` };
    const client = keep(await start('git', ['-r', '.'], { revision: REVISION, env, cwd: here.path }));
    const { isError, text } = await callTool(client, 'git_log', {});
    assert.ok(!isError && text.includes('first'), text);
  });

const longPaths = (): Promise<void> =>
  scoped(async (keep) => {
    const deep = `${Array.from({ length: 6 }, (_, index) => `${index}-${'x'.repeat(40)}`).join('/')}/file.txt`;
    const here = keep(repository({ [deep]: 'deep\n' }));
    assert.ok(here.at(deep).length > 260);
    here.write({ [deep]: 'deeper\n' });
    const client = keep(await start('git', ['-r', here.path], { revision: REVISION }));
    assert.match((await callTool(client, 'git_diff', {})).text, /\+deeper/);
    const { isError, text } = await callTool(client, 'git_commit', { message: 'second', files: [deep] });
    assert.equal(isError, false, text);
  });

/** Without links in Wine, git reads the original repositories, provided that no key could start a program. */
const transfers = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(place());
    const run = (folder: string, ...args: readonly string[]): string => here.git('-C', folder, ...args);
    here.git('config', '--global', 'user.name', 'Ada');
    here.git('config', '--global', 'user.email', 'ada@example.org');
    here.git('init', '--quiet', '--initial-branch=main', 'far away');
    run('far away', 'commit', '--quiet', '--allow-empty', '--message', 'first');
    here.git('clone', '--quiet', 'far away', 'work');
    const commit = (message: string): string =>
      run('far away', 'commit', '--quiet', '--allow-empty', '--message', message);
    commit('second');
    const args = ['-r', here.path, '--allow-remote'];
    const client = keep(await start('git', args, { revision: REVISION }));
    const ask = (tool: string, more: JsonObject = {}) =>
      callTool(client, tool, { repo_path: here.at('work'), ...more });
    const hidden = here.at('started');
    const program = `touch '${hidden.replaceAll('\\', '/')}'`;
    const fetched = (): string => run('work', 'log', '--format=%s', 'origin/main', '--');
    // Another program, configuration or location, in the repository and in the one that it fetches from.
    for (const [folder, key, value] of [
      ['work', 'remote.origin.uploadpack', program],
      ['work', 'remote.origin.vcs', 'ext'],
      ['work', 'url.ext::sh.insteadOf', here.at('far away')],
      ['work', 'include.path', here.at('other.config')],
      ['work', 'core.gitProxy', program],
      ['far away', 'uploadpack.packObjectsHook', program],
      ['far away', 'core.alternateRefsCommand', program],
      ['far away', 'include.path', here.at('other.config')],
    ] as const) {
      run(folder, 'config', key, value);
      for (const tool of ['git_fetch', 'git_pull']) {
        const { isError, text } = await ask(tool, { remote: 'origin' });
        assert.ok(isError && text.toLowerCase().includes(key.toLowerCase()), `${tool} ${key}: ${text}`);
        assert.match(text, /developer mode/);
      }
      run(folder, 'config', '--unset', key);
      assert.ok(!existsSync(hidden), key);
    }
    assert.equal(fetched(), 'first\n');
    const { isError, text } = await ask('git_fetch', { remote: 'origin' });
    assert.equal(isError, false, text);
    assert.equal(fetched(), 'second\nfirst\n');
    // A second URL of the remote was not checked.
    commit('third');
    run('work', 'config', '--add', 'remote.origin.url', here.at('nowhere'));
    const dry = await ask('git_fetch', { remote: 'origin', dry_run: true });
    assert.ok(!dry.isError && fetched() === 'second\nfirst\n', dry.text);
    const pulled = await ask('git_pull', { remote: 'origin', branch: 'main' });
    assert.equal(pulled.isError, false, pulled.text);
    assert.equal(fetched(), 'third\nsecond\nfirst\n');
  });

/** Registers the tests. */
export const repositories = (): void => {
  describe('repositories', () => {
    test('with CRLF in files show changes only, and keep LF in commits', lineEndings);
    test('that hold a git.exe are read by the one of the PATH', otherGit);
    const skip = !isWine && 'this system may make links, and then other keys have no effect';
    const title = 'are fetched without links when none of their keys could start a program, else refused';
    test(title, { skip }, transfers);
    test('with long paths are read and changed', longPaths);
  });
};
