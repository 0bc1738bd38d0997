// Changes one table of TOML: its lines are replaced, or stand at the end.
import { parse, stringify } from 'smol-toml';
import type { Editor, Path } from './editor.ts';

/**
 * A server is a table of its own, with tables below it. In another form it is not changed: what comes out is checked.
 */
export const toml: Editor = {
  // Dates become texts, as all else is that of JSON.
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

/** Whether a line stands below the header of the table, or of one inside it. Comments before the next header stay. */
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
