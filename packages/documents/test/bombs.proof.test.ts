// Document bombs: small documents that expand are refused without affecting other documents or clients.
import { expect, test } from 'vitest';
import { DocumentReader } from '../src/document-reader.ts';
import { fixture, outcome, read, sheet, withParts, WORD_BODY, wordBody } from './fixtures.ts';

const letter = (body: string | Uint8Array): Uint8Array => withParts('letter.docx', { [WORD_BODY]: body });
const far = '<row r="1"><c r="ZZZ1"><v>1</v></c></row><row r="99999999999"><c r="A1"><v>2</v></c></row>';

test.concurrent.each<[what: string, name: string, make: () => Uint8Array, answer: RegExp]>([
  ['a ZIP bomb', 'a.docx', () => letter(new Uint8Array(210_000_000)), /^too_large: /],
  [
    'endless text',
    'a.docx',
    () => letter(wordBody(`<w:p><w:t>${'x'.repeat(11_000_000)}</w:t></w:p>`)),
    /^too_large: /,
  ],
  ['cells far away', 'a.xlsx', () => sheet(far), /^## Sheet 1: data\n\n\[99999999998 empty rows\]\n2$/],
  [
    'a million rows',
    'a.xlsx',
    () => sheet('<row><c><v>1</v></c></row>'.repeat(1_000_000)),
    /^## Sheet 1: data\n\n1\n1\n/,
  ],
  [
    'deep XML',
    'a.xlsx',
    () => sheet(`${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`),
    /^## Sheet 1: data$/,
  ],
  [
    'one sheet listed 3,000 times',
    'a.xlsx',
    () =>
      sheet('<row><c><v>123456</v></c></row>'.repeat(20_000), {
        'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${'<sheet name="a" r:id="rId1"/>'.repeat(3000)}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      }),
    /^too_large: /,
  ],
])('%s is read or refused', { timeout: 120_000 }, async (_what, name, make, answer) => {
  expect(await outcome(read(name, make()))).toMatch(answer);
  expect(await outcome(read('letter.pdf', fixture('letter.pdf')))).toContain('Dear Ann');
});

test(
  'a valid PDF does not wait for eight hostile documents of another client',
  { timeout: 240_000 },
  async () => {
    await using reader = new DocumentReader();
    const hostile = letter(wordBody('<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(3_000_000)));
    const good = fixture('letter.pdf');
    const signal = AbortSignal.timeout(200_000);
    const source = (name: string, bytes: Uint8Array) => ({
      name,
      version: name,
      readWhole: async () => bytes,
    });
    const stop = new AbortController();
    const hostileReads = Array.from({ length: 8 }, (_, index) =>
      reader.read(source(`${index}.docx`, hostile), { signal: stop.signal, client: 'hostile' }),
    );
    let ended = 0;
    const all = Promise.allSettled(hostileReads.map((reading) => reading.finally(() => ended++)));
    await reader.read(source('good.pdf', good), { signal, client: 'good' });
    const endedBefore = ended;
    stop.abort();
    await all;
    expect(endedBefore).toBeLessThan(4);
  },
);
