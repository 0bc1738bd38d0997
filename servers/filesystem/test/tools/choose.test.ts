// Choosing in the page of a dry run: edit_file with some of the edits, replace_in_files with some of the files.
import { utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call, codeOf, connectTo, errorOf, serve, temporary, type CallResult } from '../setup.ts';

const RENAME = { find: 'one', replace: '1' };

/** Turns the changed files of a dry run into the argument that selects them. */
const etagsOf = (result: CallResult): { readonly [path: string]: string } => {
  const files = result.structuredContent?.['files'] as readonly { path: string; etag: string }[];
  return Object.fromEntries(files.map(({ path, etag }) => [path, etag]));
};

const dryRun = async (server: Parameters<typeof call>[0], args: object = {}) =>
  etagsOf(await call(server, 'replace_in_files', { ...RENAME, ...args, dryRun: true }));

test('changes only the chosen files, and one undo restores them', async () => {
  using dir = temporary({ 'a.txt': 'one', 'b.txt': 'one\none\n', 'c.txt': 'one' });
  const { [dir.at('b.txt')]: _, ...files } = await dryRun(dir.server);
  const made = await call(dir.server, 'replace_in_files', { ...RENAME, files });
  expect(made.structuredContent).toMatchObject({ total: 2, changed: true });
  expect(['a.txt', 'b.txt', 'c.txt'].map((name) => dir.text(name))).toEqual(['1', 'one\none\n', '1']);
  await call(dir.server, 'undo_last_change', {});
  expect(dir.text('a.txt') + dir.text('c.txt')).toBe('oneone');
});

test('refuses a file changed since the dry run, and leaves the others unchanged', async () => {
  using dir = temporary({ 'a.txt': 'one', 'b.txt': 'one' });
  const files = await dryRun(dir.server);
  dir.write('b.txt', 'one ONE');
  const refused = await call(dir.server, 'replace_in_files', { ...RENAME, files });
  expect(errorOf(refused)).toBe(
    `${dir.at('b.txt')} has changed since the dry run; nothing was changed. Make the dry run again.`,
  );
  expect(codeOf(refused)).toBe('changed');
  dir.write('b.txt', 'none of them');
  utimesSync(dir.at('b.txt'), 1, 1);
  for (const chosen of [files, { [dir.at('c.txt')]: 'x' }])
    expect(codeOf(await call(dir.server, 'replace_in_files', { ...RENAME, files: chosen }))).toBe('changed');
  expect(dir.text('a.txt')).toBe('one');
});

test('refuses a chosen file that may not be changed', async () => {
  using dir = temporary({
    'root/docs/a.txt': 'one',
    'root/.env': 'one',
    'out.txt': 'one',
    'root/b.txt': 'one',
  });
  const root = dir.at('root');
  const server = serve([root], { readOnlyDirectories: [dir.at('root/docs')], deny: ['.env'] });
  const shown = await dryRun(server);
  expect(Object.keys(shown)).toEqual([dir.at('root/b.txt')]);
  for (const path of ['root/docs/a.txt', 'root/.env', 'out.txt'])
    expect(
      codeOf(await call(server, 'replace_in_files', { ...RENAME, files: { ...shown, [dir.at(path)]: 'x' } })),
    ).toBe('changed');
  expect(dir.text('root/b.txt')).toBe('one');
});

test('asks the user only about the chosen files', async () => {
  using dir = temporary({ 'a.txt': 'one', 'b.txt': 'one' });
  const server = serve([dir.path], { confirm: 'destructive' });
  const files = await dryRun(server, { glob: ['a.txt'] });
  // This client cannot ask.
  const refused = await call(server, 'replace_in_files', { ...RENAME, files });
  expect(codeOf(refused)).toBe('declined');
  expect(dir.text('a.txt')).toBe('one');
});

const UI = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

test('hosts with and without pages get the same tools, and these have pages', async () => {
  await using client = await connectTo(serve([]), { capabilities: UI });
  await using other = await connectTo(serve([]), {});
  const { tools } = await client.request('tools/list');
  expect(await other.request('tools/list')).toMatchObject({ tools });
  const listed = tools as { readonly name: string; readonly _meta?: object }[];
  const shown = Object.fromEntries(listed.flatMap(({ name, _meta }) => (_meta ? [[name, _meta]] : [])));
  const page = (name: string): object => ({ ui: { resourceUri: `ui://filesystem/${name}` } });
  expect(shown).toEqual({
    read_text_file: page('preview'),
    directory_tree: page('tree'),
    edit_file: page('edits'),
    replace_in_files: page('edits'),
  });
  const { resources } = await client.request('resources/list');
  expect(JSON.stringify(resources)).not.toContain('ui://');
});
