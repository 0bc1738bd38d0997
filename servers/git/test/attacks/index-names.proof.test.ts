// Indexes with names that git never writes, against every tool: outside, in .git in any spelling, with commits of other
// repositories.
import { expect, test } from 'vitest';
import { call, open, temporary, textsOf, type Temporary } from '../setup.ts';
import { callAll, READS, WRITES } from './all-tools.ts';
import { oddIndex } from './odd-index.ts';

const NAMES = (nest: Temporary): string[] => [
  ...['../secret.txt', '../new.txt', '../existing.txt', 'sub/../../secret.txt', './../secret.txt'],
  ...[nest.at('secret.txt'), nest.at('new.txt'), '/etc/hostname', 'x//y', './x', 'x/.', '..', '.'],
  ...['.git/hooks/evil', '.GIT/hooks/evil', 'sub/.git/config', '.git', 'git~1/hooks/evil', '.git /x'],
  ...['.git./x', '.git::$INDEX_ALLOCATION/x', '.g\u200cit/hooks/evil', '.git\\hooks\\evil'],
  ...['sub\\.git\\config', '.git:x'],
];

test.each([
  ['blob', 0o100644],
  ['gitlink', 0o160000],
])('no tool uses an index with an invalid name: %s', async (_kind, mode) => {
  using nest = temporary();
  const { dir, set, contents } = oddIndex(nest);
  const before = contents();
  await using client = await open(dir.path, { timeout: 20 });
  const answers: string[] = [];
  for (const name of NAMES(nest)) {
    set(name, mode);
    const status = await call(client, 'git_status');
    expect({ name, isError: status.isError, text: textsOf(status)[0] }).toEqual({
      name,
      isError: true,
      text: expect.stringMatching(/^The index of the repository has the name "|malformed|bad index/),
    });
    answers.push(...textsOf(await call(client, 'git_restore', { files: ['.'] })));
  }
  set('../secret.txt', mode);
  const all = await callAll(client, [...READS, ...WRITES]);
  for (const name of ['..', '../secret.txt'])
    answers.push(...textsOf(await call(client, 'git_diff', { target: 'HEAD', paths: [name] })));
  expect([...all.values()].flatMap(textsOf).concat(answers).join('\n')).not.toContain('s3cret');
  expect(contents()).toBe(before);
});
