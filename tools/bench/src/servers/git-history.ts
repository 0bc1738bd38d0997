// A large repository with an invented history, the same in every run, which `git fast-import` creates in seconds.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs git to prepare the benchmark. @throws {Error} if it fails. */
export function git(directory: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim();
}

const directories = 200;
const filesPerDirectory = 20;
const filesPerCommit = 2;
const linesPerFile = 40;
/** A long file that changes in every 20th commit. */
const hotFile = 'src/hot.ts';
const hotLines = 1500;
const start = 1_600_000_000;

const pathOf = (file: number): string =>
  `src/part-${file % directories}/module-${Math.floor(file / directories)}.ts`;

const line = (n: number, version: number): string =>
  `export const value${n} = compute(${(n * 7919 + version * 104_729) % 1_000_003}, options);`;

/** Returns the content of a file; versions differ in a few lines. */
function contentOf(file: number, version: number): string {
  return Array.from({ length: linesPerFile }, (_, n) =>
    line(n, n % 8 === version % 8 ? version + file : file),
  ).join('\n');
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
const modify = (path: string, content: string): string => `M 100644 inline ${path}\n${data(content)}`;

function commit(n: number, changes: string): string {
  const who = `Author ${n % 37} <author-${n % 37}@example.com> ${start + n * 1800} +0000`;
  const message = `area ${n % 50}: change number ${n}\n\nWhy it was made, in a sentence or two of some length.\n`;
  return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\n${data(message)}${changes}\n`;
}

function* history(count: number): Generator<string> {
  const hot = Array.from({ length: hotLines }, (_, n) => line(n, 0));
  const files = directories * filesPerDirectory;
  const first = Array.from({ length: files }, (_, file) => modify(pathOf(file), contentOf(file, 0)));
  yield commit(0, `${first.join('')}${modify(hotFile, hot.join('\n'))}`);
  for (let n = 1; n < count; n++) {
    let changes = '';
    for (let i = 0; i < filesPerCommit; i++) {
      const file = (n * 7919 + i * 1543) % files;
      changes += modify(pathOf(file), contentOf(file, n));
    }
    if (n % 20 === 0) {
      hot[(n * 31) % hotLines] = line(n, n);
      changes += modify(hotFile, hot.join('\n'));
    }
    yield commit(n, changes);
  }
}

/** Creates the repository in a new directory below `root`, with this many commits on 4,001 files. */
export async function generateHistory(root: string, count: number): Promise<string> {
  const directory = join(root, 'history');
  const stream = join(root, 'history.fast-import');
  await writeFile(stream, history(count));
  git('.', 'init', '--quiet', '--initial-branch=main', directory);
  execFileSync('sh', ['-c', `git fast-import --quiet < '${stream}'`], { cwd: directory });
  return directory;
}
