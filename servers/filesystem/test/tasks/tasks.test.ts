// Cost of everyday tasks: counts the tokens of all results, ours and the official server's.
// UPDATE_DOCS=1 writes the table of docs/tasks.md instead of comparing it.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { makeProject } from './project.ts';
import { TASKS, type ToolCall } from './tasks.ts';
import { connectTo, serve, type CallResult } from '../setup.ts';

const DOC = new URL('../../docs/tasks.md', import.meta.url);
const PACKAGE = '@modelcontextprotocol/server-filesystem';
const OFFICIAL = join(
  dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)),
  'dist/index.js',
);

/** The limit for the results of a whole task. */
const MOST = 40_000;

/**
 * Counts the characters of the results as hosts forward them: text, structured content if present, or both.
 */
interface Size {
  readonly text: number;
  readonly structured: number;
  readonly both: number;
}

/** Gives paths, etags and times a fixed length. */
const plain = (value: string, root: string): string =>
  value
    .replaceAll(root, '/project')
    .replaceAll(/\b[\da-z]+-[\da-z]+-[\da-z]{10,}-[\da-z]{10,}\b/g, 'e'.repeat(38))
    .replaceAll(/\(\d+ minutes? ago\)/g, '(0 minutes ago)')
    .replaceAll(/\b\w{3} \w{3} \d\d 20\d\d \d\d:\d\d:\d\d GMT[^\n"\\]*/g, 't'.repeat(57));

const sizeOf = ({ content, structuredContent }: CallResult, root: string): Size => {
  const text = content
    .map((block) => plain(block.text ?? (block as { readonly data?: string }).data ?? '', root).length)
    .reduce((sum, length) => sum + length, 0);
  const structure =
    structuredContent === undefined ? 0 : plain(JSON.stringify(structuredContent), root).length;
  return { text, structured: structure === 0 ? text : structure, both: text + structure };
};

const sum = (sizes: readonly Size[]): Size => ({
  text: sizes.reduce((all, { text }) => all + text, 0),
  structured: sizes.reduce((all, { structured }) => all + structured, 0),
  both: sizes.reduce((all, { both }) => all + both, 0),
});

const toAbsolute = (args: ToolCall[1], root: string): object => {
  const at = (path: unknown): unknown => (typeof path === 'string' ? join(root, path) : path);
  const { path, paths, source, destination, ...others } = args;
  return {
    ...others,
    ...(path === undefined ? {} : { path: at(path) }),
    ...(paths === undefined ? {} : { paths: (paths as string[]).map(at) }),
    ...(source === undefined ? {} : { source: at(source), destination: at(destination) }),
  };
};

const run = async (client: TestClient, calls: readonly ToolCall[], root: string): Promise<Size> => {
  const sizes: Size[] = [];
  for (const [name, args] of calls) {
    const params = { name, arguments: toAbsolute(args, root) };
    const result = (await client.request('tools/call', params)) as unknown as CallResult;
    if (result.isError === true) throw new Error(`${name}: ${result.content[0]?.text}`);
    sizes.push(sizeOf(result, root));
  }
  return sum(sizes);
};

const count = (value: number): string => value.toLocaleString('en-US');

/** A token has about four characters. */
const toTokens = ({ text, structured, both }: Size): number[] =>
  [text, structured, both].map((characters) => Math.ceil(characters / 4));

const toTable = (rows: readonly { title: string; ours: Size; official: Size }[]): string =>
  [
    '| Task | Calls | Text | Structured | Both | Official: calls | Text | Structured | Both |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...rows.map(({ title, ours, official }) => {
      const task = TASKS.find((each) => each.title === title);
      const numbers = [
        ...[task?.ours.length ?? 0, ...toTokens(ours)],
        ...[task?.official.length ?? 0, ...toTokens(official)],
      ];
      return `| ${title} | ${numbers.map(count).join(' | ')} |`;
    }),
  ].join('\n');

/** Strips the formatter's changes. */
const cells = (table: string): string => table.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-');

test(
  'everyday tasks fit a conversation, and all but one cost less than on the official server',
  { timeout: 120_000 },
  async () => {
    using mine = makeProject();
    using theirs = makeProject();
    await using ours = await connectTo(serve([mine.path], { maxOutputBytes: MOST }));
    await using official = await connect(
      { command: process.execPath, args: [OFFICIAL, theirs.path] },
      { revision: '2025-11-25' },
    );
    const rows = [];
    for (const { title, ...calls } of TASKS) {
      const [mySize, theirSize] = await Promise.all([
        run(ours, calls.ours, mine.path),
        run(official, calls.official, theirs.path),
      ]);
      rows.push({ title, ours: mySize, official: theirSize });
    }
    if (process.env['UPDATE_DOCS'] !== undefined) writeTable(toTable(rows));
    expect(rows).toHaveLength(22);
    expect(rows.filter((row) => row.ours.both > MOST)).toEqual([]);
    const comparable = rows.filter((row) => row.official.both > 0);
    expect(comparable).toHaveLength(21);
    // A single find also reports omissions.
    const dearer = comparable.filter((row) => row.ours.both >= row.official.both);
    expect(dearer.map(({ title }) => title)).toEqual(['Find my invoice']);
    expect(cells(readTable())).toBe(cells(toTable(rows)));
  },
);

const MARKS = /<!-- (?:begin: table tasks|end) -->/;

const readTable = (): string => (readFileSync(DOC, 'utf8').split(MARKS)[1] ?? '').trim();

const writeTable = (table: string): void => {
  const [before = '', , after = ''] = readFileSync(DOC, 'utf8').split(MARKS);
  writeFileSync(DOC, `${before}<!-- begin: table tasks -->\n\n${table}\n\n<!-- end -->${after}`);
};
