// The program as a host starts it, and what remains after it ends.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { SHOP, temporary } from './setup.ts';

const main = join(import.meta.dirname, '..', 'src', 'main.ts');

const OLDER_NODE =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.19.0",napi:"9"}});Object.defineProperty(process,"version",{value:"v20.19.0"})';

test('an older Node.js prints a one-sentence error', async () => {
  using dir = temporary();
  const args = ['--import', OLDER_NODE, main, dir.database('shop.db', SHOP)];
  const run = promisify(execFile)(process.execPath, args);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'mcp-server-sqlite: needs Node.js 22.14, 24 or newer; this is v20.19.0.\n',
  });
});

test('an older Node.js is not registered with a host', async () => {
  using dir = temporary();
  const args = ['--import', OLDER_NODE, main, dir.database('shop.db', SHOP), '--install', 'cursor', '--yes'];
  const env = { ...process.env, HOME: dir.path, USERPROFILE: dir.path };
  await expect(promisify(execFile)(process.execPath, args, { env })).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr:
      'mcp-server-sqlite: needs Node.js 22.14, 24 or newer; this is v20.19.0. ' +
      'Nothing was changed; add --force to write the entry anyway\nSee mcp-server-sqlite --help.\n',
  });
});

test('an older Node.js answers --help with the help text', async () => {
  const run = promisify(execFile)(process.execPath, ['--import', OLDER_NODE, main, '--help']);
  expect((await run).stdout).toMatch(/^mcp-server-sqlite .*\n[^]*--db-path/);
});

test('the program answers over stdio and ends with its host', async () => {
  using dir = temporary();
  const program = { command: process.execPath, args: [main, dir.database('shop.db', SHOP)] };
  await using client = await connect(program);
  const query = 'SELECT count(*) AS n FROM orders';
  expect(await client.request('tools/call', { name: 'read_query', arguments: { query } })).toMatchObject({
    structuredContent: { rows: [[3]] },
  });
  await client.close();
  expect(await client.exited).toMatchObject({ code: 0 });
});

/** Runs the program in its own directory, with a host that ends immediately. */
const run = async (args: readonly string[]) => {
  using dir = temporary();
  dir.database('a.db', SHOP);
  writeFileSync(dir.at('notes.txt'), 'Some notes that are longer than a header.');
  const program = promisify(execFile)(process.execPath, [main, ...args], { cwd: dir.path });
  program.child.stdin?.end();
  return await program;
};

test.each([
  [['--db-path', 'a.db', '--read-only'], /^$/],
  [['--db-path', 'far/a.db'], /^mcp-server-sqlite: created the directory .*far and the database .*a\.db\n$/],
])('%j starts', async (args, said) => {
  expect((await run(args)).stderr).toMatch(said);
});

test.each([
  [['notes.txt'], /notes\.txt is not a SQLite database, or it is encrypted/],
  [['a.db', '--toolsets', 'ddl'], /there is no toolset "ddl"/],
  [['a.db', '--max-undo', '49'], /--max-undo/],
])('%j does not start', async (args, message) => {
  const refused = { code: 2, stdout: '', stderr: expect.stringMatching(message) as unknown };
  await expect(run(args)).rejects.toMatchObject(refused);
});
