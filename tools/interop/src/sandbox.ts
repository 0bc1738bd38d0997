// A directory with files for a server to work on.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const DIRECTORIES = 60;
const FILES_EACH = 20;

/** A temporary directory; deleted with its contents on disposal. */
export class Sandbox implements Disposable {
  readonly path: string;

  constructor() {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), 'interop-')));
    this.write('notes.txt', 'first line\nsecond line\n');
    this.write('docs/guide.md', '# Guide\n');
    for (let directory = 0; directory < DIRECTORIES; directory++) {
      for (let file = 0; file < FILES_EACH; file++) this.write(`tree/d${directory}/f${file}.txt`, '');
    }
  }

  /** The number of matches of tree/**\/f0.txt. */
  readonly found: number = DIRECTORIES;

  /** Returns the absolute path of a file. */
  at(name: string): string {
    return join(this.path, name);
  }

  uri(name: string): string {
    return pathToFileURL(this.at(name)).href;
  }

  /** Writes a file and creates its parent directories. */
  write(name: string, text: string): void {
    mkdirSync(join(this.at(name), '..'), { recursive: true });
    writeFileSync(this.at(name), text);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
