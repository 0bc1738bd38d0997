// Repositories as Git for Windows has them: CRLF in files, a git.exe that is not git, long paths, the form of paths.
import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { describe, test } from 'node:test';
import { callTool } from './answer.ts';
import { place, scoped, start, type Place } from './machine.ts';

const REVISION = '2025-11-25';

/** A repository with one commit, and the settings that the installer of Git for Windows makes for everybody. */
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
    // So git has to look at the content again.
    utimesSync(here.at('crlf.txt'), 1, 1);
    const client = keep(await start('git', ['-r', here.path], { revision: REVISION }));
    const clean = await callTool(client, 'git_diff_unstaged', {});
    assert.ok(!clean.isError && !clean.text.includes('crlf.txt'), clean.text);
    here.write({ 'crlf.txt': 'one\r\nzwei\r\n' });
    const changed = await callTool(client, 'git_diff_unstaged', {});
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
    assert.match((await callTool(client, 'git_diff_unstaged', {})).text, /\+deeper/);
    const { isError, text } = await callTool(client, 'git_commit', { message: 'second', files: [deep] });
    assert.equal(isError, false, text);
  });

/** The tests. */
export const repositories = (): void => {
  describe('repositories', () => {
    test('with CRLF in files show changes only, and keep LF in commits', lineEndings);
    test('that hold a git.exe are read by the one of the PATH', otherGit);
    test('with long paths are read and changed', longPaths);
  });
};
