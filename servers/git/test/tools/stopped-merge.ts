// A merge stopped at one file, and the calls that show and resolve it.
import { execFileSync } from 'node:child_process';
import type { TestClient } from '@mcp/runtime/testing';
import { expect } from 'vitest';
import { call, copyOf, repository, type Files, type Temporary } from '../setup.ts';

interface Shown {
  readonly kind: string;
  readonly type: string;
  readonly stamp: string;
  readonly regions: readonly { readonly start_line: number; readonly ours: string }[];
}

type Settings = { readonly [key: string]: string };

/** Stops a merge of the branch topic into main. An absent file counts as deleted. */
export const stopMerge = (base: Files, ours: Files, theirs: Files, config: Settings = {}): Temporary => {
  const dir = repository({ ...base, 'always.txt': 'there\n' });
  for (const [key, value] of Object.entries(config)) dir.git('config', key, value);
  const side = (branch: string, files: Files): void => {
    dir.git('checkout', '--quiet', '-B', branch, 'main');
    for (const name of Object.keys(base)) if (!(name in files)) dir.git('rm', '--quiet', name);
    dir.write(files);
    dir.commit(branch);
  };
  side('topic', theirs);
  side('main', ours);
  expect(() => dir.git('merge', '--quiet', 'topic')).toThrow('Command failed');
  return dir;
};

/** A stopped merge, created once for these files. */
export const stopped = (...versions: Parameters<typeof stopMerge>): Temporary =>
  copyOf(`stopped merge ${JSON.stringify(versions)}`, () => stopMerge(...versions));

/** A merge stopped at `a.txt`. A side without it has deleted it. */
export const stoppedAt = (
  base: Content,
  [ours, theirs]: readonly [Content, Content],
  config: Settings = {},
): Temporary => {
  const toFiles = (content: Content): Files => (content === undefined ? {} : { 'a.txt': content });
  return stopped(toFiles(base), toFiles(ours), toFiles(theirs), config);
};

type Content = string | Uint8Array | undefined;

export const show = async (client: TestClient): Promise<Shown> => {
  const { structuredContent: data } = await call(client, 'git_conflicts', { path: 'a.txt' });
  return (data as unknown as { readonly conflicts: readonly [Shown] }).conflicts[0];
};

export const resolve = (client: TestClient, args: object) =>
  call(client, 'git_conflicts', { path: 'a.txt', ...args });

/** Returns git's own merge of the three versions. */
export const mergeFile = (dir: Temporary, ...options: string[]): string => {
  dir.write({
    ours: dir.git('show', ':2:a.txt'),
    base: dir.git('show', ':1:a.txt'),
    theirs: dir.git('show', ':3:a.txt'),
  });
  return execFileSync('git', ['merge-file', '-p', '-q', ...options, 'ours', 'base', 'theirs'], {
    cwd: dir.path,
    encoding: 'utf8',
  });
};

export const LINES = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
export const toText = (lines: readonly string[], end = '\n'): string =>
  lines.map((line) => `${line}${end}`).join('');
