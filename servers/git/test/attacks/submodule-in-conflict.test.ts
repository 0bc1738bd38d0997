// A submodule below the path of a file in conflict: asked for the file's diff, git would also inspect the submodule,
// and start git there with the submodule's own configuration.
import { chmodSync, existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { call, git, repository, serve } from '../setup.ts';

/**
 * Makes `x` a file in conflict and `x/sub` a submodule whose configuration names a program. Returns the path of the
 * program's mark.
 */
const prepare = (dir: ReturnType<typeof repository>): string => {
  const mark = dir.at('.git/mark');
  dir.write({ 'x/sub/a.txt': 'one\n', program: `#!/bin/sh\n: > ${mark}\ncat\n` });
  chmodSync(dir.at('program'), 0o755);
  const sub = dir.at('x/sub');
  git(sub, 'init', '--quiet');
  git(sub, 'add', '.');
  git(sub, 'commit', '--quiet', '--message', 'first');
  git(sub, 'config', 'filter.f.clean', dir.at('program'));
  dir.write({ 'x/sub/.gitattributes': '* filter=f\n', 'x/sub/a.txt': 'two\n' });
  dir.write({ '.gitmodules': '[submodule "s"]\n\tpath = x/sub\n\turl = ./s\n\tignore = none\n' });
  dir.git('add', '.gitmodules');
  const link = git(sub, 'rev-parse', 'HEAD').trim();
  const blob = dir.git('rev-parse', 'HEAD:a.txt').trim();
  const entries = [...[1, 2, 3].map((stage) => `100644 ${blob} ${stage}\tx`), `160000 ${link} 0\tx/sub`].join(
    '\n',
  );
  spawnSync('git', ['update-index', '--index-info'], { cwd: dir.path, input: `${entries}\n` });
  return mark;
};

test('plain git runs the program of a submodule below a path in conflict, no reading tool does', async () => {
  using dir = repository();
  const mark = prepare(dir);
  await using client = await connect(serve([dir.path]));
  for (const [tool, args] of [
    ['git_conflicts', {}],
    ['git_conflicts', { path: 'x' }],
    ['git_status', {}],
    ['git_diff_unstaged', {}],
    ['git_diff', { paths: ['x'] }],
  ] as const) {
    await call(client, tool, args);
    expect([tool, existsSync(mark)]).toEqual([tool, false]);
  }
  dir.git('diff', '--ours', '--', 'x');
  expect(existsSync(mark)).toBe(true);
});
