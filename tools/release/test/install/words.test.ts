// No answer of a bundle names a flag: nobody has a command line there.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceFiles } from '@mcp/repo/src/workspace.ts';
import { connect, type ProgramClient } from '@mcp/runtime/testing';
import { afterAll, describe, expect, test } from 'vitest';
import type { Chosen } from '../../src/install/bundle.ts';
import { installables } from '../../src/install/installable.ts';
import { SETTINGS_OF_BUNDLE } from '../../src/install/manifest.ts';
import { settingsOf, SWITCHES } from '../../src/install/switches.ts';
import { startBundle } from './bundled.ts';
import { helpOf, inWordsOf } from './printed.ts';

const home = mkdtempSync(join(tmpdir(), 'home-'));
const repository = join(home, 'project');
const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args], { stdio: 'pipe' });
mkdirSync(repository);
git('init', '--quiet', '--initial-branch=main');
writeFileSync(join(repository, 'a.txt'), 'a\n');
writeFileSync(join(repository, '.git/hooks/pre-commit'), '#!/bin/sh\n', { mode: 0o755 });
writeFileSync(join(home, 'data.db'), '');
afterAll(() => rmSync(home, { recursive: true }));

const CHOSEN: Readonly<Record<string, Chosen>> = {
  'filesystem-documents': { allowed_directories: [home] },
  filesystem: { allowed_directories: [home] },
  git: { repositories: [home] },
  sqlite: { databases: [join(home, 'data.db')] },
  fetch: {},
};

const start = async (bundle: string): Promise<ProgramClient> =>
  connect(await startBundle(`mcp-server-${bundle}`, CHOSEN[bundle] ?? {}, home), { revision: '2025-11-25' });

/** The text of an answer, whoever refuses. */
const said = async (client: ProgramClient, name: string, args: object): Promise<string> => {
  try {
    const { content } = await client.request('tools/call', { name, arguments: { ...args } });
    return (content as readonly { readonly text?: string }[]).map(({ text }) => text ?? '').join('\n');
  } catch (error) {
    return String(error);
  }
};

const IN = 'in Settings, Extensions, Configure';
const NO_SETTING = 'from a command line (this extension has no setting for that)';

test.each<[bundle: string, tool: string, args: object, words: string]>([
  [
    'filesystem-documents',
    'write_file',
    { path: 'a', content: '' },
    'tool "write_file" is off; this extension only reads',
  ],
  [
    'filesystem',
    'write_file',
    { path: 'project/.git/config', content: '' },
    `The user can allow it by starting this server ${NO_SETTING}.`,
  ],
  ['git', 'git_push', {}, `tool "git_push" is off; the user can adjust this ${IN}: "Fetch, pull and push"`],
  ['git', 'git_undo', {}, `tool "git_undo" is off; the user can adjust this ${IN}: "More tools" (history)`],
  [
    'git',
    'git_commit',
    { message: 'Add a', files: ['a.txt'], author: 'Ada <ada@example.org>', repo_path: repository },
    `Not run: hooks pre-commit. They run if the user starts this server ${NO_SETTING}.`,
  ],
  [
    'sqlite',
    'export_query',
    { query: 'SELECT 1', save_to: 'a.csv' },
    `tool "export_query" is off; the user can adjust this ${IN}: "Folder to export to"`,
  ],
  ['sqlite', 'write_query', { query: 'SELECT 1' }, `the user can adjust this ${IN}: "Change the databases"`],
  [
    'fetch',
    'fetch',
    { url: 'http://127.0.0.1/', save_to: 'a' },
    `Files cannot be saved. The user can adjust this ${IN}: "Folder to save in". Or omit save_to.`,
  ],
  ['fetch', 'fetch', { url: 'http://127.0.0.1/' }, `Only the operator can allow it, ${NO_SETTING}.`],
])('%s, %s %j', async (bundle, tool, args, words) => {
  await using client = await start(bundle);
  const text = await said(client, tool, args);
  expect(text).toContain(words);
  expect(text).not.toContain('--');
});

test.each(Object.keys(CHOSEN))(
  '%s with its defaults: its tools, its instructions, and nothing to warn of',
  async (bundle) => {
    await using client = await start(bundle);
    const { tools } = await client.request('tools/list');
    const texts = JSON.stringify([client.server['instructions'], tools]);
    expect(texts.match(/.{60}--[a-z-]+/g) ?? []).toEqual([]);
    expect(texts).not.toContain('explain_missing_tools');
    expect(client.stderr).toBe('');
  },
);

test('a refusal does not change text of files that looks like a flag', async () => {
  await using client = await start('filesystem');
  const edits = [{ oldText: 'start this server with --deny', newText: '' }];
  expect(await said(client, 'edit_file', { path: 'project/a.txt', edits })).toContain(
    'Could not find exact match for edit:\nstart this server with --deny\n',
  );
});

/** The packages of each server whose texts can be in an answer. */
const PARTS: Readonly<Record<string, string>> = {
  filesystem: 'servers/filesystem|packages/files|packages/command-line',
  git: 'servers/git|packages/git|packages/command-line',
  sqlite: 'servers/sqlite|packages/files|packages/command-line',
  fetch: 'servers/fetch|packages/files|packages/command-line',
};

/** Read at the start, for flags that no bundle sets, or only printed. */
const NEVER_SAID =
  /\/src\/(?:options|main|serve-command|flag-file|flags|help|limits|listen|store|launch|terminal|telemetry|common-flags|host-command|ignored-settings|optional-package|audit-file|extension)\.ts$|\/src\/(?:hosts|install)\/|\/http\/(?:cookies|header-profiles)\.ts$|\/process\/sandbox\.ts$/;

describe.each(installables)('$id: every text of the sources that names a flag', ({ id }) => {
  const flags = [...helpOf(id).matchAll(/--([a-z][a-z-]+)/g)].map(([, flag]) => flag).join('|');
  const isPart = new RegExp(`^(?:${PARTS[id]})/src/.*\\.ts$`);
  const texts = sourceFiles
    .filter(({ path }) => isPart.test(path) && !NEVER_SAID.test(path))
    .map(({ text }) => text.replaceAll(/^ *(?:\/?\*|\/\/).*$/gm, ''))
    .flatMap((code) =>
      [...code.matchAll(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g)].map(([literal]) => literal.slice(1, -1)),
    )
    .filter((literal) => new RegExp(`--(?:${flags})(?![\\w-])`).test(literal))
    // Tags of tools, which other texts name.
    .filter((literal) => !/^--[a-z-]+(?: \$\{[^}]*\})?$/.test(literal));

  test('has other words in a bundle', () => {
    expect(texts.length).toBeGreaterThan(2);
    const settings = settingsOf(id, SETTINGS_OF_BUNDLE, SWITCHES[id] ?? []);
    expect(inWordsOf(texts, settings).filter((words) => /--[a-z]/.test(words))).toEqual([]);
    expect(inWordsOf(texts, {})).toEqual(texts);
  });
});
