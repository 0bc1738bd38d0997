// Documents in tools and resources: checks parts, limits and files that only look like documents.
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { call, codeOf, connectTo, serve, temporary, type CallResult } from '../setup.ts';
import { fixture, FIXTURES, sheet, WORD_BODY, withParts, wordBody } from '@mcp/documents/test/fixtures';

/** Shared, because each server starts its own document processes. */
const server = serve([FIXTURES]);
const read = (path: string, args: object = {}, from = server): Promise<CallResult> =>
  call(from, 'read_text_file', { path, ...args });
const textOf = ({ content }: CallResult): string => content[0]?.text ?? '';
const noteOf = ({ content }: CallResult): string => content[1]?.text ?? '';

test('reads a notebook as cells with their output, or as its source', async () => {
  const notebook = {
    nbformat: 4,
    metadata: { language_info: { name: 'python' } },
    cells: [
      { cell_type: 'markdown', source: ['# Title\n', 'text'] },
      {
        cell_type: 'code',
        source: 'print(1)',
        outputs: [
          { output_type: 'stream', text: ['1\n'] },
          { output_type: 'display_data', data: { 'image/png': 'A'.repeat(100_000), 'text/plain': 'x' } },
          { output_type: 'error', ename: 'ValueError', evalue: 'bad' },
        ],
      },
    ],
  };
  using dir = temporary({ 'a.ipynb': JSON.stringify(notebook) });
  const own = dir.server;
  const result = await read('a.ipynb', {}, own);
  expect(textOf(result)).toBe(
    '## Cell 1 (markdown)\n\n# Title\ntext\n\n## Cell 2 (code)\n\n```python\nprint(1)\n```\n\n' +
      'Output:\n1\n\n[image/png]\nValueError: bad',
  );
  const source = await read('a.ipynb', { encoding: 'utf-8' }, own);
  expect(JSON.parse(textOf(source))).toEqual(notebook);
});

describe.concurrent('parts', { timeout: 60_000 }, () => {
  test('selects pages, slides and sheets by number or name, and counts them', async () => {
    expect(textOf(await read('talk.pptx', { pages: '2-3' }))).toMatch(
      /^## Slide 2\n[^]*## Slide 3\n\nThank you$/,
    );
    expect(noteOf(await read('talk.pptx', { pages: '1' }))).toContain('[Text of the pptx, 3 slides. ');
    expect(textOf(await read('dates.xlsx', { pages: 'dates' }))).toMatch(/^## Sheet 1: dates\n/);
    const none = await read('talk.pptx', { pages: '4' });
    expect(textOf(none)).toBe('There is no slide 4: talk.pptx has 3 slides.');
  });

  test('truncates a long document at the limit, and says how to continue', async () => {
    const brief = serve([FIXTURES], { maxOutputBytes: 1000 });
    const first = await read('letter.pdf', {}, brief);
    // The hint on how to continue comes first.
    const [note, text] = [textOf(first), noteOf(first)];
    const offset = Number(/^\[Lines 1 to \d+; continue with offset (\d+)/.exec(note)?.[1]);
    const next = await read('letter.pdf', { offset }, brief);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000);
    const whole = textOf(await read('letter.pdf'));
    expect(
      whole.startsWith(`${text}\n${[textOf(next), noteOf(next)].find((part) => !part.startsWith('['))}`),
    ).toBe(true);
  });

  test('read_multiple_files and resources return the text, too', async () => {
    const several = await call(server, 'read_multiple_files', { paths: ['letter.docx', 'talk.pptx'] });
    expect(textOf(several)).toContain('Dear Ann,');
    expect(textOf(several)).toContain('Thank you');
    await using client = await connectTo(server);
    const { contents } = await client.request('resources/read', { uri: `file://${FIXTURES}/letter.docx` });
    expect(contents).toMatchObject([
      { mimeType: 'text/markdown', text: expect.stringContaining('Dear Ann,') },
    ]);
  });
});

const DAMAGED: { readonly [path: string]: Uint8Array } = {
  'entities.docx': withParts('letter.docx', {
    [WORD_BODY]: `<!DOCTYPE a [<!ENTITY b "c">]>${wordBody('&b;')}`,
  }),
  'no-xml.docx': withParts('letter.docx', { [WORD_BODY]: '<w:p>' }),
  'no-body.docx': zipSync({ 'a.xml': strToU8('<a/>') }),
  'half.docx': fixture('letter.docx').subarray(0, 2500),
  'password.xlsx': Buffer.from('d0cf11e0a1b11ae1'.padEnd(2048, '0'), 'hex'),
  'half.pdf': fixture('letter.pdf').subarray(0, 300),
  'no-notebook.ipynb': Buffer.from('{"cells": 1}'),
};

test('read_multiple_files and resources report what their text omits', async () => {
  const formula = sheet('<row><c r="A1"><f>1+1</f></c></row>');
  using dir = temporary({ 'a.xlsx': formula });
  const result = await call(dir.server, 'read_multiple_files', { paths: ['a.xlsx'] });
  expect(textOf(result)).toMatch(
    /^a\.xlsx:\n## Sheet 1: data\n\n=1\+1\n\[Formulas without a saved value are shown as formulas: 1\. etag: [^ ]+\]\n$/,
  );
  await using client = await connectTo(dir.server);
  const { contents } = await client.request('resources/read', { uri: `file://${dir.at('a.xlsx')}` });
  expect(contents).toMatchObject([
    { _meta: { file: { notes: ['Formulas without a saved value are shown as formulas: 1.'] } } },
  ]);
});

test('a damaged or hostile document is an error', async () => {
  using dir = temporary(DAMAGED);
  const own = dir.server;
  for (const path of Object.keys(DAMAGED)) {
    const result = await read(path, {}, own);
    expect([path, codeOf(result)]).toEqual([path, 'unreadable']);
    expect(textOf(result)).toContain(path);
  }
});

test('omits macros from the text, and reads a plain text file named like a document as it is', async () => {
  const macros = withParts('letter.docx', { 'word/vbaProject.bin': 'Sub AutoOpen' });
  using dir = temporary({ 'a.docm': macros, 'a.pdf': 'just text', 'b.docx': 'just text' });
  const own = dir.server;
  const text = textOf(await read('a.docm', {}, own));
  expect(text).toContain('Dear Ann,');
  expect(text).not.toContain('AutoOpen');
  for (const path of ['a.pdf', 'b.docx']) expect(textOf(await read(path, {}, own))).toBe('just text');
});

test('refuses base64 beyond the limit, except for images up to a limit of their own', async () => {
  using dir = temporary({
    'a.zip': Buffer.alloc(40_000, 1),
    'small.zip': Buffer.alloc(3000, 1),
    'a.png': Buffer.alloc(100_000, 1),
    'big.png': Buffer.alloc(4_000_000, 1),
  });
  const brief = serve([dir.path], { maxOutputBytes: 40_000 });
  const media = (path: string): Promise<CallResult> => call(brief, 'read_media_file', { path });
  expect(textOf(await media('a.zip'))).toContain(
    'a.zip (application/zip) has 40000 bytes; 30000 are allowed. read_text_file lists its members.',
  );
  expect((await media('small.zip')).content[0]?.type).toBe('resource');
  expect((await media('a.png')).content[0]?.type).toBe('image');
  expect(codeOf(await media('big.png'))).toBe('too_large');
});
