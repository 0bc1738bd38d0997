// Docs: compares their tables, code, links and names with the sources.
// UPDATE_DOCS=1 writes tables and code into the docs instead of comparing them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ErrorCode } from '../src/jsonrpc/error.ts';
import { McpErrorCode } from '../src/protocol/errors.ts';
import { isFile, produce, readDocuments, root } from './docs/documents.ts';
import {
  anchorsIn,
  embeddedIn,
  inlineCodeIn,
  linksIn,
  looseCode,
  replaceEmbedded,
  tableRowsIn,
} from './docs/markdown.ts';

const isUpdate = process.env['UPDATE_DOCS'] === '1';
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

if (isUpdate) {
  for (const { path, text } of readDocuments())
    writeFileSync(join(root, path), replaceEmbedded(text, produce));
}

const documents = readDocuments();

describe.each(documents)('$path', ({ path, text }) => {
  test('has the tables and the code of its sources', () => {
    const parts = embeddedIn(text);
    expect(parts).toEqual(parts.map(({ what }) => ({ what, text: produce(what) })));
  });

  test('has no TypeScript that is not compiled and run', () => {
    expect(looseCode(text, 'ts')).toEqual([]);
  });

  test('links only to existing targets', () => {
    const dead = linksIn(text).filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsIn(read(target)).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  test('names files that exist', () => {
    const quoted = inlineCodeIn(text).filter((code) => /^(?:[\w.-]+\/)*[\w.-]+\.(?:ts|md|json)$/.test(code));
    const drawn =
      text.match(
        /\b(?:text|limits|jsonrpc|protocol|schema|define|conversation|features|transports|stores|auth|middleware|testing)\/[\w/-]+\.ts\b/g,
      ) ?? [];
    const ours = [...quoted, ...drawn].filter((name) => !['notes-server.ts', 'adder.ts'].includes(name));
    expect(ours.filter((name) => !isFile(name))).toEqual([]);
  });

  test('names declarations that their files have', () => {
    const missing = [...text.matchAll(/`(\w+)` \(`([\w/-]+\.ts)`\)/g)].filter(
      ([, name = '', file = '']) =>
        !new RegExp(`\\b(?:function|class|const|interface|type) ${name}\\b`).test(read(join('src', file))),
    );
    expect(missing.map(([match]) => match)).toEqual([]);
  });

  test('names functions that their files have', () => {
    const missing = [...text.matchAll(/`([\w/-]+\.ts)` → `(\w+)`/g)].filter(
      ([, file = '', name = '']) => !new RegExp(`\\b${name}\\b`).test(read(join('src', file))),
    );
    expect(missing.map(([match]) => match)).toEqual([]);
  });
});

describe('docs/errors.md', () => {
  const text = read('docs/errors.md');
  const codes: { readonly [name: string]: number } = { ...ErrorCode, ...McpErrorCode };
  const rows = tableRowsIn(text).map(([code = '', name = '']) => [
    /\w+/.exec(name)?.[0],
    Number(code.replaceAll('`', '')),
  ]);

  test('lists every error code, and no other', () => {
    expect(rows).toHaveLength(Object.keys(codes).length);
    expect(Object.fromEntries(rows)).toEqual(codes);
  });

  test('says for every error when it occurs and what the client should do', () => {
    const sections = text.split(/^### /m).slice(1);
    expect(sections.map((section) => /^\w+/.exec(section)?.[0])).toEqual(rows.map(([name]) => name));
    for (const section of sections) expect(section).toMatch(/\*\*When:\*\* [\s\S]+\*\*The client:\*\* /);
  });
});

test('docs/architecture.md draws every entry point, and no other', () => {
  const [, drawn = ''] = /## Layers\n\n```\n([^│]*)/.exec(read('docs/architecture.md')) ?? [];
  const { exports } = JSON.parse(read('package.json')) as { exports: { [path: string]: string } };
  expect(drawn.match(/[\w-]+\.ts/g)?.toSorted()).toEqual(
    Object.values(exports)
      .map((path) => basename(path))
      .toSorted(),
  );
});

describe('decision records', () => {
  const records = documents.filter(({ path }) => path.startsWith(join('docs', 'decisions')));

  test.each(records)('$path has the four parts and is linked', ({ path, text }) => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Context', 'Decision', 'Alternatives', 'Consequences']);
    expect(path).toMatch(/decisions.\d{4}-\d{2}-\d{2}-[a-z0-9-]+\.md$/);
    expect(linksIn(read('docs/README.md')).map((link) => join('docs', link))).toContain(path);
  });
});

test.each([
  ['adder-server.ts', 11],
  ['notes-server.ts', 25],
])('the server %s of the README has %i lines at most', (file, most) => {
  const server = embeddedIn(read('README.md')).find(({ what }) => what === `code ${file}`);
  expect(server?.text.split('\n').slice(1, -1).length).toBeLessThanOrEqual(most);
});
