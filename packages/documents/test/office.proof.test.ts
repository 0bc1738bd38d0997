// Edited documents of independent producers: open in LibreOffice with the new values and no other change.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { editDocx } from '../src/edit-docx.ts';
import { editXlsx } from '../src/edit-xlsx.ts';
import type { EditedDocument } from '../src/document-job.ts';
import { changedMembers, FIXTURES } from './fixtures.ts';

const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const hasOffice = has('soffice', '--version');
const hasPython = has('/usr/bin/python3', '-c', 'import openpyxl, docx');
const missing = [...(hasOffice ? [] : ['soffice']), ...(hasPython ? [] : ['openpyxl and python-docx'])];
const reason = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')} not installed)`;

const folder = mkdtempSync(join(tmpdir(), 'mcp-office-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Converts files with LibreOffice, all in one run. */
const convert = (to: string, out: string, files: readonly string[]): void => {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  execFileSync('soffice', [profile, '--headless', '--convert-to', to, '--outdir', out, ...files], {
    stdio: 'ignore',
    timeout: 180_000,
  });
};

/** Writes workbooks and letters with two Python libraries. A1 is 2, B1 is 3, C1 their product, D1 a date. */
const PRODUCE = `
import datetime, docx, openpyxl, sys
from docx.shared import Pt
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.table import Table
out = sys.argv[1]
for n in range(8):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = 'Data & more' if n % 2 else 'Data'
    sheet.append([2, 3, '=A1*B1', datetime.date(2026, 1, 31)])
    if n & 1: book.create_sheet('Sums')['A1'] = "='" + sheet.title + "'!C1+1"
    if n & 2: sheet.merge_cells('A5:B6'); sheet['A5'] = 'merged'
    if n & 4: sheet['B1'].font = Font(bold=True); sheet['B1'].fill = PatternFill('solid', fgColor='FFFF00')
    sheet['F20'] = 'shared text'
    book.save(f'{out}/py{n}.xlsx')
    letter = docx.Document()
    letter.add_heading('Report', 0)
    paragraph = letter.add_paragraph('The price of ')
    run = paragraph.add_run('blue wid'); run.bold = True
    run = paragraph.add_run('gets'); run.italic = True; run.font.size = Pt(14)
    paragraph.add_run(' is 100 euros.')
    if n & 1: letter.sections[0].header.paragraphs[0].text = 'Header of blue things'
    if n & 2: letter.add_table(rows=2, cols=2).cell(0, 0).text = 'cell'
    if n & 4: letter.add_page_break(); letter.add_paragraph('Second page', style='List Bullet')
    letter.save(f'{out}/py{n}.docx')
`;

const produce = (): readonly string[] => {
  const made = join(folder, 'made');
  const again = join(folder, 'again');
  for (const path of [made, again]) mkdirSync(path);
  execFileSync('/usr/bin/python3', ['-c', PRODUCE, made]);
  const list = (kind: string): string[] =>
    readdirSync(made)
      .filter((name) => name.endsWith(kind))
      .map((name) => join(made, name));
  // LibreOffice adds cached values, its own styles and settings.
  convert('xlsx:Calc MS Excel 2007 XML', again, list('.xlsx'));
  convert('docx:MS Word 2007 XML', again, list('.docx'));
  return [made, again].flatMap((path) => readdirSync(path).map((name) => join(path, name)));
};

/** If it has a second sheet. */
const isOdd = (path: string): boolean => /py[1357]/.test(path);

const edit = (path: string): EditedDocument => {
  const bytes = readFileSync(path);
  if (path.endsWith('.docx'))
    return editDocx(bytes, [{ oldText: 'blue widgets is 100', newText: 'blue gadgets & co is 120' }]);
  const sheet = isOdd(path) ? 'Data & more' : 'Data';
  return editXlsx(bytes, [
    { sheet, cell: 'A1', value: 5 },
    { sheet, cell: 'D1', value: '2027-02-28' },
    { sheet, cell: 'E1', value: 'ä < & "new"' },
    { sheet, cell: 'G30', value: '=A1+B1' },
  ]);
};

test.skipIf(missing.length > 0)(
  `32 documents of three producers have the new values in LibreOffice, and other parts byte for byte${reason}`,
  { timeout: 400_000 },
  () => {
    const edited = join(folder, 'edited');
    const texts = join(folder, 'texts');
    for (const path of [edited, texts]) mkdirSync(path);
    const documents = produce();
    expect(documents.length).toBe(32);
    for (const path of documents) {
      const { bytes } = edit(path);
      const parts = changedMembers(readFileSync(path), bytes);
      // The second sheet loses the saved value of its formula.
      const second = isOdd(path) ? ['xl/worksheets/sheet2.xml'] : [];
      const allowed = path.endsWith('.docx')
        ? ['word/document.xml']
        : ['xl/workbook.xml', 'xl/worksheets/sheet1.xml', ...second];
      expect([basename(path), parts.toSorted()]).toEqual([basename(path), allowed]);
      const producer = path.includes('/again/') ? 'office' : 'python';
      writeFileSync(join(edited, `${producer}-${basename(path)}`), bytes);
    }
    const all = readdirSync(edited).map((name) => join(edited, name));
    convert(
      'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1',
      texts,
      all.filter((path) => path.endsWith('.xlsx')),
    );
    convert(
      'txt:Text (encoded):UTF8',
      texts,
      all.filter((path) => path.endsWith('.docx')),
    );
    const read = readdirSync(texts).map((name) => [name, readFileSync(join(texts, name), 'utf8')] as const);
    const letters = read.filter(([name]) => name.endsWith('.txt'));
    expect(letters.length).toBe(16);
    for (const letter of letters)
      expect(letter).toEqual([
        letter[0],
        expect.stringContaining('price of blue gadgets & co is 120 euros.'),
      ]);
    const data = read.filter(([name]) => name.includes('-Data'));
    expect(data.length).toBe(16);
    for (const [name, csv] of data)
      expect([name, csv.split('\n')[0], csv.split('\n')[29]]).toEqual([
        name,
        expect.stringMatching(/^5,3,15,.*2027.*,"ä < & ""new"""/),
        expect.stringMatching(/,8$/),
      ]);
    // Other sheets are recalculated too.
    const sums = read.filter(([name]) => name.includes('-Sums'));
    expect(sums.map(([, csv]) => csv.trim())).toEqual(Array.from({ length: 8 }, () => '16'));
  },
);

test.skipIf(!hasOffice)(
  `the fixtures that LibreOffice made open again after an edit of a new cell${hasOffice ? '' : ' (skipped: soffice not installed)'}`,
  { timeout: 200_000 },
  () => {
    const out = join(folder, 'fixtures');
    mkdirSync(out);
    const names = readdirSync(FIXTURES).filter((name) => name.endsWith('.xlsx'));
    for (const name of names) {
      const { bytes } = editXlsx(readFileSync(join(FIXTURES, name)), [{ cell: 'AB1', value: 4711 }]);
      writeFileSync(join(out, name), bytes);
    }
    convert(
      'csv',
      out,
      names.map((name) => join(out, name)),
    );
    for (const name of names)
      expect(readFileSync(join(out, name.replace('.xlsx', '.csv')), 'utf8').split('\n')[0]).toMatch(
        /,4711(?:,|$)/,
      );
  },
);
