// Addresses with spaces: valid in paths of directories, never on the network.
import { expect, test } from 'vitest';
import { call, open, temporary } from '../setup.ts';

test('a repository in a directory with spaces is cloned by its path', async () => {
  using nest = temporary();
  nest.repository('Ann Lee');
  await using client = await open(nest.path);
  const url = nest.at('Ann Lee');
  const { isError, content } = await call(client, 'git_clone', { url, path: nest.at('copy') });
  expect([isError, content[0]?.text]).toEqual([undefined, expect.stringMatching(/^Cloned /)]);
  expect(nest.git('-C', 'copy', 'log', '--format=%s').trim()).toBe('first');
});

test.each(['https://example.org/a b', 'git@example.org:a b', 'ssh://example.org/a b'])(
  '%s is refused',
  async (url) => {
    using nest = temporary();
    await using client = await open(nest.path);
    const { isError, content } = await call(client, 'git_clone', { url, path: nest.at('copy') });
    expect([isError, content[0]?.text]).toEqual([
      true,
      expect.stringContaining('is not one that this server connects to'),
    ]);
  },
);
