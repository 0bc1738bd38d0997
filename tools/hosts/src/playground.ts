// Playground: an empty home, and a project for the servers to work on.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** The project's image in Base64: 16 × 16 pixels. */
export const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mO4YGBAEmIY1TCqYfhqAAA+XjAQecrJFAAAAABJRU5ErkJggg==';

/** The customer of the only order in each database. */
export const CUSTOMERS = { 'shop.db': 'Grace', 'remote.db': 'Hedy' };

/** Returns a line of a long file, 59 bytes without its line break; `filler` has one or three bytes in UTF-8. */
export const longLine = (index: number, filler: string): string => {
  const start = `line ${String(index).padStart(4, '0')} `;
  return start + filler.repeat((59 - start.length) / Buffer.byteLength(filler));
};

// 300 kB of lines.
const longFile = (filler: string): string =>
  Array.from({ length: 5100 }, (_, index) => `${longLine(index + 1, filler)}\n`).join('');

/** The folders of a host and its servers, removed on disposal. */
export class Playground implements Disposable {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'hosts-')));
  readonly home = join(this.#folder, 'home');
  readonly project = join(this.#folder, 'project');

  constructor() {
    for (const path of [this.home, this.project]) mkdirSync(path);
    execFileSync('git', ['init', '--quiet', '--initial-branch', 'main', this.project]);
    const write = (name: string, text: string | Buffer) => writeFileSync(join(this.project, name), text);
    write('story.txt', 'Once upon a time there was a file\n');
    write('dot.png', Buffer.from(IMAGE, 'base64'));
    write('long.txt', longFile('x'));
    write('chinese.txt', longFile('文'));
    for (const [name, customer] of Object.entries(CUSTOMERS)) {
      const database = new Database(join(this.project, name));
      database.exec(`CREATE TABLE orders AS SELECT 1 AS id, '${customer}' AS customer`);
      database.close();
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
