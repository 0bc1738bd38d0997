import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { call, serve, temporary } from '../setup.ts';

const NAME = 'a\n[DIR] fake\u001b[2K\u0085\u202Etxt.\u2066\u{E0041}\u200B\u200D';
const SHOWN = `${String.raw`a\u000a[DIR] fake\u001b[2K\u0085\u202etxt.\u2066\udb40\udc41\u200b`}\u200D`;

test.each([
  ['list_directory', { path: '.' }],
  ['list_directory_with_sizes', { path: '.' }],
  ['search_files', { path: '.', pattern: '*' }],
  ['search_file_contents', { path: '.', query: 'x' }],
])(
  '%s shows a name with line breaks on one line, and has it exactly in its structure',
  async (name, args) => {
    using dir = temporary({ [NAME]: 'x' });
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const result = await client.request('tools/call', { name, arguments: args });
    const { content, structuredContent } = result as unknown as {
      readonly content: readonly { readonly text: string }[];
      readonly structuredContent: object;
    };
    expect(content[0]?.text).toContain(SHOWN);
    expect(content[0]?.text.split('\n').some((line) => line.startsWith('[DIR]'))).toBe(false);
    const exact = JSON.stringify(NAME).slice(1, -1);
    expect(JSON.stringify({ ...structuredContent, content: '' })).toContain(exact);
    const read = { name: 'read_text_file', arguments: { path: NAME } };
    expect(await client.request('tools/call', read)).toMatchObject({ content: [{ text: 'x' }, {}] });
  },
);

test('directory_tree shows it on one line', async () => {
  using dir = temporary({ [NAME]: 'x' });
  const { content } = await call(serve([dir.path]), 'directory_tree', { path: '.' });
  expect(content[0]?.text).toBe(SHOWN);
});

test.each([
  ['search_files', { path: '.', pattern: '**/y' }],
  ['search_file_contents', { path: '.', query: 'x' }],
  ['directory_tree', { path: 'top' }],
  ['copy_file', { source: 'top', destination: 'copy', recursive: true }],
])('%s shows it on one line in an error', async (name, args) => {
  using dir = temporary({ [`top/${NAME}/`]: '' });
  // A name that is not UTF-8 can be listed, but not used.
  const unusable = Buffer.concat([Buffer.from(dir.at('top', NAME, 'x')), Buffer.from([0xff])]);
  if (name === 'search_file_contents') writeFileSync(unusable, 'x');
  else mkdirSync(unusable);
  const { content } = await call(serve([dir.path]), name, args);
  const all = content.map(({ text }) => text).join('\n');
  expect(all).toContain('its name is not valid Unicode');
  expect(all).not.toContain(NAME);
  expect(all).toContain(`${SHOWN}/x\uFFFD does not exist.`);
});

test('a name that was listed with U+FFFD, because it is not valid Unicode, is said to be of no use', async () => {
  using dir = temporary();
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const path = 'bad\uFFFD';
  const hint = 'If it is listed: its name is not valid Unicode, so it cannot be used.';
  const read = { name: 'read_text_file', arguments: { path } };
  expect(await client.request('tools/call', read)).toMatchObject({
    isError: true,
    content: [{ text: `${path} does not exist. ${hint}` }],
  });
});
