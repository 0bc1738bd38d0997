// Random edits of Word and Excel documents: compared with the same edits of plain text and a plain table.
import { array, assert, constantFrom, integer, nat, pre, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { editDocx } from '../src/edit-docx.ts';
import { editXlsx } from '../src/edit-xlsx.ts';
import { readXlsx } from '../src/xlsx.ts';
import { sheet, withParts, WORD_BODY, wordBody } from './fixtures.ts';

const numRuns = Number(process.env['PROOF_RUNS'] ?? 300);

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const toRun = (text: string, index: number): string => {
  const parts = text.split(/([\t\n])/).map((part) => {
    if (part === '\t') return '<w:tab/>';
    return part === '\n' ? '<w:br/>' : `<w:t xml:space="preserve">${escape(part)}</w:t>`;
  });
  return `<w:r><w:rPr><w:sz w:val="${index}"/></w:rPr>${parts.join('')}</w:r>`;
};

const characters = string({
  unit: constantFrom('a', 'b', ' ', '\t', '\n', '😀', '😁', '<', '&'),
  maxLength: 6,
});
const change = record({
  runs: array(characters, { minLength: 1, maxLength: 8 }),
  from: nat(30),
  length: integer({ min: 1, max: 12 }),
  newText: characters,
});

test('edits of Word text equal the same replacement in plain text', { timeout: 120_000 }, () => {
  assert(
    property(change, ({ runs, from, length, newText }) => {
      const whole = Array.from(runs.join(''));
      const oldText = whole.slice(from, from + length).join('');
      pre(oldText !== '');
      const letter = withParts('minimal.docx', {
        [WORD_BODY]: wordBody(`<w:p>${runs.map(toRun).join('')}</w:p>`),
      });
      const { after } = editDocx(letter, [{ oldText, newText, replaceAll: true }]);
      expect(after.trimEnd()).toBe(whole.join('').split(oldText).join(newText).trimEnd());
    }),
    { numRuns },
  );
});

const name = (row: number, column: number): string => `${String.fromCharCode(65 + column)}${row + 1}`;
const cell = record({ row: nat(6), column: nat(6), value: integer({ min: 1, max: 99 }) });

test('edits of Excel cells equal the same values in a plain table', { timeout: 120_000 }, () => {
  assert(
    property(array(cell, { maxLength: 12 }), array(cell, { minLength: 1, maxLength: 12 }), (old, set) => {
      const table = Array.from({ length: 7 }, () => Array.from({ length: 7 }, () => ''));
      for (const { row, column, value } of old) table[row]?.splice(column, 1, String(value));
      const rows = table.map((columns, row) => {
        const cells = columns.map((value, column) =>
          value === '' ? '' : `<c r="${name(row, column)}" s="0"><v>${value}</v></c>`,
        );
        return cells.join('') === '' ? '' : `<row r="${row + 1}" spans="1:2">${cells.join('')}</row>`;
      });
      for (const { row, column, value } of set) table[row]?.splice(column, 1, String(value));
      const edits = set.map(({ row, column, value }) => ({ cell: name(row, column), value }));
      const { bytes } = editXlsx(sheet(rows.join('')), edits);
      const lines = table.map((columns) => columns.join(',').replace(/,+$/, ''));
      expect(readXlsx(bytes).parts[0]?.text.trimEnd()).toBe(lines.join('\n').trimEnd());
    }),
    { numRuns },
  );
});
