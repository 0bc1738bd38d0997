// Small documents that become large: they end in an error, and the server goes on.
import { expect, test } from 'vitest';
import { call, codeOf, temporary } from '../setup.ts';
import { WORD_BODY, wordBody, withParts } from '@mcp/documents/test/fixtures';

const sheet = (rows: string): Uint8Array =>
  withParts('data.xlsx', {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });

const TOO_LARGE = /^too_large: .*a\.docx/;
/** Read or refused. */
const ANY = /^(?:undefined|too_large|unreadable): /;

test.concurrent.each<[what: string, name: string, make: () => Uint8Array, answer: RegExp]>([
  [
    'a ZIP bomb',
    'a.docx',
    () => withParts('letter.docx', { [WORD_BODY]: new Uint8Array(210_000_000) }),
    TOO_LARGE,
  ],
  [
    'endless text',
    'a.docx',
    () => {
      const text = wordBody(`<w:p><w:t>${'x'.repeat(11_000_000)}</w:t></w:p>`);
      return withParts('letter.docx', { [WORD_BODY]: text });
    },
    TOO_LARGE,
  ],
  [
    'cells far away',
    'a.xlsx',
    () => sheet('<row r="1"><c r="ZZZ1"><v>1</v></c></row><row r="99999999999"><c r="A1"><v>2</v></c></row>'),
    ANY,
  ],
  ['a million rows', 'a.xlsx', () => sheet('<row><c><v>1</v></c></row>'.repeat(1_000_000)), ANY],
  ['deep XML', 'a.xlsx', () => sheet(`${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`), ANY],
])('%s does not stop the server', { timeout: 120_000 }, async (_what, name, make, answer) => {
  using dir = temporary({ 'a.txt': 'still here' });
  dir.write(name, make());
  const result = await call(dir.server, 'read_text_file', { path: name });
  expect(`${String(codeOf(result))}: ${result.content[0]?.text}`).toMatch(answer);
  const next = await call(dir.server, 'read_text_file', { path: 'a.txt' });
  expect(next.content[0]?.text).toBe('still here');
});
