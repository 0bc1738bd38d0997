// Names that mean something else on Windows than they say: refused before a rule looks at them, so that none goes around one.
import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { ProgramClient } from '@mcp/runtime/testing';
import { callTool } from './answer.ts';
import { place, print, scoped, start, type Place } from './machine.ts';
import { spellingsOf } from './spellings.ts';

const SECRET = 'nobody reads this';
const REVISION = '2025-11-25';

const DEVICES = [
  ...[
    'nul',
    'NUL',
    'con',
    'prn',
    'aux.txt',
    'nul.',
    'nul .txt',
    'COM1',
    'com0',
    'lpt9.log',
    'COM¹',
    'LPT³.x',
    'conin$',
  ],
  ...['CONOUT$', 'docs\\nul', 'docs/aux', 'nul:', 'con:x'],
];

const WRONG = [
  'a:b',
  'a.txt::$DATA',
  'end.',
  'end ',
  'docs. \\x',
  'a<b',
  'a>b',
  'a"b',
  'a|b',
  'a?b',
  'a*b',
  'a\tb',
  'C:a',
];

/** A directory with what nobody may use: beside it, and in it under a rule. */
const prepare = (): Place => {
  const here = place();
  here.write({
    'open/notes.txt': 'open\n',
    'open/.env': SECRET,
    'open/locked/kept.txt': 'kept\n',
    'outside.d/secret.txt': SECRET,
  });
  return here;
};

const spellings = ({ at }: Place): readonly string[] => [
  ...spellingsOf({ directory: at('open'), names: ['.env'] }),
  ...spellingsOf({ directory: at('open'), names: ['..', 'outside.d', 'secret.txt'] }),
];

const startOn = ({ at }: Place): Promise<ProgramClient> =>
  start('filesystem', [at('open'), '--deny', '.env', '--read-only-dir', at('open', 'locked')], {
    revision: REVISION,
  });

/** What the server says to the same questions about each spelling. */
const askAll = async (client: ProgramClient, paths: readonly string[]): Promise<readonly string[]> => {
  const answers: string[] = [];
  for (const path of paths)
    for (const tool of ['read_text_file', 'get_file_info', 'list_directory']) {
      const { isError, text } = await callTool(client, tool, { path });
      assert.ok(isError, `${tool} ${JSON.stringify(path)}: ${text}`);
      assert.ok(!text.includes(SECRET), `${tool} ${JSON.stringify(path)} reads it`);
      answers.push(`${tool} ${JSON.stringify(path)}: ${text}`);
    }
  return answers;
};

const hostileSpellings = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(prepare());
    const paths = spellings(here);
    assert.ok(paths.length >= 500, `only ${paths.length}`);
    const client = keep(await startOn(here));
    for (const path of paths) {
      const { isError, text } = await callTool(client, 'write_file', { path, content: 'overwritten' });
      assert.ok(isError, `write_file ${JSON.stringify(path)}: ${text}`);
    }
    assert.deepEqual(readdirSync(here.at('open')).toSorted(), ['.env', 'locked', 'notes.txt']);
    assert.deepEqual(readdirSync(here.at('outside.d')), ['secret.txt']);
    assert.equal(here.read('open/.env'), SECRET);
    assert.equal(here.read('outside.d/secret.txt'), SECRET);
    const there = await askAll(client, paths);
    for (const name of ['open/.env', 'outside.d/secret.txt']) rmSync(here.at(name));
    // Whether something is there must not show.
    assert.deepEqual(await askAll(client, paths), there);
  });

const refuses = (names: readonly string[]): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(prepare());
    const client = keep(await startOn(here));
    for (const path of names) {
      const { isError, text } = await callTool(client, 'write_file', {
        path,
        content: 'x',
        createParents: true,
      });
      assert.ok(isError, `${path}: ${text}`);
      assert.match(text, /Windows|device|drive/, path);
      const moved = await callTool(client, 'move_file', { source: 'notes.txt', destination: path });
      assert.ok(moved.isError, `move to ${path}: ${moved.text}`);
    }
    assert.deepEqual(readdirSync(here.at('open')).toSorted(), ['.env', 'locked', 'notes.txt']);
  });

const readOnlyInOtherForms = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(prepare());
    const client = keep(await startOn(here));
    for (const path of spellingsOf({ directory: here.at('open'), names: ['locked', 'kept.txt'] })) {
      await callTool(client, 'write_file', { path, content: 'overwritten' });
      assert.equal(here.read('open/locked/kept.txt'), 'kept\n', path);
    }
  });

const repositories = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(prepare());
    here.git('init', '--quiet', '--initial-branch=hidden', 'outside.d');
    here.git('init', '--quiet', '--initial-branch=main', 'open');
    const client = keep(await start('git', ['-r', here.at('open')], { revision: REVISION }));
    for (const path of spellingsOf({ directory: here.at('open'), names: ['..', 'outside.d'] })) {
      const { isError, text } = await callTool(client, 'git_status', { repo_path: path });
      assert.ok(isError && !text.includes('hidden'), `${JSON.stringify(path)}: ${text}`);
    }
  });

const databases = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(place());
    for (const name of ['nul', 'con.db', 'data.db:x', 'data.db::$DATA', 'data.db.'])
      assert.throws(
        () => print('sqlite', ['--db-path', `${here.path}\\${name}`]),
        ({ status, stderr }: { readonly status: number; readonly stderr: string }) =>
          status === 2 && /Windows/.test(stderr),
        name,
      );
    assert.deepEqual(readdirSync(here.path), []);
  });

/** The tests. */
export const names = (): void => {
  describe('names', () => {
    test('of devices are refused in words', () => refuses(DEVICES));
    test('that no file has, or that Windows shortens, are refused in words', () => refuses(WRONG));
    test('of databases are judged too', databases);
    test('in hundreds of spellings read, write and tell nothing of what is closed', hostileSpellings);
    test('in hundreds of spellings write nothing into what is read-only', readOnlyInOtherForms);
    test('in hundreds of spellings open no repository outside', repositories);
  });
};
