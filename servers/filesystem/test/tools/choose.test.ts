// choose_edits and choose_replacements: what the page of a preview calls.
import { utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { call, codeOf, connectTo, errorOf, serve, temporary } from '../setup.ts';
import { filesOf, type File } from './chosen-files.ts';

const TEXT = 'one\ntwo one\nthree\n\none one\nlast';
const RENAME = { find: 'one', replace: '1' };

test('the places of a replacement are lines, with what is around them', async () => {
  using dir = temporary({ 'a.txt': TEXT, 'b.txt': 'none', 'c.txt': 'nothing' });
  const files = filesOf(await call(dir.server, 'choose_replacements', RENAME));
  expect(files.map(({ path, count }) => [path, count])).toEqual([
    [dir.at('a.txt'), 3],
    [dir.at('b.txt'), 1],
  ]);
  expect(files[0]?.places[1]).toEqual({
    line: 2,
    above: 'one\n',
    from: 0,
    before: 'two one\n',
    beforeLength: 8,
    after: 'two 1\n',
    afterLength: 6,
    below: 'three\n\n',
  });
  expect(dir.text('a.txt')).toBe(TEXT);
});

test('the places of edits are the lines that differ, with those beside them', async () => {
  using dir = temporary({ 'a.txt': 'a\nb\nc\nd\ne\n' });
  const edits = [{ oldText: 'a\nb\nc\nd\n', newText: 'A\nB\nc\n' }];
  const [file] = filesOf(await call(dir.server, 'choose_edits', { path: 'a.txt', edits }));
  expect(file?.places.map(({ line, before, after }) => [line, before, after])).toEqual([
    [1, 'a\nb\n', 'A\nB\n'],
    [4, 'd\n', ''],
  ]);
});

test('only what is accepted is changed, all files or none, and one undo takes it back', async () => {
  using dir = temporary({ 'a.txt': TEXT, 'b.txt': 'one\none\n' });
  const [a, b] = filesOf(await call(dir.server, 'choose_replacements', RENAME));
  const accepted = { [a?.digest ?? '']: [0, 2], [b?.digest ?? '']: [1] };
  const made = await call(dir.server, 'choose_replacements', { ...RENAME, accepted });
  expect(made.content).toEqual([
    { type: 'text', text: `Changed:\n${a?.path}: 2 of its places\n${b?.path}: 1 of its places` },
  ]);
  expect(dir.text('a.txt')).toBe('1\ntwo one\nthree\n\n1 1\nlast');
  expect(dir.text('b.txt')).toBe('one\n1\n');
  await call(dir.server, 'undo_last_change', {});
  expect(dir.text('a.txt')).toBe(TEXT);
  expect(dir.text('b.txt')).toBe('one\none\n');
});

test('a file that has changed since is refused, and nothing is done to the others', async () => {
  using dir = temporary({ 'a.txt': TEXT, 'b.txt': 'one\none\n' });
  const [a, b] = filesOf(await call(dir.server, 'choose_replacements', RENAME));
  dir.write('b.txt', 'one\nONE\n');
  const accepted = { [a?.digest ?? '']: [0], [b?.digest ?? '']: [0] };
  const refused = await call(dir.server, 'choose_replacements', { ...RENAME, accepted });
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('A file has changed since its places were shown; nothing') }],
  });
  expect(codeOf(refused)).toBe('changed');
  expect(dir.text('a.txt')).toBe(TEXT);
  // It is named by its content: other times alone change nothing.
  utimesSync(dir.at('a.txt'), 1, 1);
  const same = { [a?.digest ?? '']: [0] };
  expect(
    errorOf(await call(dir.server, 'choose_replacements', { ...RENAME, accepted: same })),
  ).toBeUndefined();
});

test.each([{ accepted: { unknown: [0] } }, { accepted: { DIGEST: [9] } }, { accepted: { DIGEST: [-1] } }])(
  '%j is refused',
  async ({ accepted }) => {
    using dir = temporary({ 'a.txt': 'one\n' });
    const args = { path: 'a.txt', edits: [{ oldText: 'one', newText: 'two' }] };
    const [file] = filesOf(await call(dir.server, 'choose_edits', args));
    const named = Object.fromEntries(
      Object.entries(accepted).map(([digest, places]) => [
        digest === 'DIGEST' ? (file?.digest ?? '') : digest,
        places,
      ]),
    );
    expect(codeOf(await call(dir.server, 'choose_edits', { ...args, accepted: named }))).toBe('changed');
    expect(dir.text('a.txt')).toBe('one\n');
  },
);

test('what may not be changed is refused as by edit_file', async () => {
  using dir = temporary({ 'root/docs/a.txt': 'one\n', 'root/.env': 'one\n', 'out.txt': 'one\n' });
  const root = dir.at('root');
  const server = serve([root], { readOnlyDirectories: [dir.at('root/docs')], deny: ['.env'] });
  for (const path of ['docs/a.txt', '.env', '../out.txt']) {
    const args = { path, edits: [{ oldText: 'one', newText: 'two' }] };
    const previewed = await call(server, 'choose_edits', args);
    const digest = (previewed.structuredContent?.['files'] as readonly File[] | undefined)?.[0]?.digest ?? '';
    const refused = await call(server, 'choose_edits', { ...args, accepted: { [digest]: [0] } });
    const byModel = await call(server, 'edit_file', args);
    expect([path, codeOf(refused)]).toEqual([path, codeOf(byModel)]);
    expect(refused).toMatchObject({ isError: true });
    expect(dir.text('root', path)).toBe('one\n');
  }
});

test('a server that only reads changes nothing for the page either', async () => {
  using dir = temporary({ 'a.txt': 'one\n' });
  const server = serve([dir.path], { readOnly: true });
  const accepted = { digest: [0] };
  for (const args of [RENAME, { ...RENAME, accepted }])
    expect(codeOf(await call(server, 'choose_replacements', args))).toBe('read_only');
  expect(dir.text('a.txt')).toBe('one\n');
});

test('the user is asked where the operator wants that', async () => {
  using dir = temporary({ 'a.txt': 'one\n' });
  const server = serve([dir.path], { confirm: 'destructive' });
  const [file] = filesOf(await call(server, 'choose_replacements', RENAME));
  const accepted = { [file?.digest ?? '']: [0] };
  // This client cannot ask.
  const refused = await call(server, 'choose_replacements', { ...RENAME, accepted });
  expect(codeOf(refused)).toBe('declined');
  expect(dir.text('a.txt')).toBe('one\n');
});

describe('who sees the tools', () => {
  const UI = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
  const namesFor = async (capabilities: object): Promise<string[]> => {
    await using client = await connectTo(serve([]), { capabilities });
    const { tools } = await client.request('tools/list');
    return (tools as { readonly name: string }[]).map(({ name }) => name);
  };

  test('hosts that show pages, and no others', async () => {
    const [withPages, without] = [await namesFor(UI), await namesFor({})];
    expect(withPages).toEqual([...without, 'choose_edits', 'choose_replacements']);
  });

  test.each([UI, {}])('with %j these have pages, which are in no list', async (capabilities) => {
    await using client = await connectTo(serve([]), { capabilities });
    const { tools } = await client.request('tools/list');
    const listed = (tools as { readonly name: string; readonly _meta?: object }[]).filter(
      ({ name }) => !name.startsWith('choose_'),
    );
    const shown = Object.fromEntries(listed.flatMap(({ name, _meta }) => (_meta ? [[name, _meta]] : [])));
    const page = (name: string): object => ({ ui: { resourceUri: `ui://filesystem/${name}` } });
    expect(shown).toEqual({
      read_text_file: page('preview'),
      read_media_file: page('preview'),
      directory_tree: page('tree'),
      edit_file: page('edits'),
      replace_in_files: page('edits'),
    });
    const { resources } = await client.request('resources/list');
    expect(JSON.stringify(resources)).not.toContain('ui://');
  });
});

test('a hundred thousand places, and lines of a million characters, are shown in part', async () => {
  const long = `${'a'.repeat(500_000)}one${'b'.repeat(500_000)}\n`;
  using dir = temporary({ 'a.txt': 'one\n'.repeat(100_000), 'long.txt': long });
  const result = await call(dir.server, 'choose_replacements', { ...RENAME, glob: ['a.txt'] });
  const [many] = filesOf(result);
  expect([many?.count, many?.places.length]).toEqual([100_000, 1000]);
  const accepted = { [many?.digest ?? '']: [99_999] };
  await call(dir.server, 'choose_replacements', { ...RENAME, glob: ['a.txt'], accepted });
  expect(dir.text('a.txt')).toBe(`${'one\n'.repeat(99_999)}1\n`);
  const [one] = filesOf(await call(dir.server, 'choose_replacements', { ...RENAME, glob: ['long.txt'] }));
  expect(one?.places[0]).toMatchObject({ from: 499_700, beforeLength: 1_000_004, afterLength: 1_000_002 });
  expect(one?.places[0]?.before.length).toBe(2000);
  expect(one?.places[0]?.after.slice(300, 302)).toBe('1b');
});
