// Office documents, books and archives from the web, even if their type is only bytes.
import { fixture } from '@mcp/documents/test/fixtures';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { refusal, textsOf, useInFile } from '../setup.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const book = zipSync({
  mimetype: strToU8('application/epub+zip'),
  'OEBPS/content.opf': strToU8(
    `<package><manifest><item id="two" href="text/2.xhtml"/>
    <item href="text/1.xhtml" id="one"/></manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>`,
  ),
  'OEBPS/text/1.xhtml': strToU8('<html><body><h1>One</h1><p>Ebb</p></body></html>'),
  'OEBPS/text/2.xhtml': strToU8('<html><body><h1>Two</h1><p>Flow</p></body></html>'),
});
const archive = zipSync({ 'a.txt': strToU8('abc'), 'b/c.bin': new Uint8Array(5) });
const body = (type: string, bytes: Uint8Array) => ({ type, body: Buffer.from(bytes) });

const word = (text: string) =>
  body(
    `${OFFICE}wordprocessingml.document`,
    zipSync({
      'word/document.xml': strToU8(
        `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
      ),
    }),
  );
let asked = 0;

const server = await useInFile({
  '/invisible.docx': word('high\u200b\u{e0061} water'),
  '/changing.docx': (_request, response) => {
    const { type, body: bytes } = word(`Version ${(asked += 1)}`);
    response.writeHead(200, { 'content-type': type }).end(bytes);
  },
  '/word': body(`${OFFICE}wordprocessingml.document`, fixture('letter.docx')),
  '/sheet.xlsx': body('application/octet-stream', fixture('data.xlsx')),
  '/book.epub': body('application/epub+zip', book),
  '/files.zip': body('application/zip', archive),
  '/damaged.docx': body(`${OFFICE}wordprocessingml.document`, archive),
  '/not.docx': body(`${OFFICE}wordprocessingml.document`, Buffer.from('no archive')),
});
const textOf = async (path: string, args: object = {}): Promise<string> =>
  (textsOf(await server.fetch(path, args))[0] ?? '').replace(/^Contents of .*:\n/, '');

test('Word and Excel files are read as text below a description', async () => {
  expect(await textOf('/word')).toMatch(/^\[Text of the docx\.[^]*\]\n\n\S/);
  expect(await textOf('/sheet.xlsx')).toMatch(/^\[Text of the xlsx, [^]*\]\n\n## Sheet 1/);
});

test('a book is read as chapters in order, an archive as a list of its members', async () => {
  expect(await textOf('/book.epub')).toBe('# One\n\nEbb\n\n# Two\n\nFlow');
  expect(await textOf('/files.zip')).toBe('2 members:\n- a.txt (3 bytes)\n- b/c.bin (5 bytes)');
});

test('an unreadable file is reported, and its bytes are returned', async () => {
  const [text = ''] = textsOf(await server.fetch('/damaged.docx'));
  expect(text).toMatch(/bytes\. http.* lacks word\/document\.xml\.$/);
  expect(await textOf('/not.docx')).toContain('bytes');
  expect(await server.fetch('/word', { format: 'html' })).toMatchObject(refusal('has no source as text'));
});

test('a changed document is read again', async () => {
  const texts = [await textOf('/changing.docx'), await textOf('/changing.docx', { fresh: true })];
  expect(texts.map((text) => text.replace(/^[^]*\n/, ''))).toEqual(['Version 1', 'Version 2']);
});

test('invisible characters are removed', async () => {
  expect(await textOf('/invisible.docx')).toMatch(/\nhigh water$/);
});

test('a selector is refused instead of ignored', async () => {
  const refused = refusal('A selector works on pages only');
  for (const path of ['/word', '/book.epub', '/files.zip'])
    expect(await server.fetch(path, { selector: 'p' })).toMatchObject(refused);
});
