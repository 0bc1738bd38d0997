// Files that programs write: nobody reads their changes line by line, so diffs leave them out, and say so.
import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toRevision } from '../repository/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { splitRecords } from './records.ts';

/** Which versions of dependencies were chosen, as package managers write it down. */
const LOCK_FILES = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'],
  ...['deno.lock', 'Cargo.lock', 'Gemfile.lock', 'composer.lock', 'poetry.lock', 'Pipfile.lock', 'uv.lock'],
  ...['pdm.lock', 'go.sum', 'flake.lock', 'mix.lock', 'pubspec.lock', 'Podfile.lock', 'Package.resolved'],
  ...['packages.lock.json', 'gradle.lockfile', '.terraform.lock.hcl'],
]);

const ATTRIBUTE = 'linguist-generated';
const MAX_ATTRIBUTE_BYTES = 1_000_000;
const MAX_FOLDERS = 1000;

/** Whether some of these files may be generated. No process is started for it. */
export const mayBeGenerated = (repository: Repository, paths: readonly string[]): boolean =>
  paths.some((path) => LOCK_FILES.has(basename(path))) || hasAttribute(repository, paths);

/** Those of these files that are generated: by the attribute `linguist-generated`, else by their name. */
export const generatedAmong = async (
  repository: Repository,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const values = hasAttribute(repository, paths)
    ? await readAttribute(repository, paths, signal)
    : new Map<string, string>();
  return new Set(
    paths.filter((path) => {
      const value = values.get(path) ?? 'unspecified';
      return value === 'unspecified' ? LOCK_FILES.has(basename(path)) : /^(?:set|true)$/.test(value);
    }),
  );
};

// To ask git about attributes is a process more, and starts the diff anew. So it is asked only where a pattern that
// mentions the attribute may be about one of the paths, as far as its end tells.
const hasAttribute = (repository: Repository, paths: readonly string[]): boolean => {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  const files = [...folders]
    .slice(0, MAX_FOLDERS)
    .map((folder) => join(repository.directory, folder, '.gitattributes'));
  const ends = [join(repository.commonDir, 'info/attributes'), ...files].flatMap(endsOfPatterns);
  // Git may compare without case.
  return ends.length > 0 && paths.some((path) => ends.some((end) => path.toLowerCase().endsWith(end)));
};

// Git follows no links here either.
const endsOfPatterns = (file: string): string[] => {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats?.isFile() !== true || stats.size > MAX_ATTRIBUTE_BYTES) return [];
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes(ATTRIBUTE))
      .map(endOfPattern);
  } catch {
    return [];
  }
};

/** What all paths that a line is about end with, in small letters; nothing for names in quotes and macros. */
const endOfPattern = (line: string): string => {
  const [pattern = ''] = line.trim().split(/[ \t\r]/, 1);
  if (/^(?:"|\[attr\])/.test(pattern)) return '';
  return (/[^*?[\]\\]*$/.exec(pattern)?.[0] ?? '').replace(/^\//, '').toLowerCase();
};

const readAttribute = async (
  repository: Repository,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> => {
  const operands = [toRevision(ATTRIBUTE, 'attribute')];
  const command = { name: 'check-attr', options: ['--stdin', '-z'], operands } as const;
  const { text } = await repository.read({
    command,
    signal,
    input: paths.map((path) => `${path}\0`).join(''),
  });
  const records = splitRecords(text);
  const values = new Map<string, string>();
  for (let index = 0; index + 2 < records.length; index += 3)
    values.set(records[index] ?? '', records[index + 2] ?? '');
  return values;
};
