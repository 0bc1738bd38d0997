// Paragraphs and tables, for which Word and PowerPoint use the same element names.
import type { XmlHandlers } from './office-parts.ts';
import { TableWriter, type TextWriter } from './text-writer.ts';

export interface ParagraphStyle {
  /** Heading levels by style id. */
  readonly headings?: ReadonlyMap<string, number>;
  readonly note?: string;
}

/** An open paragraph, which another one in a text box may interrupt. */
interface Open {
  readonly out: TextWriter;
  readonly tables: TableWriter[];
  text: string;
  mark: string;
}

/** Returns handlers that write the paragraphs of a part to `out`. A text box comes before its paragraph. */
export const toParagraphs = (out: TextWriter, style: ParagraphStyle = {}): XmlHandlers => {
  const { headings = new Map<string, number>(), note } = style;
  const outer: Open[] = [];
  let now: Open = { out, tables: [], text: '', mark: '' };
  let isText = false;
  // Depth inside skipped elements: the fallbacks of drawings, and separators of notes.
  let skipped = 0;
  return {
    open: ({ name, attributes }) => {
      if (skipped > 0 || name === 'Fallback' || (name === note && isSeparator(attributes['type']))) skipped++;
      if (skipped > 0) return;
      if (name === 't') isText = true;
      else if (name === 'tab' && attributes['pos'] === undefined) now.text += '\t';
      else if (name === 'br' || name === 'cr') now.text += '\n';
      else if (name === 'noBreakHyphen') now.text += '-';
      else if (name === 'pStyle') now.mark = markOf(headings.get(attributes['val'] ?? ''), now.mark);
      else if (name === 'numPr' && !now.mark.startsWith('#')) now.mark = '- ';
      else if (name === 'footnoteReference') now.text += `[^${attributes['id'] ?? ''}]`;
      else if (name === 'endnoteReference') now.text += `[^e${attributes['id'] ?? ''}]`;
      else if (name === 'tbl') now.tables.push(new TableWriter());
      else if (name === 'txbxContent') {
        outer.push(now);
        now = { out, tables: [], text: '', mark: '' };
      } else if (name === note && note !== undefined) now.text = `[${attributes['id'] ?? ''}] `;
    },
    text: (text) => {
      if (isText && skipped === 0) now.text += text;
    },
    close: (name) => {
      if (skipped > 0) {
        skipped--;
        return;
      }
      if (name === 't') isText = false;
      else if (name === 'p') endParagraph(now);
      else if (name === 'tc') now.tables.at(-1)?.endCell();
      else if (name === 'tr') now.tables.at(-1)?.endRow();
      else if (name === 'tbl') endTable(now);
      else if (name === 'txbxContent') now = outer.pop() ?? now;
    },
  };
};

const isSeparator = (type: string | undefined): boolean => type !== undefined && type !== 'normal';

const markOf = (level: number | undefined, mark: string): string =>
  level === undefined ? mark : `${'#'.repeat(Math.min(level, 6))} `;

const endParagraph = (now: Open): void => {
  const table = now.tables.at(-1);
  if (table === undefined) now.out.paragraph(now.mark, now.text);
  else table.text(now.text);
  [now.text, now.mark] = ['', ''];
};

// A nested table becomes text of its cell.
const endTable = ({ out, tables }: Open): void => {
  const rows = tables.pop()?.toString() ?? '';
  const outer = tables.at(-1);
  if (outer === undefined) out.block(rows);
  else outer.text(rows.replaceAll('\n', ' '));
};
