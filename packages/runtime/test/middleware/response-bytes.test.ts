// responseLimit in bytes: what hosts count, and where a text is cut.
import { expect, test } from 'vitest';
import { defineServer, defineTool, text } from '../../src/index.ts';
import { responseLimit } from '../../src/middleware.ts';
import { connect } from '../../src/testing.ts';
import { call } from './fixture.ts';

const MAX = 300;
const NOTICE =
  '[This result is cut: at most 300 bytes of text and 33,554,432 of media are sent. Ask for less, if you can.]\n';
const ROOM = MAX - NOTICE.length;

const cut = async (value: string) => {
  const tools = [defineTool({ name: 'get', run: () => value })];
  const middleware = [responseLimit({ maxBytes: MAX })];
  const server = defineServer({ name: 'test', version: '1', tools, resources: [], middleware });
  await using client = await connect(server);
  const { content } = await call(client, 'get');
  return content;
};

test.each(['a', '\u00e9', '界', '\u{1f600}'])(
  'counts the bytes of %s, with the notice',
  async (character) => {
    const bytes = Buffer.byteLength(character);
    const whole = character.repeat(MAX / bytes);
    expect(await cut(whole)).toEqual([text(whole)]);
    const start = character.repeat(Math.floor(ROOM / bytes));
    expect(await cut(`${whole}x`)).toEqual([text(`${NOTICE}${start}`)]);
  },
);

test('cuts after a line, or between two characters if one line is nearly everything', async () => {
  const most = 'b'.repeat(ROOM);
  const line = 'a'.repeat(ROOM - 40);
  expect(await cut(`${line}\n${most}`)).toEqual([text(`${NOTICE}${line}\n`)]);
  expect(await cut(`a\n${most}${most}`)).toEqual([text(`${NOTICE}a\n${most.slice(2)}`)]);
  expect(await cut(`${most.slice(1)}\u{1f600}${most}`)).toEqual([text(`${NOTICE}${most.slice(1)}`)]);
});
