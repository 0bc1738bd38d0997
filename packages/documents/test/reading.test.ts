// Document text: compared with LibreOffice's own text export and with pdftotext.
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toText } from '../src/document-lines.ts';
import { fixture, FIXTURES, outcome, read, sheet, withParts, WORD_BODY, wordBody } from './fixtures.ts';

const named = (extension: string): string[] =>
  readdirSync(FIXTURES).filter((name) => name.endsWith(extension));

/** Reads without a server. */
const textOf = async (name: string): Promise<string> => toText((await read(name, fixture(name))).parts);

/** Keeps the letters that the fixtures' fonts contain. */
const letters = (text: string): string[] =>
  (
    words(text)
      .join('')
      .match(/[!-\u024F]/g) ?? []
  ).toSorted();

/** Returns the words, without list, heading and table marks. */
const words = (text: string): string[] =>
  text
    .replaceAll(/^#+ |^- |^\|( --- \|)+$|(?<!\\)\||\\(?=\|)/gm, ' ')
    .replaceAll(/\uFEFF|[•◦]|^\s*\d+\.\s/gm, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '|');

describe.concurrent('the text is complete', { timeout: 60_000 }, () => {
  test.each(named('.docx'))('of %s', async (name) => {
    const expected = fixture(name.replace('.docx', '.txt')).toString('utf8');
    expect(words(await textOf(name))).toEqual(words(expected));
  });

  test.each(named('.pdf'))('of %s', async (name) => {
    const expected = fixture(`${name}.txt`).toString('utf8');
    const found = (await textOf(name)).replaceAll(/^## Page \d+$/gm, '');
    // Both guess word breaks and the order of table cells.
    expect(letters(found)).toEqual(letters(expected));
  });

  test.each(named('.xlsx'))('of %s', async (name) => {
    const title = name.replace('.xlsx', '');
    const expected = fixture(`${title}.csv`).toString('utf8');
    const cells = (csv: string): string[][] =>
      csv
        .trimEnd()
        .split('\n')
        .map((line) => line.replaceAll('"', '').replace(/,+$/, '').split(',').map(toPlain));
    const [first, , ...lines] = (await textOf(name)).split('\n');
    expect(first).toBe(`## Sheet 1: ${title}`);
    expect(cells(lines.join('\n'))).toEqual(cells(expected));
  });

  /** Normalizes a number or time. */
  const toPlain = (cell: string): string =>
    cell.trim() !== '' && Number.isFinite(Number(cell))
      ? String(Number(cell))
      : cell
          .trim()
          .replace(/(\d)T(\d)/, '$1 $2')
          .replace(/^12(:.*) AM$/, '00$1')
          .replace(/ PM$/, '');

  test('of slides, with tables and notes', async () => {
    expect(await textOf('talk.pptx')).toBe(
      '## Slide 1\n\nWelcome to the talk\n\nSecond line äöü 日本\n\nNotes: Say hello first\n\n' +
        '## Slide 2\n\n| Key | Value |\n| --- | --- |\n| speed | fast |\n\n## Slide 3\n\nThank you',
    );
  });
});

describe.concurrent('Word', () => {
  const text = (body: string, others: { readonly [path: string]: string } = {}) =>
    outcome(read('a.docx', withParts('minimal.docx', { [WORD_BODY]: wordBody(body), ...others })));
  const part = (name: string, content: string): string => `<w:${name} xmlns:w="w">${content}</w:${name}>`;
  const paragraph = (said: string): string => `<w:p><w:r><w:t>${said}</w:t></w:r></w:p>`;

  test('the lines that separate footnotes and endnotes from the text are not notes', async () => {
    const notes = (kind: string): string =>
      part(
        `${kind}s`,
        `<w:${kind} w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:${kind}>` +
          `<w:${kind} w:type="continuationSeparator" w:id="0"><w:p/></w:${kind}>`,
      );
    const others = { 'word/footnotes.xml': notes('footnote'), 'word/endnotes.xml': notes('endnote') };
    expect(await text(paragraph('One'), others)).toBe('One');
    const one = `<w:footnote w:id="1">${paragraph('Source: us')}</w:footnote></w:footnotes>`;
    const withNote = others['word/footnotes.xml'].replace('</w:footnotes>', one);
    const body = '<w:p><w:r><w:t>One</w:t><w:footnoteReference w:id="1"/></w:r></w:p>';
    expect(await text(body, { ...others, 'word/footnotes.xml': withNote })).toBe(
      'One[^1]\n\nFootnotes:\n[1] Source: us',
    );
  });

  test('headers and footers are text, once if they are equal', async () => {
    const others = {
      'word/header1.xml': part('hdr', paragraph('ACME')),
      'word/header2.xml': part('hdr', paragraph('ACME')),
      'word/footer1.xml': part('ftr', paragraph('Page of one')),
    };
    expect(await text(paragraph('One'), others)).toBe('One\n\nHeader:\nACME\n\nFooter:\nPage of one');
  });

  test('a text box does not split its paragraph, and appears once', async () => {
    const box = `<w:txbxContent>${paragraph('In the box')}</w:txbxContent>`;
    const drawn = `<w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r>`;
    const body = `<w:p><w:r><w:t>Before </w:t></w:r>${drawn}<w:r><w:t>after</w:t></w:r></w:p>`;
    expect(await text(body)).toBe('In the box\n\nBefore after');
  });

  test('tab stops are not tabs, and deleted text is left out with a note', async () => {
    const body =
      '<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r>' +
      '<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>';
    const document = await read('a.docx', withParts('minimal.docx', { [WORD_BODY]: wordBody(body) }));
    expect(document).toEqual({
      kind: 'docx',
      parts: [{ title: '', text: 'a\tb' }],
      notes: ['Text that tracked changes delete is left out.'],
    });
  });
});

describe.concurrent('Excel', () => {
  test('formulas without a saved value are shown as formulas, and counted', async () => {
    const rows =
      '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*2</f></c><c r="C1"><f>A1*3</f><v>6</v></c>' +
      '<c r="D1" t="str"><f>""</f><v></v></c><c r="E1"><f t="shared" si="0"/></c></row>';
    const document = await read('a.xlsx', sheet(rows));
    expect(document.parts[0]?.text).toBe('2,=A1*2,6,,=(shared formula)');
    expect(document.notes).toEqual(['Formulas without a saved value are shown as formulas: 2.']);
  });

  test('text shared by many cells counts each time it is shown', async () => {
    const others = { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1_000_000)}</t></si></sst>` };
    const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(100_000);
    expect(await outcome(read('a.xlsx', sheet(rows, others)))).toBe(
      'too_large: The document has more than 10000000 characters of text.',
    );
  });
});

test('only the first cells of a very long notebook are read, and a note says so', async () => {
  const cells = Array.from({ length: 10_001 }, (_, i) => ({
    cell_type: 'markdown',
    source: [`cell ${i + 1}`],
  }));
  const document = await read('a.ipynb', Buffer.from(JSON.stringify({ cells })));
  expect(document.parts.at(-1)).toEqual({ title: 'Cell 10000 (markdown)', text: 'cell 10000' });
  expect(document.notes).toEqual([
    'Only the first 10000 of 10001 cells are here; encoding: "utf-8" shows its source.',
  ]);
});
