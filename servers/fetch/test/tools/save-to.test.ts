// save_to: saves a document below the operator's directory, and nowhere else.
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect } from '@mcp/runtime/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callTool, refusal, serve, textsOf, use, type Session } from '../setup.ts';

const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255]);
const PAGE = '<main><h1>One</h1><p>Two</p></main>';

let folder: string;
let server: Session;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-save-'));
  const pages = { '/': PAGE, '/image': { type: 'image/png', body: BYTES } };
  server = await use(pages, { 'ignore-robots-txt': true, 'save-dir': folder });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

test('saves the bytes that the site sent, and returns size, hash, type and a link', async () => {
  const uri = pathToFileURL(join(folder, 'a.png')).href;
  expect(await server.fetch('/image', { save_to: 'a.png' })).toMatchObject({
    content: [
      {
        text: `Saved the source of ${server.origin}/image as ${uri}: image/png, 10 bytes, sha256 d44c4eee8f72efac76c1f294e7260408825c8dad42adaaf6e9bee7e7ef4c7de3.`,
      },
      { type: 'resource_link', uri, name: 'a.png', mimeType: 'image/png', size: 10 },
    ],
  });
  expect(readFileSync(join(folder, 'a.png'))).toEqual(BYTES);
});

test('saves the source of a page, or its text if a format is given', async () => {
  await server.fetch('/', { save_to: 'source.html' });
  expect(readFileSync(join(folder, 'source.html'), 'utf8')).toBe(PAGE);
  expect(await server.fetch('/', { save_to: 'text.md', format: 'markdown' })).toMatchObject({
    content: [{}, { mimeType: 'text/markdown' }],
  });
  expect(readFileSync(join(folder, 'text.md'), 'utf8')).toBe('# One\n\nTwo');
  // A selector selects from the text.
  expect(await server.fetch('/', { save_to: 'part.md', selector: 'p' })).toMatchObject({
    content: [{ text: expect.stringContaining(`Saved the text of ${server.origin}/ as`) }, {}],
  });
  expect(readFileSync(join(folder, 'part.md'), 'utf8')).toBe('Two');
});

test('included lists also come with the source', async () => {
  const result = await server.fetch('/', { save_to: 'source.html', include: ['outline'] });
  expect(textsOf(result)).toEqual([
    expect.stringMatching(/^Saved the source of /),
    '',
    'Outline:\n# One (start_index 0)',
  ]);
});

test.for([{ start_index: 3 }, { cursor: 'markdown.1f0c9d3ab2e47788.5' }])(
  'a part of a document is not saved: %j',
  async (args) => {
    expect(await server.fetch('/', { save_to: 'a.md', ...args })).toMatchObject(
      refusal('save_to saves a whole document'),
    );
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('nothing is overwritten without overwrite', async () => {
  writeFileSync(join(folder, 'a.html'), 'mine');
  expect(await server.fetch('/', { save_to: 'a.html' })).toMatchObject(
    refusal('already exists; nothing was written'),
  );
  expect(readFileSync(join(folder, 'a.html'), 'utf8')).toBe('mine');
  await server.fetch('/', { save_to: 'a.html', overwrite: true });
  expect(readFileSync(join(folder, 'a.html'), 'utf8')).toBe(PAGE);
});

describe('nothing is written outside', () => {
  test.for(['../a.html', '/etc/a.html', 'a/../../b.html', 'link/a.html', '.', ''])('%s', async (save_to) => {
    const outside = mkdtempSync(join(tmpdir(), 'mcp-outside-'));
    symlinkSync(outside, join(folder, 'link'));
    expect(await server.fetch('/', { save_to })).toMatchObject({ isError: true });
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['link']);
    rmSync(outside, { recursive: true });
  });
});

test('without the directory, and with --read-only, the answer says how to allow saving', async () => {
  for (const flags of [{}, { 'save-dir': folder, 'read-only': true }]) {
    await using other = await connect(serve({ 'ignore-robots-txt': true, ...flags }), {
      revision: '2025-11-25',
    });
    const args = { url: `${server.origin}/`, save_to: 'a.html' };
    expect(await callTool(other, 'fetch', args)).toMatchObject(
      refusal('The user can start this server with --save-dir, and without --read-only.'),
    );
    const { tools } = (await other.request('tools/list')) as { tools: readonly object[] };
    expect(tools[0]).toMatchObject({ name: 'fetch', annotations: { readOnlyHint: true } });
  }
  expect(readdirSync(folder)).toEqual([]);
});
