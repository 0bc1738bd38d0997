// The documents of the runtime, and what stands in them that comes from elsewhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { TABLES } from './tables.ts';

/** The folder of the package. */
export const root: string = dirname(dirname(import.meta.dirname));

/** One Markdown file. `path` is relative to the package. */
export interface Document {
  readonly path: string;
  readonly text: string;
}

/** The README and everything in docs/. */
export function readDocuments(): Document[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path));
  return ['README.md', ...inDocs.toSorted()].map((path) => ({
    path: relative('', path),
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

/**
 * What belongs between the markers: `table name`, or `code file` or `code file#region` with the file in
 * test/docs/examples.
 */
export function produce(what: string): string {
  const [kind, source = ''] = what.split(' ');
  if (kind === 'table') {
    const table = TABLES[source];
    if (table === undefined) throw new Error(`there is no table ${source}`);
    return table();
  }
  const [file = '', region] = source.split('#');
  return `\`\`\`ts\n${readExample(file, region)}\n\`\`\``;
}

function readExample(file: string, region: string | undefined): string {
  const text = readFileSync(join(root, 'test/docs/examples', file), 'utf8').trim();
  if (region === undefined) return text;
  const found = new RegExp(`^// region ${region}\\n([\\s\\S]*?)\\n// endregion$`, 'm').exec(text);
  if (found === null) throw new Error(`${file} has no region ${region}`);
  return (found[1] ?? '').trim();
}

/**
 * Tells whether a source file that the docs name is there: `conversation/dispatch.ts`, `src/stdio.ts` or
 * `test/docs.test.ts`.
 */
export function isFile(path: string): boolean {
  return (
    existsSync(join(root, 'src', path)) ||
    existsSync(join(root, path)) ||
    existsSync(join(root, '../..', path))
  );
}
