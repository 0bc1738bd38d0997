import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call, errorOf, temporary } from '../setup.ts';

const NAME = 'a\n[DIR] fake\u001b[2K\u0085\u202Etxt.\u2066\u{E0041}\u200B\u200D';
const SHOWN = `${String.raw`a\u000a[DIR] fake\u001b[2K\u0085\u202etxt.\u2066\udb40\udc41\u200b`}\u200D`;

test.each([
  ['list_directory', { path: '.' }],
  ['list_directory_with_sizes', { path: '.' }],
  ['search_files', { path: '.', pattern: '*' }],
  ['search_file_contents', { path: '.', query: 'x' }],
])(
  '%s shows a name with line breaks on one line, and exactly in its structured content',
  async (name, args) => {
    using dir = temporary({ [NAME]: 'x' });
    const { content, structuredContent } = await call(dir.server, name, args);
    expect(content[0]?.text).toContain(SHOWN);
    expect(content[0]?.text?.split('\n').some((line) => line.startsWith('[DIR]'))).toBe(false);
    const exact = JSON.stringify(NAME).slice(1, -1);
    expect(JSON.stringify({ ...structuredContent, content: '' })).toContain(exact);
    expect((await call(dir.server, 'read_text_file', { path: NAME })).content[0]?.text).toBe('x');
  },
);

test('directory_tree shows such a name on one line', async () => {
  using dir = temporary({ [NAME]: 'x' });
  const { content } = await call(dir.server, 'directory_tree', { path: '.' });
  expect(content[0]?.text).toBe(SHOWN);
});

test.each([
  ['search_files', { path: '.', pattern: '**/y' }],
  ['search_file_contents', { path: '.', query: 'x' }],
  ['directory_tree', { path: 'top' }],
  ['copy_file', { source: 'top', destination: 'copy', recursive: true }],
])('%s shows such a name on one line in an error', async (name, args) => {
  using dir = temporary({ [`top/${NAME}/`]: '' });
  // A name that is not UTF-8 is listed but unusable.
  const unusable = Buffer.concat([Buffer.from(dir.at('top', NAME, 'x')), Buffer.from([0xff])]);
  if (name === 'search_file_contents') writeFileSync(unusable, 'x');
  else mkdirSync(unusable);
  const { content } = await call(dir.server, name, args);
  const all = content.map(({ text }) => text).join('\n');
  expect(all).toContain('its name is not valid Unicode');
  expect(all).not.toContain(NAME);
  expect(all).toContain(`${SHOWN}/x\uFFFD does not exist.`);
});

test('says that a name listed with U+FFFD cannot be used, because it is not valid Unicode', async () => {
  using dir = temporary();
  const path = 'bad\uFFFD';
  const hint = 'If it is listed: its name is not valid Unicode, so it cannot be used.';
  const refused = errorOf(await call(dir.server, 'read_text_file', { path }));
  expect(refused).toBe(`${path} does not exist. ${hint}`);
});
