// Edits of Word and Excel documents: what changes, what stays byte for byte, and what fails.
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { DocumentError } from '../src/document-error.ts';
import type { CellEdit, TextEdit } from '../src/document-job.ts';
import { editDocx } from '../src/edit-docx.ts';
import { editXlsx } from '../src/edit-xlsx.ts';
import { changedMembers, fixture, sheet, withParts, WORD_BODY, wordBody } from './fixtures.ts';

/** Returns the refusal as `code: message`, or undefined. */
const refused = (edit: () => unknown): string | undefined => {
  try {
    edit();
    return undefined;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return `${error.code}: ${error.message}`;
  }
};

const part = (bytes: Uint8Array, path: string): string =>
  Buffer.from(unzipSync(bytes)[path] ?? []).toString();

describe('Word', () => {
  const letter = (body: string): Uint8Array => withParts('letter.docx', { [WORD_BODY]: wordBody(body) });
  const edit = (body: string, ...edits: readonly TextEdit[]): string =>
    /<w:body>(.*)<\/w:body>/s.exec(part(editDocx(letter(body), edits).bytes, WORD_BODY))?.[1] ?? '';
  const text = (said: string): string => `<w:t xml:space="preserve">${said}</w:t>`;
  const run = (said: string, format = ''): string => `<w:r>${format}${text(said)}</w:r>`;
  const bold = '<w:rPr><w:b/></w:rPr>';

  test('text split over runs is replaced where it differs, and keeps its formatting', () => {
    const body = `<w:p>${run('Dear ')}${run('An', bold)}${run('n, see you on Mon', bold)}${run('day.')}</w:p>`;
    expect(edit(body, { oldText: 'Ann, see you on Monday', newText: 'Ann, see you on Friday' })).toBe(
      `<w:p>${run('Dear ')}${run('An', bold)}${run('n, see you on Fri', bold)}${run('day.')}</w:p>`,
    );
    expect(edit(body, { oldText: 'Dear Ann', newText: 'Bob & Eve' })).toBe(
      `<w:p>${run('Bob &amp; Eve')}<w:r>${bold}</w:r>${run(', see you on Mon', bold)}${run('day.')}</w:p>`,
    );
  });

  test('old and new text may contain tabs and line breaks', () => {
    const body = '<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>';
    expect(edit(body, { oldText: 'a\tb\nc', newText: '1\t2 3' })).toBe(
      `<w:p><w:r>${text('1')}<w:tab/>${text('2 3')}</w:r></w:p>`,
    );
    expect(edit(body, { oldText: 'b', newText: 'b\nd' })).toContain(`${text('b')}<w:br/>${text('d')}`);
  });

  test('no surrogate pair is split where two characters start or end alike', () => {
    const body = `<w:p>${run('x😀')}${run('y')}</w:p>`;
    expect(edit(body, { oldText: '😀', newText: '😁' })).toBe(`<w:p>${run('x😁')}${run('y')}</w:p>`);
  });

  test('an edit sees the result of the previous one; wholeWord and replaceAll work', () => {
    const body = `<w:p>${run('two one oneness')}</w:p>`;
    expect(
      edit(
        body,
        { oldText: 'two', newText: 'one' },
        { oldText: 'one', newText: '1', replaceAll: true, wholeWord: true },
      ),
    ).toBe(`<w:p>${run('1 1 oneness')}</w:p>`);
  });

  test('both forms of a text box are changed, and count as one', () => {
    const box = `<w:txbxContent><w:p>${run('In the box')}</w:p></w:txbxContent>`;
    const body = `<w:p><w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    expect(edit(body, { oldText: 'In the', newText: 'Out of the' })).toBe(
      body.replaceAll('In the box', 'Out of the box'),
    );
  });

  test('a text that is missing, ambiguous or spans two paragraphs changes nothing', () => {
    const body = `<w:p>${run('one two')}</w:p><w:p>${run('two')}</w:p>`;
    const why = (...edits: readonly TextEdit[]): string | undefined => refused(() => edit(body, ...edits));
    expect(why({ oldText: 'one', newText: '1' }, { oldText: 'three', newText: '3' })).toBe(
      'not_found: edits[1]: the document does not have this oldText.',
    );
    expect(why({ oldText: 'two', newText: '2' })).toBe(
      'ambiguous: edits[0]: the document has this oldText 2 times.',
    );
    expect(why({ oldText: 'two\ntwo', newText: '2' })).toBe(
      'not_found: edits[0]: the document does not have this oldText.',
    );
    expect(why({ oldText: '', newText: '2' })).toBe('not_found: edits[0].oldText of the document is empty.');
    expect(why({ oldText: 'one', newText: '\u0001' })).toBe(
      String.raw`refused: The document cannot have the character "\u0001".`,
    );
  });

  test('only the parts with the text change, also in headers', () => {
    const before = withParts('letter.docx', {
      'word/header1.xml': `<w:hdr xmlns:w="w"><w:p>${run('ACME Ltd')}</w:p></w:hdr>`,
    });
    const { bytes, after } = editDocx(before, [{ oldText: 'ACME Ltd', newText: 'ACME Inc' }]);
    expect(changedMembers(before, bytes)).toEqual(['word/header1.xml']);
    expect(after).toContain('Header:\nACME Inc');
  });

  test('signed and protected documents, and those with a password, are refused', () => {
    const why = (bytes: Uint8Array): string | undefined =>
      refused(() => editDocx(bytes, [{ oldText: 'Dear', newText: 'Hi' }]));
    expect(why(withParts('letter.docx', { '_xmlsignatures/sig1.xml': '<a/>' }))).toBe(
      'refused: The document is signed, and a change would break its signature.',
    );
    const settings =
      '<w:settings xmlns:w="w"><w:documentProtection w:edit="readOnly" w:enforcement="1"/></w:settings>';
    expect(why(withParts('letter.docx', { 'word/settings.xml': settings }))).toBe(
      'refused: The document is protected.',
    );
    expect(why(Buffer.from('d0cf11e0a1b11ae1'.padEnd(2048, '0'), 'hex'))).toBe(
      'unreadable: The document has a password, or is a document of Office 2003 or older.',
    );
  });
});

describe('Excel', () => {
  const SHEET = 'xl/worksheets/sheet1.xml';
  const edit = (rows: string, ...cells: readonly CellEdit[]): string =>
    /<sheetData>(.*)<\/sheetData>/s.exec(part(editXlsx(sheet(rows), cells).bytes, SHEET))?.[1] ?? '';

  test('values of each kind keep the style of their cell and leave other cells unchanged', () => {
    const rows =
      '<row r="1" spans="1:3"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="0"/><c r="C1"><v>3</v></c></row>';
    expect(
      edit(
        rows,
        { cell: 'A1', value: 'a < b' },
        { cell: 'b1', value: 1.5 },
        { cell: 'D1', value: '=SUM(B1:C1)&"<"' },
        { cell: 'E1', value: true },
      ),
    ).toBe(
      '<row r="1"><c r="A1" s="1" t="inlineStr"><is><t xml:space="preserve">a &lt; b</t></is></c><c r="B1" s="0"><v>1.5</v></c>' +
        '<c r="C1"><v>3</v></c><c r="D1"><f>SUM(B1:C1)&amp;&quot;&lt;&quot;</f></c><c r="E1" t="b"><v>1</v></c></row>',
    );
    expect(edit(rows, { cell: 'A1', value: null })).toContain('<c r="A1" s="1"/><c r="B1" s="0"/>');
  });

  test('new cells and rows are inserted in order, even if rows and cells have no numbers', () => {
    const row = (number: number, cells: string): string => `<row r="${number}">${cells}</row>`;
    const cell = (name: string): string => `<c r="${name}"><v>9</v></c>`;
    const set = (...names: readonly string[]): CellEdit[] => names.map((name) => ({ cell: name, value: 9 }));
    expect(edit(`${row(2, '<c r="B2"/>')}<row r="5"/>`, ...set('C2', 'A9', 'A2', 'A1', 'A5', 'A3'))).toBe(
      [
        row(1, cell('A1')),
        row(2, `${cell('A2')}<c r="B2"/>${cell('C2')}`),
        row(3, cell('A3')),
        row(5, cell('A5')),
        row(9, cell('A9')),
      ].join(''),
    );
    expect(edit('<row><c/><c/></row><row><c/></row>', ...set('B1', 'A2'))).toBe(
      `<row r="1"><c/>${cell('B1')}</row><row r="2">${cell('A2')}</row>`,
    );
  });

  test('removes saved formula values, so that no program shows stale ones, and the calculation chain', () => {
    const before = sheet(
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="str"><f>A1*2</f><v>2</v></c><c r="C1"><f>A1</f><v>1</v></c></row>',
      {
        'xl/calcChain.xml': '<calcChain><c r="B1" i="1"/><c r="C1"/></calcChain>',
        '[Content_Types].xml':
          '<Types><Override PartName="/xl/workbook.xml"/><Override PartName="/xl/calcChain.xml"/></Types>',
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="data" r:id="rId1"/></sheets><calcPr calcId="1"/></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="calcChain.xml"/></Relationships>',
      },
    );
    const { bytes, after, notes } = editXlsx(before, [{ cell: 'C1', value: 7 }]);
    expect(after).toBe('## Sheet 1: data\n\n1,=A1*2,7');
    expect(notes).toEqual(['Formulas without a saved value are shown as formulas: 1.']);
    expect(part(bytes, 'xl/workbook.xml')).toContain(
      '</sheets><calcPr calcId="1" fullCalcOnLoad="1"/></workbook>',
    );
    expect(part(bytes, '[Content_Types].xml')).toBe('<Types><Override PartName="/xl/workbook.xml"/></Types>');
    expect(changedMembers(before, bytes).toSorted()).toEqual([
      '[Content_Types].xml',
      'xl/_rels/workbook.xml.rels',
      'xl/calcChain.xml',
      'xl/workbook.xml',
      SHEET,
    ]);
  });

  test('a date is stored as a date if the cell has a date format, otherwise as text with a note', () => {
    const dates = fixture('dates.xlsx');
    const { after } = editXlsx(dates, [{ cell: 'A2', value: '2031-05-17' }]);
    expect(after).toContain('2031-05-17');
    const { notes } = editXlsx(sheet(''), [
      { cell: 'A1', value: '2031-05-17' },
      { cell: 'A2', value: '12,50' },
      { cell: 'A3', value: 'words' },
    ]);
    expect(notes).toEqual([
      'Written as text: give numbers without quotes, and dates where the cell has a date format: A1, A2.',
    ]);
  });

  test.each<[what: string, rest: string, cell: string, why: string]>([
    [
      'merged',
      '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>',
      'B2',
      'it is merged into A1:B2, of which only the first cell can be set',
    ],
    ['protected', '<sheetProtection sheet="1"/>', 'A1', 'its sheet is protected'],
    ['part of an array formula', '', 'D2', 'D1:D3 share one array formula'],
    ['the first of a shared formula', '', 'E1', 'E1:E3 share its formula'],
    ['the name of a column', '', 'G1', 'it names a column of the table G1:H5'],
  ])('refuses a cell that is %s', (_what, rest, cell, why) => {
    const rows =
      '<row r="1"><c r="D1"><f t="array" ref="D1:D3">A1:A3</f></c><c r="E1"><f t="shared" ref="E1:E3" si="0">A1</f></c></row>';
    const before = withParts('data.xlsx', {
      [SHEET]: `<worksheet><sheetData>${rows}</sheetData>${rest}</worksheet>`,
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="../tables/table1.xml"/></Relationships>',
      'xl/tables/table1.xml': '<table ref="G1:H5"/>',
    });
    expect(refused(() => editXlsx(before, [{ cell, value: 1 }]))).toBe(
      `refused: The document does not allow a change of ${cell}: ${why}.`,
    );
  });

  test('refuses sheets and cells that do not exist', () => {
    const why = (cell: CellEdit): string | undefined => refused(() => editXlsx(sheet(''), [cell]));
    expect(why({ sheet: 'Sum', cell: 'A1', value: 1 })).toBe(
      'missing: The document has no sheet Sum; its sheets are data.',
    );
    const two = withParts('data.xlsx', {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="data" r:id="rId1"/><sheet name="More" r:id="rId1"/></sheets></workbook>',
    });
    expect(refused(() => editXlsx(two, [{ cell: 'A1', value: 1 }]))).toBe(
      'missing: The document has several sheets, so each cell needs its sheet; its sheets are data, More.',
    );
    for (const cell of ['A0', 'XFE1', 'A1:B2', 'A1048577'])
      expect(why({ cell, value: 1 })).toBe(`missing: The document has no cell ${cell}.`);
  });

  test('invalid cell values are refused', () => {
    for (const value of [undefined, [1], { a: 1 }, Number.NaN])
      expect(refused(() => editXlsx(sheet(''), [{ cell: 'A1', value }]))).toBe(
        'refused: The document cannot have this value in A1.',
      );
  });

  test('macros stay byte for byte', () => {
    const before = withParts('data.xlsx', { 'xl/vbaProject.bin': 'Sub AutoOpen' });
    const { bytes } = editXlsx(before, [{ cell: 'A1', value: 1 }]);
    expect(changedMembers(before, bytes).toSorted()).toEqual(['xl/workbook.xml', SHEET]);
  });
});
