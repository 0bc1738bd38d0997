// The text of a Word document: paragraphs, headings and lists as Markdown has them, tables as rows.
import type { DocumentText } from './document.ts';
import { TableWriter, TextWriter } from './text-writer.ts';
import { Parts, type XmlHandlers } from './zip.ts';

const BODY = 'word/document.xml';
const NOTES = [
  ['word/footnotes.xml', 'Footnotes', 'footnote'],
  ['word/endnotes.xml', 'Endnotes', 'endnote'],
  ['word/comments.xml', 'Comments', 'comment'],
] as const;

/** @throws {DocumentError} `unreadable` when it is damaged, `too_large`. */
export const readDocx = (bytes: Uint8Array): DocumentText => {
  const parts = new Parts(bytes);
  const headings = readHeadings(parts);
  const text = new TextWriter();
  parts.read(BODY, toParagraphs(text, headings));
  for (const [path, title, element] of NOTES) {
    const notes = new TextWriter();
    parts.readIfThere(path, toParagraphs(notes, headings, element));
    const found = notes.toString().trim();
    if (found !== '') text.block(`${title}:\n${found}`);
  }
  return { kind: 'docx', parts: [{ title: '', text: text.toString() }], notes: [] };
};

/** The level of a heading by the id of its style. */
type Headings = ReadonlyMap<string, number>;

const readHeadings = (parts: Parts): Headings => {
  const headings = new Map<string, number>();
  let style = '';
  parts.readIfThere('word/styles.xml', {
    open: ({ name, attributes }) => {
      if (name === 'style') style = attributes['styleId'] ?? '';
      const level = name === 'name' ? /^heading (\d)$/i.exec(attributes['val'] ?? '')?.[1] : undefined;
      if (level !== undefined) headings.set(style, Number(level));
      if (name === 'name' && /^title$/i.test(attributes['val'] ?? '')) headings.set(style, 1);
    },
  });
  return headings;
};

/** What writes the paragraphs of a part. `note` is the element of one note, which has a number. */
const toParagraphs = (out: TextWriter, headings: Headings, note?: string): XmlHandlers => {
  const tables: TableWriter[] = [];
  let paragraph = '';
  let mark = '';
  let isText = false;
  // The same drawing again, for programs that do not know the new form.
  let fallback = 0;
  return {
    open: ({ name, attributes }) => {
      if (name === 'Fallback') fallback++;
      if (fallback > 0) return;
      if (name === 't') isText = true;
      else if (name === 'tab') paragraph += '\t';
      else if (name === 'br' || name === 'cr') paragraph += '\n';
      else if (name === 'noBreakHyphen') paragraph += '-';
      else if (name === 'pStyle') mark = markOf(headings.get(attributes['val'] ?? ''), mark);
      else if (name === 'numPr' && !mark.startsWith('#')) mark = '- ';
      else if (name === 'footnoteReference') paragraph += `[^${attributes['id'] ?? ''}]`;
      else if (name === 'endnoteReference') paragraph += `[^e${attributes['id'] ?? ''}]`;
      else if (name === 'tbl') tables.push(new TableWriter());
      else if (name === note && note !== undefined) paragraph = `[${attributes['id'] ?? ''}] `;
    },
    text: (text) => {
      if (isText && fallback === 0) paragraph += text;
    },
    close: (name) => {
      if (name === 'Fallback') fallback--;
      if (fallback > 0) return;
      const table = tables.at(-1);
      if (name === 't') isText = false;
      else if (name === 'p') {
        if (table === undefined) out.paragraph(mark, paragraph);
        else table.text(paragraph);
        [paragraph, mark] = ['', ''];
      } else if (name === 'tc') table?.endCell();
      else if (name === 'tr') table?.endRow();
      else if (name === 'tbl') endTable(out, tables);
    },
  };
};

const markOf = (level: number | undefined, mark: string): string =>
  level === undefined ? mark : `${'#'.repeat(Math.min(level, 6))} `;

// A table in a cell becomes text of that cell.
const endTable = (out: TextWriter, tables: TableWriter[]): void => {
  const rows = tables.pop()?.toString() ?? '';
  const outer = tables.at(-1);
  if (outer === undefined) out.block(rows);
  else outer.text(rows.replaceAll('\n', ' '));
};
