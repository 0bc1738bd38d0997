import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call, codeOf, temporary } from '../setup.ts';

test('creates missing directories, and reports which', async () => {
  using dir = temporary({ 'a/': '' });
  const make = () => call(dir.server, 'create_directory', { path: 'a/b/c' });
  expect(await make()).toEqual({
    content: [{ type: 'text', text: 'Successfully created directory a/b/c' }],
    structuredContent: { path: dir.at('a/b/c'), created: [dir.at('a/b'), dir.at('a/b/c')] },
  });
  expect(statSync(dir.at('a/b/c')).isDirectory()).toBe(true);
  expect(await make()).toEqual({
    content: [{ type: 'text', text: 'Successfully created directory a/b/c (it already existed)' }],
    structuredContent: { path: dir.at('a/b/c') },
  });
});

test('refuses a path that is a file', async () => {
  using dir = temporary({ file: '' });
  expect(codeOf(await call(dir.server, 'create_directory', { path: 'file' }))).toBe('exists');
  expect(codeOf(await call(dir.server, 'create_directory', { path: 'file/sub' }))).toBe('not_a_directory');
});
