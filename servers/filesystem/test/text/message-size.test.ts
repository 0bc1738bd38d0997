import { truncateSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { codeOf, serve, temporary, type CallResult } from '../setup.ts';
import { fitsMessage, SURE_BYTES } from '../../src/text/message-size.ts';

const LENGTH = 46_000_000;

test('a text with many control characters is too long for a message before others are', () => {
  expect(fitsMessage('\0'.repeat(SURE_BYTES))).toBe(true);
  expect(fitsMessage('\0'.repeat(LENGTH))).toBe(false);
  expect(fitsMessage('\n'.repeat(LENGTH))).toBe(true);
});

test('a large file of zeros is cut, or refused, instead of failing on the way to the client', async () => {
  using dir = temporary({ zeros: '' });
  truncateSync(dir.at('zeros'), LENGTH);
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const call = (name: string, args: object) =>
    client.request('tools/call', { name, arguments: args }) as Promise<unknown> as Promise<CallResult>;
  const { content, structuredContent } = await call('read_text_file', { path: 'zeros', head: 2 });
  expect(content[0]?.text?.length).toBe(SURE_BYTES);
  expect(content[1]).toEqual({
    type: 'text',
    text: `[A line is longer than the limit of ${SURE_BYTES} bytes and is cut.]`,
  });
  expect(structuredContent?.['truncated']).toBe(true);
  const refused = await call('read_multiple_files', { paths: ['zeros'] });
  expect(codeOf(refused)).toBe('too_large');
  expect(refused.content[0]?.text).toContain('Read fewer files at once, or set perFileLimit.');
});
