// The files that the rows of the filesystem server work on.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LINE = 'const value = compute(input, options); // some words of a comment\n';
const FILES = 20_000;
const FILES_PER_DIRECTORY = 40;
const DIRECTORIES_PER_PROJECT = 25;

/** Creates 20,000 files of 1 kB in 500 directories; every hundredth contains the search term. */
function makeTree(root: string): void {
  for (let count = 0; count < FILES; count++) {
    const [number, file] = [Math.floor(count / FILES_PER_DIRECTORY), count % FILES_PER_DIRECTORY];
    const project = Math.floor(number / DIRECTORIES_PER_PROJECT);
    const directory = join(root, `project-${project}`, `module-${number % DIRECTORIES_PER_PROJECT}`);
    if (file === 0) mkdirSync(directory, { recursive: true });
    const content = `// file ${count}\n${LINE.repeat(15)}${count % 100 === 0 ? 'needle\n' : ''}`;
    writeFileSync(join(directory, `file-${file}.${file % 4 === 0 ? 'md' : 'ts'}`), content);
  }
}

/** Returns the text with two unique lines in the middle. */
function editable(bytes: number): string {
  const half = LINE.repeat(Math.ceil(bytes / 2 / LINE.length));
  return `${half}  the line to edit\n  and the next one\n${half}`;
}

/** Creates `small.txt` of 1 kB, `large.txt` of 5 MB, and the folder `tree`. */
export function makeFiles(root: string): void {
  writeFileSync(join(root, 'small.txt'), LINE.repeat(16).slice(0, 1000));
  writeFileSync(join(root, 'large.txt'), editable(5_000_000));
  makeTree(join(root, 'tree'));
}
