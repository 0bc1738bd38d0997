// responseLimit in characters: what counts in a conversation, and where a text is cut.
import { expect, test } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { responseLimit } from '../../src/middleware.ts';
import { connect } from '../../src/testing.ts';
import { call } from './fixture.ts';

const cut = async (value: string) => {
  const tools = [defineTool({ name: 'get', run: () => value })];
  const middleware = [responseLimit({ maxChars: 100 })];
  const server = defineServer({ name: 'test', version: '1', tools, resources: [], middleware });
  await using client = await connect(server);
  const { content } = await call(client, 'get');
  return (content as readonly { readonly text?: string }[]).map(({ text }) => text);
};

test('counts characters, whatever their bytes', async () => {
  expect(await cut('\u00e9'.repeat(100))).toEqual(['\u00e9'.repeat(100)]);
  const [shown, notice] = await cut('\u00e9'.repeat(101));
  expect(shown).toBe('\u00e9'.repeat(100));
  expect(notice).toMatch(/^\[This result is cut: at most 100 characters of text and .* of media are sent\./);
});

test('cuts behind a line, and a line that is nearly everything between two characters', async () => {
  expect((await cut(`${'a'.repeat(60)}\n${'b'.repeat(60)}`))[0]).toBe(`${'a'.repeat(60)}\n`);
  expect((await cut(`a\n${'b'.repeat(200)}`))[0]).toBe(`a\n${'b'.repeat(98)}`);
  expect((await cut(`${'a'.repeat(99)}\u{1f600}`))[0]).toBe('a'.repeat(99));
});
