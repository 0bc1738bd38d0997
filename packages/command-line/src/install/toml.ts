// TOML: an edit removes the lines of a table and appends the new ones.
import { parse, stringify } from 'smol-toml';
import type { Editor, Path } from './editor.ts';

/** Edits servers that have their own table. The caller detects any other notation, which stays as it is. */
export const toml: Editor = {
  // Through JSON, so that dates become strings.
  parse: (text) => JSON.parse(JSON.stringify(parse(text))) as unknown,
  change: (text, { path, entry }) => {
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const lines = text.split(/\r?\n/);
    const kept = lines
      .filter((_, i) => !isOfTable(lines, i, path))
      .join(eol)
      .trimEnd();
    if (entry === undefined) return kept === '' ? '' : `${kept}${eol}`;
    const tree = path.reduceRight<object>((inner, name) => ({ [name]: inner }), entry);
    const table = stringify(tree).trimEnd().replaceAll('\n', eol);
    return `${kept === '' ? '' : `${kept}${eol}${eol}`}${table}${eol}`;
  },
};

const HEADER = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/;

/** Whether a line belongs to the table or to one inside it. Comments do not, because they may describe the next table. */
function isOfTable(lines: readonly string[], index: number, path: Path): boolean {
  const start = lines.slice(0, index + 1).findLastIndex((line) => HEADER.test(line));
  if (start < 0 || !isBelow(HEADER.exec(lines[start] ?? '')?.[1] ?? '', path)) return false;
  const isComment = /^\s*#/.test(lines[index] ?? '');
  return !isComment;
}

function isBelow(header: string, path: Path): boolean {
  const names = header.split('.').map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'));
  return path.every((name, i) => names[i] === name);
}
