// A git directory prepared for the end of a transfer: files and refs in the path of the new data.
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, git, open, textOf } from '../setup.ts';
import { RemoteSandbox } from '../remote/sandbox.ts';

let box: RemoteSandbox;
beforeAll(async () => {
  box = await RemoteSandbox.start();
  for (const _ of [1, 2]) box.elsewhere('main');
});
afterAll(() => box[Symbol.asyncDispose]());

test('a lock that is a link is not written to', async () => {
  git(box.nest.path, 'clone', '--quiet', '--depth=1', `file://${box.nest.at('shared.git')}`, 'cut');
  git(box.nest.at('cut'), 'remote', 'set-url', 'origin', box.http.url('shared.git'));
  box.nest.write({ precious: 'precious' });
  symlinkSync(box.nest.at('precious'), box.nest.at('cut/.git/shallow.lock'));
  await using client = await open(box.nest.at('cut'));
  for (const depth of [2, 100])
    expect(await textOf(call(client, 'git_fetch', { depth }))).toMatch(
      /shallow\.lock" is a link to ".*\/precious"\. Git would read and write/,
    );
  expect(readFileSync(box.nest.at('precious'), 'utf8')).toBe('precious');
});

test('links replacing object folders receive nothing', async () => {
  git(box.nest.path, 'clone', '--quiet', 'shared.git', 'linked');
  git(box.nest.at('linked'), 'remote', 'set-url', 'origin', box.http.url('shared.git'));
  box.elsewhere('more');
  box.nest.write({ 'outside/x': '' });
  git(box.nest.at('linked'), 'repack', '-a', '-d', '-q');
  for (let byte = 0; byte < 256; byte += 1) {
    const folder = byte.toString(16).padStart(2, '0');
    symlinkSync(box.nest.at('outside'), box.nest.at('linked/.git/objects', folder));
  }
  await using client = await open(box.nest.at('linked'));
  await call(client, 'git_fetch');
  expect(
    git(box.nest.at('outside'), '-C', box.nest.at('linked'), 'rev-parse', 'origin/main').trim(),
  ).not.toBe('');
  expect(readdirSync(box.nest.at('outside'))).toEqual(['x']);
});

test('symbolic refs are not followed', async () => {
  box.here('symbolic-ref', 'refs/remotes/origin/aside', 'refs/heads/victim');
  const hash = box.elsewhere('aside');
  await box.ask('git_fetch');
  expect(box.here('branch', '--list', 'victim')).toBe('');
  expect(box.here('rev-parse', 'origin/aside')).toBe(hash);
});

test('a tag that points to a missing branch does not create that branch', async () => {
  box.here('symbolic-ref', 'refs/tags/v5', 'refs/heads/victim');
  git(box.nest.at('seed'), 'tag', 'v5');
  git(box.nest.at('seed'), 'push', '--quiet', 'origin', 'v5');
  await box.ask('git_fetch', { tags: true });
  expect(box.here('branch', '--list', 'victim')).toBe('');
  expect(box.here('rev-parse', 'v5')).toBe(git(box.nest.at('seed'), 'rev-parse', 'v5').trim());
});
