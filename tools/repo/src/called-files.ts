// Sources that a call runs through: according to V8's coverage, and according to the README of the package.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The flag of Node.js without which V8 forgets idle functions and their call counts. */
export const KEEP_COUNTS = '--no-flush-bytecode';

/** The number of function calls in each source, by its path below `src`. */
export type CallCounts = ReadonlyMap<string, number>;

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/**
 * Returns the call counts of processes that had `directory` as `NODE_V8_COVERAGE`: all, or the one with the pid. They
 * must have run without the compile cache, because cached functions seem to have run.
 */
export const countCalls = (directory: string, src: string, pid?: number): CallCounts => {
  const counts = new Map<string, number>();
  const start = pid === undefined ? 'coverage-' : `coverage-${pid}-`;
  for (const name of readdirSync(directory).filter((each) => each.startsWith(start))) {
    const { result } = JSON.parse(readFileSync(join(directory, name), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith('file:') || !fileURLToPath(url).startsWith(src)) continue;
      const file = relative(src, fileURLToPath(url));
      // The module itself is the function that begins at 0; it runs when it is imported.
      const ranges = functions
        .flatMap((each) => each.ranges[0] ?? [])
        .filter(({ startOffset }) => startOffset > 0);
      counts.set(file, (counts.get(file) ?? 0) + ranges.reduce((sum, { count }) => sum + count, 0));
    }
  }
  return counts;
};

/** Returns the sources with more calls after than before. */
export const calledBetween = (before: CallCounts, after: CallCounts): string[] =>
  [...after].flatMap(([file, count]) => (count > (before.get(file) ?? 0) ? [file] : []));

/** Returns the sources below `src` that a page of the package in `root` lists under a heading, in page order. */
export const listedFiles = (root: string, heading: string, src = 'src', page = 'README.md'): string[] => {
  const [, part = ''] = readFileSync(join(root, page), 'utf8').split(`## ${heading}`);
  return [...part.matchAll(/^\| `([\w./-]+\.ts)`/gm)].flatMap(([, file = '']) =>
    file.startsWith(`${src}/`) ? [file.slice(src.length + 1)] : [],
  );
};
