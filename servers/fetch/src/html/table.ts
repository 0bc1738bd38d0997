// Tables, as GitHub Flavored Markdown; those that only arrange a page are no tables.
import type { DomElement } from 'linkedom';
import { toInline, type Style } from './inline.ts';

const MAX_COLUMNS = 100;

/** The rows of a table as Markdown, or undefined when it should be read as plain blocks. */
export const toTable = (table: DomElement, style: Style): string | undefined => {
  if (table.getAttribute('role') === 'presentation' || table.querySelector('table') !== null)
    return undefined;
  const rows = [...table.querySelectorAll('tr')]
    .map((row) => toCells(row, style))
    .filter((row) => row.length > 0);
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const isData = table.querySelector('th') !== null || (rows.length > 1 && columns > 1);
  if (!isData || columns === 0 || columns > MAX_COLUMNS) return undefined;
  const lines = rows.map((row) => [...row, ...Array.from({ length: columns - row.length }, () => '')]);
  if (style.isPlain) return lines.map((row) => row.join('\t').trimEnd()).join('\n');
  const [head = [], ...body] = lines;
  const rule = head.map(() => '---');
  const caption = table.querySelector('caption');
  const title = caption === null ? '' : toInline(caption.childNodes, style);
  const text = [head, rule, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
  return title === '' ? text : `**${title}**\n\n${text}`;
};

const toCells = (row: DomElement, style: Style): string[] =>
  row.children
    .filter(({ tagName }) => /^t[dh]$/i.test(tagName))
    .flatMap((cell) => {
      const text = toInline(cell.childNodes, style).replaceAll(/ *\n/g, style.isPlain ? ' ' : '<br>');
      const span = Math.min(MAX_COLUMNS, Math.max(1, Number(cell.getAttribute('colspan')) || 1));
      return [
        style.isPlain ? text : text.replaceAll('|', '\\|'),
        ...Array.from({ length: span - 1 }, () => ''),
      ];
    });
