// A trial: pages of live servers, with data that is made for it, to be opened in any browser of this machine.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startBed } from './bed.ts';

/** Pages that can be opened, by what they show. */
export interface Trial extends AsyncDisposable {
  readonly addresses: { readonly [what: string]: string };
}

const program = (server: string): string =>
  join(import.meta.dirname, '../../../servers', server, 'dist/main.cjs');

/** Starts the trial. The servers begin when their pages are opened; all is gone with the trial. */
export const startTrial = async (): Promise<Trial> => {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-views-')));
  const file = join(scratch, 'shop.db');
  fillDatabase(file);
  changeFile(scratch);
  const bed = await startBed();
  const rows = bed.add({
    command: [process.execPath, program('sqlite'), file],
    tool: 'read_query',
    args: { query: 'SELECT id, item, price FROM sales ORDER BY id' },
  });
  const changes = bed.add({
    command: [process.execPath, program('git'), scratch],
    tool: 'git_diff',
    args: { paths: ['notes.txt'] },
  });
  const status = bed.add({
    command: [process.execPath, program('git'), scratch],
    tool: 'git_status',
    args: {},
  });
  return {
    addresses: { 'Rows of a query': rows, 'Changes of a file': changes, 'Files to stage': status },
    [Symbol.asyncDispose]: async () => {
      await bed[Symbol.asyncDispose]();
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

const fillDatabase = (file: string): void => {
  const database = new Database(file);
  database.exec(`
    CREATE TABLE sales (id INTEGER PRIMARY KEY, item TEXT, price REAL);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO sales SELECT i, CASE i % 3 WHEN 0 THEN 'tea' WHEN 1 THEN 'milk' ELSE 'rum' END, (i % 40) / 4.0 FROM n;
  `);
  database.close();
};

const changeFile = (directory: string): void => {
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: directory,
    });
  const file = join(directory, 'notes.txt');
  const lines = Array.from({ length: 40 }, (_, at) => `Note ${at + 1} of the meeting`);
  git('init', '--quiet');
  writeFileSync(file, `${lines.join('\n')}\n`);
  git('add', 'notes.txt');
  git('commit', '--quiet', '--message', 'Notes');
  writeFileSync(file, `${lines.toSpliced(20, 1, 'Note 21 of the long meeting', 'A new note').join('\n')}\n`);
};
