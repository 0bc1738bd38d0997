// Windows-specific states of files: open in other programs, read-only, with CRLF, deep, watched.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { ProgramClient } from '@mcp/runtime/testing';
import { callTool } from './answer.ts';
import { isWine, place, PROJECT, scoped, start } from './machine.ts';

const REVISION = '2025-11-25';

const startOn = (path: string, ...more: readonly string[]): Promise<ProgramClient> =>
  start('filesystem', [path, ...more], { revision: REVISION });

/** Node.js opens files so that others may delete them; SQLite and most Windows programs do not. */
const HOLD = `
  const Database = require('better-sqlite3');
  const database = new Database(process.argv[1]);
  database.exec('CREATE TABLE t (a)');
  process.stdout.write('held');
  process.stdin.resume().on('end', () => { database.close(); process.exit(0); });
`;

/** Starts a program that keeps a file open until it is disposed of. */
const holder = async (path: string): Promise<AsyncDisposable> => {
  const child = spawn(process.execPath, ['--eval', HOLD, path], { cwd: PROJECT });
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('exit', () => reject(new Error('the holder ended')));
  });
  return {
    [Symbol.asyncDispose]: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.stdin.end();
      await gone;
    },
  };
};

const heldOpen = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(place());
    const client = keep(await startOn(here.path));
    writeFileSync(here.at('new.txt'), 'new');
    const replacing = { source: 'new.txt', destination: 'held.db', overwrite: true };
    await scoped(async (hold) => {
      hold(await holder(here.at('held.db')));
      const bytes = readFileSync(here.at('held.db'));
      const written = await callTool(client, 'move_file', replacing);
      // The system decides whether it may be replaced. If not, the file is unchanged and the message says why.
      if (!written.isError) return;
      assert.match(written.text, /another program has it open/);
      assert.deepEqual(readFileSync(here.at('held.db')), bytes);
    });
    const { isError, text } = await callTool(client, 'move_file', replacing);
    assert.equal(isError, false, text);
    assert.equal(here.read('held.db'), 'new');
    assert.deepEqual((await callTool(client, 'list_directory', { path: '.' })).text.split('\n'), [
      '[FILE] held.db',
    ]);
  });

const readOnlyAttribute = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(place());
    here.write({ 'fixed.txt': 'fixed\n' });
    chmodSync(here.at('fixed.txt'), 0o444);
    const client = keep(await startOn(here.path));
    const { isError, text } = await callTool(client, 'write_file', { path: 'fixed.txt', content: 'changed' });
    assert.ok(isError, text);
    assert.equal(here.read('fixed.txt'), 'fixed\n');
    chmodSync(here.at('fixed.txt'), 0o666);
  });

const lineEndings = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(place());
    here.write({ 'crlf.txt': 'one\r\ntwo\r\nthree\r\n' });
    const client = keep(await startOn(here.path));
    const edits = [{ oldText: 'one\ntwo', newText: 'eins\nzwei' }];
    const { isError, text } = await callTool(client, 'edit_file', { path: 'crlf.txt', edits });
    assert.equal(isError, false, text);
    assert.equal(here.read('crlf.txt'), 'eins\r\nzwei\r\nthree\r\n');
  });

const longPaths = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(place());
    const client = keep(await startOn(here.path));
    const deep = Array.from({ length: 10 }, (_, index) => `${index}-${'x'.repeat(40)}`).join('\\');
    const path = `${deep}\\file.txt`;
    assert.ok(here.at(path).length > 400);
    for (const [tool, args] of [
      ['write_file', { path, content: 'deep\n', createParents: true }],
      ['edit_file', { path, edits: [{ oldText: 'deep', newText: 'deeper' }] }],
      ['read_text_file', { path: here.at(path) }],
      ['list_directory', { path: deep }],
      ['search_file_contents', { path: '.', query: 'deeper' }],
      ['copy_file', { source: path, destination: `${deep}\\copy.txt` }],
      ['move_file', { source: `${deep}\\copy.txt`, destination: `${deep}\\moved.txt` }],
    ] as const) {
      const { isError, text } = await callTool(client, tool, args);
      assert.equal(isError, false, `${tool}: ${text}`);
    }
    assert.equal(here.read(path), 'deeper\n');
  });

const watching = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(place());
    here.write({ 'seen.txt': 'one\n' });
    const client = keep(await startOn(here.path));
    const uri = pathToFileURL(here.at('seen.txt')).href;
    await client.request('resources/subscribe', { uri });
    writeFileSync(here.at('seen.txt'), 'two\n');
    const { params } = await client.waitFor(
      ({ method }) => method === 'notifications/resources/updated',
      20_000,
    );
    assert.deepEqual(params, { uri });
  });

const addresses = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(place());
    here.write({ 'docs/Größe 1.txt': 'read me\n' });
    const root = { uri: pathToFileURL(here.at('docs')).href };
    const client = keep(
      await start('filesystem', [here.path], {
        revision: REVISION,
        capabilities: { roots: {} },
        answers: { 'roots/list': () => ({ roots: [root] }) },
      }),
    );
    const uri = pathToFileURL(here.at('docs', 'Größe 1.txt')).href;
    const { contents } = await client.request('resources/read', { uri });
    assert.deepEqual((contents as readonly { readonly text: string }[])[0]?.text, 'read me\n');
    // A relative path starts at the root.
    assert.equal((await callTool(client, 'read_text_file', { path: 'Größe 1.txt' })).isError, false);
    const typed = pathToFileURL(here.at('docs')).pathname.slice(1);
    const { completion } = await client.request('completion/complete', {
      ref: { type: 'ref/resource', uri: 'file:///{+path}' },
      argument: { name: 'path', value: `${decodeURI(typed)}/Gr` },
    });
    const { values } = completion as { readonly values: readonly string[] };
    assert.equal(values.length, 1);
    assert.equal(new URL(`file:///${values[0]}`).href, uri);
    for (const wrong of [
      'file://server/share/x',
      'file:///C:/Windows/win.ini',
      `${uri}::$DATA`,
      'file:///nul',
    ])
      await assert.rejects(client.request('resources/read', { uri: wrong }), wrong);
  });

/** Registers the tests. */
export const files = (): void => {
  describe('files', () => {
    test('that another program has open are replaced later, or not at all', heldOpen);
    test('that are read-only stay as they are', readOnlyAttribute);
    test('with CRLF keep it when they are edited', lineEndings);
    // Wine's GetFinalPathNameByHandle is limited to 260 characters.
    const skip = isWine && 'Wine 8 does not tell the real path of such a file';
    test('below paths of more than 260 characters are as others', { skip }, longPaths);
    test('that change are told to who subscribed', watching);
    test('have addresses with a drive, in resources, roots and completion', addresses);
  });
};
