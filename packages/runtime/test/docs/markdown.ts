// Reads the parts of a Markdown file that are checked: embedded code, generated tables, links, inline code.

/** A part of a document that is copied from elsewhere: `<!-- begin: what -->` … `<!-- end -->`. */
export interface Embedded {
  /** `code path#region` or `table name`. */
  readonly what: string;
  /** What stands between the markers, trimmed. */
  readonly text: string;
}

const EMBEDDED = /<!-- begin: ([^>]+?) -->\n([\s\S]*?)\n?<!-- end -->/g;
const FENCE = /^(```|~~~)[\s\S]*?^\1$/gm;

/** Everything that is embedded in a document, in order. */
export function embeddedIn(markdown: string): Embedded[] {
  return [...markdown.matchAll(EMBEDDED)].map(([, what = '', text = '']) => ({ what, text: text.trim() }));
}

/** The document with each embedded part replaced by what `produce` makes. */
export function replaceEmbedded(markdown: string, produce: (what: string) => string): string {
  return markdown.replace(
    EMBEDDED,
    (_, what: string) => `<!-- begin: ${what} -->\n\n${produce(what)}\n\n<!-- end -->`,
  );
}

/** The code blocks of one language that are not embedded from a file. */
export function looseCode(markdown: string, language: string): string[] {
  const rest = markdown.replace(EMBEDDED, '');
  return [...rest.matchAll(FENCE)]
    .map(([block]) => block)
    .filter((block) => block.startsWith(`\`\`\`${language}`));
}

/** The targets of all links, without those to other hosts. */
export function linksIn(markdown: string): string[] {
  const text = markdown.replace(FENCE, '').replaceAll(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors of all headings, as GitHub makes them. */
export function anchorsIn(markdown: string): string[] {
  return [...markdown.replace(FENCE, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

/** All inline code. */
export function inlineCodeIn(markdown: string): string[] {
  return [...markdown.replace(FENCE, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** The rows of all tables, as cells; without the heads. */
export function tableRowsIn(markdown: string): string[][] {
  const rows = markdown.split('\n').map((line) => (line.startsWith('|') ? cellsOf(line) : undefined));
  return rows.flatMap((row, i) => (row === undefined || isRule(row) || isRule(rows[i + 1]) ? [] : [row]));
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

function isRule(row: string[] | undefined): boolean {
  return row !== undefined && row.every((cell) => /^:?-+:?$/.test(cell));
}

/** A table as the formatter writes it: every column as wide as its widest cell. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) =>
    Math.max(3, title.length, ...rows.map((row) => (row[i] ?? '').length)),
  );
  const line = (cells: readonly string[], fill: string): string =>
    `| ${widths.map((width, i) => (cells[i] ?? '').padEnd(width, fill)).join(' | ')} |`;
  return [line(head, ' '), line([], '-'), ...rows.map((row) => line(row, ' '))].join('\n');
}
