// Sets cells of an Excel workbook. Styles, other cells and other sheets stay as they are.
import { DocumentError, refused } from './document-error.ts';
import type { CellEdit, EditedDocument } from './document-job.ts';
import { toText } from './document-lines.ts';
import { Parts, relationsOf } from './office-parts.ts';
import { rangesOf, type CellRange } from './xlsx-ranges.ts';
import { fromDateText } from './xlsx-dates.ts';
import { readStyles, type DateKind } from './xlsx-styles.ts';
import { columnOf, MAX_COLUMNS, readWorkbook, readXlsx, WORKBOOK, type Workbook } from './xlsx.ts';
import { applySplices, elements, escapeXml, refuseSigned, type Splice } from './xml-edits.ts';

interface Target {
  readonly path: string;
  readonly name: string;
  readonly row: number;
  readonly column: number;
  readonly value: string | number | boolean | null;
}

interface Book extends Workbook {
  readonly styles: readonly (DateKind | undefined)[];
  /** Cells that received text that looks like a number or a date. */
  readonly texts: string[];
}

const MAX_ROWS = 1_048_576;
const MAX_CHARS = 32_767;
const CALC_CHAIN = 'xl/calcChain.xml';

/**
 * Sets the cells, all or none. Removes the saved values of formulas, which may be wrong now, so that programs
 * recalculate.
 *
 * @throws {DocumentError} `missing` for a sheet or cell that does not exist; `refused` for a cell that cannot be set on
 *   its own; `unreadable`, `too_large`.
 */
export const editXlsx = (bytes: Uint8Array, cells: readonly CellEdit[]): EditedDocument => {
  const parts = new Parts(bytes);
  refuseSigned(parts);
  // Throws if a part is not XML.
  const before = readXlsx(bytes);
  const book: Book = { ...readWorkbook(parts), styles: readStyles(parts), texts: [] };
  const targets = cells.map((cell) => toTarget(book, cell));
  const changes = new Map<string, string | undefined>();
  for (const { path } of book.sheets) {
    const xml = parts.xml(path);
    if (xml.includes('<!')) throw refused(`has comments or CDATA in ${path}, which are not written`);
    const ofSheet = targets.filter((target) => target.path === path);
    if (ofSheet.length > 0) refuseDamage(rangesOf(parts, path), ofSheet);
    const set = ofSheet.length === 0 ? xml : setCells(xml, ofSheet, book);
    changes.set(path, set.replaceAll(elements('c'), withoutSaved));
  }
  changes.set(WORKBOOK, calculateOnLoad(parts.xml(WORKBOOK)));
  // The calculation chain must not name cells without a formula. Programs rebuild it.
  changes.set(CALC_CHAIN, undefined);
  for (const [path, name] of [
    ['[Content_Types].xml', 'Override'],
    [relationsOf(WORKBOOK), 'Relationship'],
  ] as const)
    changes.set(
      path,
      parts.xml(path).replaceAll(elements(name), (tag) => (tag.includes('calcChain.xml') ? '' : tag)),
    );
  const edited = parts.replace(changes);
  const after = readXlsx(edited);
  const likeText = 'Written as text: give numbers without quotes, and dates where the cell has a date format';
  const notes = book.texts.length === 0 ? [] : [`${likeText}: ${book.texts.join(', ')}.`];
  return {
    bytes: edited,
    before: toText(before.parts),
    after: toText(after.parts),
    notes: [...after.notes, ...notes],
  };
};

const toTarget = ({ sheets }: Workbook, { sheet, cell, value }: CellEdit): Target => {
  const found = sheets.find(({ name }) => name === (sheet ?? (sheets.length === 1 ? name : undefined)));
  if (found === undefined) {
    const names = sheets.map(({ name }) => name).join(', ');
    const problem =
      sheet === undefined
        ? 'The document has several sheets, so each cell needs its sheet'
        : `The document has no sheet ${sheet}`;
    throw new DocumentError('missing', `${problem}; its sheets are ${names}.`);
  }
  const name = cell.toUpperCase();
  const [row, column = MAX_COLUMNS] = [Number(/\d+$/.exec(name)?.[0]), columnOf(name)];
  if (column >= MAX_COLUMNS || !(row >= 1 && row <= MAX_ROWS))
    throw new DocumentError('missing', `The document has no cell ${cell}.`, 'Give one cell, like B3.');
  if (!isValue(value)) throw refused(`cannot have this value in ${name}`, 'Give a number or a text.');
  return { path: found.path, name, row, column, value };
};

const isValue = (value: unknown): value is Target['value'] =>
  value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);

/** Refuses cells that Excel ties to others. */
const refuseDamage = (ranges: readonly CellRange[], targets: readonly Target[]): void => {
  for (const { name, row, column } of targets)
    for (const { kind, ref, top, left, bottom, right } of ranges) {
      if (row < top || row > bottom || column < left || column > right) continue;
      const isFirst = row === top && column === left;
      if (kind === 'merged' ? isFirst : kind === 'header' ? row !== top : kind === 'shared' && !isFirst)
        continue;
      throw refused(`does not allow a change of ${name}: ${WHY[kind](ref)}`);
    }
};

const WHY: { readonly [K in CellRange['kind']]: (ref: string) => string } = {
  protected: () => 'its sheet is protected',
  merged: (ref) => `it is merged into ${ref}, of which only the first cell can be set`,
  header: (ref) => `it names a column of the table ${ref}`,
  array: (ref) => `${ref} share one array formula`,
  shared: (ref) => `${ref} share its formula`,
};

const setCells = (xml: string, targets: readonly Target[], book: Book): string =>
  xml.replace(elements('sheetData'), (_whole, prefix: string, attributes: string, rows = '') => {
    const made = [...new Set(targets.map(({ row }) => row))].map((row) => ({
      number: row,
      make: (given: string, old: string) => {
        const ofRow = targets.filter((target) => target.row === row);
        const cells = ofRow.map((target) => ({
          number: target.column,
          make: (before: string) => toCell(target, book, prefix, before),
        }));
        // A row's `spans` is only a hint, which a new cell may invalidate.
        const kept = given.replace(/\sspans=(?:"[^"]*"|'[^']*')/, '') || ` r="${row}"`;
        return `<${prefix}row${kept}>${merge(old, 'c', cells)}</${prefix}row>`;
      },
    }));
    return `<${prefix}sheetData${attributes}>${merge(rows, 'row', made)}</${prefix}sheetData>`;
  });

interface Made {
  readonly number: number;
  readonly make: (attributes: string, content: string) => string;
}

/** Creates numbered elements: replaces existing ones and inserts the others between them. */
const merge = (xml: string, name: 'row' | 'c', made: readonly Made[]): string => {
  const left = new Map(
    made.toSorted((a, b) => a.number - b.number).map(({ number, make }) => [number, make]),
  );
  const splices: Splice[] = [];
  let number = name === 'row' ? 0 : -1;
  for (const { 0: whole, 2: attributes = '', 3: content = '', index } of xml.matchAll(elements(name))) {
    const given = /\sr=["']([^"']*)/.exec(attributes)?.[1];
    number = (name === 'row' ? given && Number(given) : columnOf(given)) || number + 1;
    for (const [wanted, make] of left) {
      if (wanted > number) break;
      const isHere = wanted === number;
      const text = isHere ? make(attributes, content) : make('', '');
      splices.push({ start: index, end: isHere ? index + whole.length : index, text });
      left.delete(wanted);
    }
  }
  return applySplices(xml, splices) + [...left.values()].map((make) => make('', '')).join('');
};

/** `attributes` are those of the old cell. */
const toCell = ({ name, value }: Target, book: Book, prefix: string, attributes: string): string => {
  const style = /\ss=["'](\d+)/.exec(attributes)?.[1];
  const isDate = book.styles[Number(style)] !== undefined;
  const shown = typeof value === 'string' && isDate ? (fromDateText(value, book.is1904) ?? value) : value;
  const open = `<${prefix}c r="${name}"${style === undefined ? '' : ` s="${style}"`}`;
  if (shown === null || shown === '') return `${open}/>`;
  const cell = (type: string, tag: string, text: string): string =>
    `${open}${type}><${prefix}${tag}>${text}</${prefix}${tag}></${prefix}c>`;
  if (typeof shown === 'boolean') return cell(' t="b"', 'v', shown ? '1' : '0');
  if (typeof shown === 'number') return cell('', 'v', String(shown));
  if (/^=./s.test(shown)) return cell('', 'f', escapeXml(shown.slice(1)));
  if (shown.length > MAX_CHARS) throw refused(`cannot have more than ${MAX_CHARS} characters in ${name}`);
  if (fromDateText(shown, false) !== undefined || /^-?[\d.,]+%?$/.test(shown)) book.texts.push(name);
  return cell(' t="inlineStr"', 'is', `<${prefix}t xml:space="preserve">${escapeXml(shown)}</${prefix}t>`);
};

const withoutSaved = (cell: string): string =>
  /<(?:[\w.-]+:)?f[\s/>]/.test(cell) ? cell.replace(elements('v'), '') : cell;

/** Marks all formulas to be calculated on opening. */
const calculateOnLoad = (xml: string): string => {
  const flag = ' fullCalcOnLoad="1"';
  const [, prefix = '', given = ''] = elements('calcPr').exec(xml) ?? [];
  const others = given.replace(/\sfullCalcOnLoad=(?:"[^"]*"|'[^']*')/, '');
  const rest = xml.replace(elements('calcPr'), '');
  // The last element before its position.
  const ends = rest.matchAll(/<\/((?:[\w.-]+:)?)(?:sheets|functionGroups|externalReferences|definedNames)>/g);
  const last = [...ends].at(-1);
  const at = (last?.index ?? 0) + (last?.[0].length ?? 0);
  return applySplices(rest, [
    { start: at, end: at, text: `<${last?.[1] ?? prefix}calcPr${others}${flag}/>` },
  ]);
};
