// Shared helpers: errors with a code, hints, completers, page cursors, icons, invisible characters.
import { describe, expect, test } from 'vitest';
import {
  adds,
  changes,
  completeFrom,
  defineServer,
  defineTool,
  destroys,
  ERROR_META,
  icon,
  openWorld,
  readPageCursor,
  readsOnly,
  stripInvisible,
  ToolError,
  writePageCursor,
  type Context,
} from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

describe('a tool error', () => {
  test('gives advice in the text and to programs', async () => {
    const cause = new Error('ENOENT');
    const run = (): never => {
      throw new ToolError('No such file.', { code: 'not_found', hint: 'List the directory.', cause });
    };
    const server = defineServer({ name: 'a', version: '1.0.0', tools: [defineTool({ name: 'a', run })] });
    await using client = await connect(server, { revision: '2025-11-25' });
    expect(await client.request('tools/call', { name: 'a' })).toEqual({
      content: [{ type: 'text', text: 'No such file. List the directory.' }],
      isError: true,
      _meta: {
        error: {
          code: 'not_found',
          retryable: false,
          hint: 'List the directory.',
        },
      },
    });
    expect(new ToolError('a', { cause }).cause).toBe(cause);
  });

  test('has no metadata without a code, and keeps metadata of the author', () => {
    expect(new ToolError('a', { hint: 'b' })).toMatchObject({ message: 'a b', _meta: undefined });
    const _meta = { 'example.org/a': 1 };
    expect(new ToolError('a', { _meta })._meta).toEqual(_meta);
    expect(new ToolError('a', { code: 'busy', retryable: true, _meta })._meta).toEqual({
      [ERROR_META]: { code: 'busy', retryable: true },
      ..._meta,
    });
  });
});

test('the hints are complete and differ', () => {
  const bits = [readsOnly, adds, changes, destroys, openWorld(destroys)].map((hints) => [
    hints.readOnlyHint,
    hints.destructiveHint,
    hints.idempotentHint,
    hints.openWorldHint,
  ]);
  expect(bits).toEqual([
    [true, false, true, false],
    [false, false, false, false],
    [false, true, true, false],
    [false, true, false, false],
    [false, true, false, true],
  ]);
});

test('completes from values, even changing ones', async () => {
  const values = ['tea', 'toast'];
  const ctx = {} as Context;
  const context = { arguments: {} };
  expect(await completeFrom(values)('te', context, ctx)).toEqual(['tea']);
  const live = completeFrom(async () => values);
  values.push('tomato');
  expect(await live('to', context, ctx)).toEqual(['toast', 'tomato']);
});

describe('a page cursor', () => {
  const call = { query: 'a', where: { x: 1, y: 2 } };

  test('holds a position for the same call, in any order of arguments', () => {
    const cursor = writePageCursor(call, 'ä/b.1');
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(readPageCursor({ where: { y: 2, x: 1 }, query: 'a' }, cursor)).toBe('ä/b.1');
  });

  test.for(['', 'x', '!!', writePageCursor({ query: 'b' }, '1')])('refuses %j with advice', (cursor) => {
    expect(() => readPageCursor(call, cursor)).toThrow(
      'The cursor is not one of this call. Repeat the arguments of the call that returned it',
    );
  });
});

test('an icon is an SVG of the path', () => {
  const { src, mimeType, ...rest } = icon('M3 6h6');
  expect({ mimeType, rest }).toEqual({ mimeType: 'image/svg+xml', rest: {} });
  expect(atob(src.replace('data:image/svg+xml;base64,', ''))).toContain('<path d="M3 6h6"/>');
});

test('removes invisible characters, and keeps letters and emoji', () => {
  expect(stripInvisible('a\u200Bb\u202Ec\u0007\u{E0041}\r\nd 👩\u200D💻 می\u200Cخواهم')).toBe(
    'abc\nd 👩\u200D💻 می\u200Cخواهم',
  );
});
