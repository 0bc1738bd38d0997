// A database for the SQLite server to work on.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = "new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec(process.argv[2])";

/** A database with the table `tea`; deleted on disposal. */
export class DatabaseSandbox implements Disposable {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'interop-sqlite-')));
  readonly file: string = join(this.#folder, 'shop.db');

  constructor() {
    this.run(`CREATE TABLE tea (id INTEGER PRIMARY KEY, name TEXT NOT NULL, grams INTEGER);
      INSERT INTO tea VALUES (1, 'Assam', 100), (2, 'Sencha', 9007199254740993)`);
  }

  /** Runs statements in a separate process. */
  run(statements: string): void {
    execFileSync(process.execPath, ['--eval', PROGRAM, this.file, statements], { timeout: 20_000 });
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
