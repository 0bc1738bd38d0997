// The files that the filesystem rows work on: made for one run, gone after it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface World extends Disposable {
  readonly root: string;
  readonly at: (name: string) => string;
}

const LINE = 'const value = compute(input, options); // some words of a comment\n';
const PROJECTS = 20;
const MODULES = 25;
const FILES = 40;

/** 20,000 files of 1 kB in 500 directories, every hundredth with the word that is searched for. */
function makeTree(root: string): void {
  let count = 0;
  for (let project = 0; project < PROJECTS; project++) {
    for (let module = 0; module < MODULES; module++) {
      const directory = join(root, `project-${project}`, `module-${module}`);
      mkdirSync(directory, { recursive: true });
      for (let file = 0; file < FILES; file++) {
        const content = `// file ${count}\n${LINE.repeat(15)}${count++ % 100 === 0 ? 'needle\n' : ''}`;
        writeFileSync(join(directory, `file-${file}.${file % 4 === 0 ? 'md' : 'ts'}`), content);
      }
    }
  }
}

function text(bytes: number): string {
  return LINE.repeat(Math.ceil(bytes / LINE.length)).slice(0, bytes);
}

/** The text with one line in its middle that is there once. */
function editable(bytes: number): string {
  const half = LINE.repeat(Math.ceil(bytes / 2 / LINE.length));
  return `${half}  the line to edit\n  and the next one\n${half}`;
}

export function makeWorld(): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-bench-')));
  const at = (name: string): string => join(root, name);
  writeFileSync(at('1kB.txt'), text(1000));
  writeFileSync(at('1MB.txt'), text(1_000_000));
  writeFileSync(at('50MB.txt'), text(50_000_000));
  writeFileSync(at('exact.txt'), editable(5_000_000));
  writeFileSync(at('space.txt'), editable(5_000_000));
  mkdirSync(at('wide'));
  for (let i = 0; i < 10_000; i++) writeFileSync(at(`wide/entry-${i}.txt`), '');
  mkdirSync(at('hundred'));
  for (let i = 0; i < 100; i++) writeFileSync(at(`hundred/${i}.txt`), text(10_000));
  makeTree(at('tree'));
  return { root, at, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}
