// A long file, with the program started as by a host: each answer fits a host and starts with how to continue.
import { join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { callBy, temporary } from './setup.ts';

const PROGRAM = join(import.meta.dirname, '../src/main.ts');
const MOST_BYTES = 36_000;
const FILE_BYTES = 300_000;

const fileOf = (line: string): string =>
  `${line}\n`.repeat(Math.ceil(FILE_BYTES / Buffer.byteLength(`${line}\n`)));

test.each([
  ['ASCII', fileOf('The ships of the harbour sail with the tide.')],
  ['Chinese', fileOf('港口的船只随着潮水出海，又随着下一次潮水回来。')],
])('the parts of a 300 kB file in %s add up to the whole', async (_, file) => {
  using dir = temporary({ 'long.txt': file });
  await using client = await connect({ command: process.execPath, args: [PROGRAM, dir.path] });
  const parts: string[] = [];
  for (let offset: number | undefined = 1; offset !== undefined;) {
    const { content } = await callBy(client, 'read_text_file', { path: 'long.txt', offset });
    const texts = content.map(({ text = '' }) => text);
    expect(Buffer.byteLength(texts.join(''))).toBeLessThanOrEqual(MOST_BYTES);
    const next = /^\[Lines \d+ to \d+; continue with offset (\d+)\. etag: \S+\]\n$/.exec(texts[0] ?? '')?.[1];
    parts.push(texts[next === undefined ? 0 : 1] ?? '');
    offset = next === undefined ? undefined : Number(next);
  }
  expect(parts.length).toBeGreaterThan(8);
  expect(parts.join('\n') === file).toBe(true);
});
