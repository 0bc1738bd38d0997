// A merge stopped at a conflict in `a.txt`.
import { expect } from 'vitest';
import { repository, type Temporary } from '../setup.ts';

/** Three versions of `a.txt`: the base, and each side. */
export const stopped = (
  base: string,
  [ours, theirs]: readonly [string, string],
  files: { readonly [path: string]: string } = {},
): Temporary => {
  const dir = repository({ 'a.txt': base, ...files });
  dir.git('checkout', '--quiet', '-b', 'topic');
  dir.write({ 'a.txt': theirs });
  dir.commit('theirs');
  dir.git('checkout', '--quiet', 'main');
  dir.write({ 'a.txt': ours });
  dir.commit('ours');
  expect(() => dir.git('merge', '--quiet', '--no-edit', 'topic')).toThrow('Command failed');
  return dir;
};
