// Files that the configuration of a repository includes.
import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, repository, temporary, textsOf } from '../setup.ts';

test.each(['folder/evil', 'evil'])('a file outside is not included through a link: %s', async (path) => {
  using nest = temporary();
  nest.write({ evil: '[user]\n\tname = From Outside\n' });
  using dir = repository();
  symlinkSync(nest.path, dir.at('folder'));
  symlinkSync(nest.at('evil'), dir.at('evil'));
  dir.git('config', 'include.path', dir.at(path));
  expect(dir.git('config', 'user.name')).toBe('From Outside\n');
  for (const [tool, args] of [
    ['git_status', {}],
    ['git_commit', { message: 'x', allow_empty: true }],
  ] as const)
    expect(textsOf(await ask(dir, tool, args))[0]).toMatch(
      /includes a file that is outside of the allowed directories/,
    );
  expect(dir.git('log', '--format=%an')).not.toContain('Outside');
});
