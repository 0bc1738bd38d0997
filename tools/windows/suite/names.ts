// Names that Windows interprets differently than they look: refused before any rule applies, so that none bypasses a
// rule.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { describe, test, type TestContext } from 'node:test';
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

/** Creates a directory with forbidden files next to it and denied files inside. */
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

/** Returns the server's answers to the same calls for each spelling. */
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
    // Answers must not reveal whether the file exists.
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

/** Returns the short name of an entry of a folder, or undefined if the volume has no short names. */
const shortNameOf = (folder: string, name: string): string | undefined => {
  const listed = execFileSync('cmd.exe', ['/d', '/c', 'dir', '/x'], { cwd: folder, encoding: 'latin1' });
  const line = listed.split(/\r?\n/).find((each) => each.endsWith(` ${name}`));
  return /(\S+~\S+) +$/.exec(line?.slice(0, -name.length) ?? '')?.[1];
};

const shortNames = (context: TestContext): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(prepare());
    here.write({
      'open/secret settings.config': SECRET,
      'open/A long folder/a long name.txt': 'long\n',
      'open/kept as it is/kept.txt': 'kept\n',
    });
    const [closed, folder, kept] = ['secret settings.config', 'A long folder', 'kept as it is'].map((name) =>
      shortNameOf(here.at('open'), name),
    );
    const file = shortNameOf(here.at('open', 'A long folder'), 'a long name.txt');
    if (closed === undefined) return context.skip('this volume makes no short names');
    const readOnly = here.at('open', 'kept as it is');
    const rules = ['--deny', 'secret settings.config', '--read-only-dir', readOnly];
    const args = [here.at('open'), ...rules];
    const client = keep(await start('filesystem', args, { revision: REVISION }));
    const ask = (tool: string, rest: object) => callTool(client, tool, { ...rest });
    // Rules apply to the long name, and no answer reveals that it exists.
    const missing = closed.replace(/~.../, '~ZZ9');
    const asked = async (name: string): Promise<readonly string[]> => {
      const answers = [
        await ask('read_text_file', { path: name }),
        await ask('get_file_info', { path: name }),
        await ask('list_directory', { path: name }),
        await ask('write_file', { path: name, content: 'overwritten' }),
        await ask('write_file', { path: `${name}\\x`, content: 'x', createParents: true }),
        await ask('create_directory', { path: name }),
        await ask('delete_file', { path: name }),
        await ask('move_file', { source: name, destination: 'moved.txt' }),
        await ask('copy_file', { source: name, destination: 'copied.txt' }),
        await ask('move_file', { source: 'notes.txt', destination: name }),
      ];
      for (const { isError, text } of answers) assert.ok(isError && !text.includes(SECRET), text);
      return answers.map(({ text }) => text.replaceAll(name, '<name>'));
    };
    assert.deepEqual(await asked(closed), await asked(missing));
    assert.equal(here.read('open/secret settings.config'), SECRET);
    const written = await ask('write_file', { path: `${kept}\\kept.txt`, content: 'overwritten' });
    assert.ok(written.isError && here.read('open/kept as it is/kept.txt') === 'kept\n', written.text);
    // Allowed files are accessible.
    const long = `${folder}\\${file}`;
    assert.match((await ask('read_text_file', { path: long })).text, /long/);
    const edited = await ask('write_file', { path: long, content: 'longer\n' });
    assert.equal(edited.isError, false, edited.text);
    assert.equal(here.read('open/A long folder/a long name.txt'), 'longer\n');
    const made = await ask('create_directory', { path: `${folder}\\new` });
    assert.equal(made.isError, false, made.text);
    assert.deepEqual(readdirSync(here.at('open', 'A long folder')).toSorted(), ['a long name.txt', 'new']);
  });

/** Registers the tests. */
export const names = (): void => {
  describe('names', () => {
    test('of devices are refused in words', () => refuses(DEVICES));
    test('that no file has, or that Windows shortens, are refused in words', () => refuses(WRONG));
    test('of databases are judged too', databases);
    test('that the volume has shortened stand for the long ones, also in rules', shortNames);
    test('in hundreds of spellings read, write and tell nothing of what is closed', hostileSpellings);
    test('in hundreds of spellings write nothing into what is read-only', readOnlyInOtherForms);
    test('in hundreds of spellings open no repository outside', repositories);
  });
};
