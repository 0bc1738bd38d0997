// Error codes: every failure of a tool has one for programs.
import { expect, test } from 'vitest';
import { call, codeOf, errorOf, temporary } from './setup.ts';

const edit = (oldText: string): object => ({ path: 'a.txt', edits: [{ oldText, newText: 'x' }] });
const latin = { path: 'a.txt', content: '\u4E2D', encoding: 'latin1' };

test.each([
  ['edit_file', edit('gone'), 'edit_not_found'],
  ['edit_file', edit('a'), 'edit_ambiguous'],
  ['edit_file', edit(''), 'edit_empty'],
  ['edit_file', { ...edit('x'), path: 'b.bin' }, 'edit_not_text'],
  ['write_file', latin, 'encoding'],
  ['search_files', { path: '.', pattern: '!a' }, 'invalid_glob'],
  ['search_files', { path: '.', pattern: 'a', modifiedAfter: 'yesterday' }, 'invalid_query'],
  ['directory_tree', { path: '.', excludePatterns: ['!(a)'] }, 'invalid_glob'],
  ['search_file_contents', { path: '.', query: 'a', glob: '!a' }, 'invalid_glob'],
  ['search_file_contents', { path: '.', query: '[[:digit:]]' }, 'invalid_query'],
  ['search_file_contents', { path: '.', query: '' }, 'invalid_query'],
])('%s %j fails with %s', async (name, args, code) => {
  using dir = temporary({ 'a.txt': 'a a', 'b.bin': '\0\0' });
  const result = await call(dir.server, name, args);
  expect(errorOf(result)).toBeDefined();
  expect(codeOf(result)).toBe(code);
});
