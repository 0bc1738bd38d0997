// --help of every server: it names the flags that enable tools, and the README repeats its flags.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { shownServers } from '../src/features.ts';
import { tableIn, toTable } from '../src/readme-table.ts';
import { runServer } from '../src/run-server.ts';
import { root } from '../src/workspace.ts';

// A started server may write to its working directory.
const scratch = mkdtempSync(join(tmpdir(), 'help-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const run = (name: string, ...flags: readonly string[]) => runServer(name, flags, { cwd: scratch });

/** Returns the rows of a section: a term, and its text without line breaks. */
const rowsOf = (help: string, title: string): [term: string, text: string][] => {
  const section = new RegExp(`^${title}:\\n((?: .*\\n)+)`, 'm').exec(help)?.[1] ?? '';
  const rows = section.split(/\n(?! {12})/).filter((row) => row !== '');
  return rows.map((row) => {
    const [, term = '', text = ''] = /^ +(\S.*?)(?: {2,}|\n +)(\S[^]*)$/.exec(row) ?? [];
    return [term, text.replaceAll(/\n */g, ' ')];
  });
};

const tableOf = (rows: readonly (readonly [flag: string, what: string])[]): string =>
  toTable([
    ['Flag', 'What it does'],
    ...rows.map(([flag, what]) => [`\`${flag}\``, what.replaceAll('|', '\\|')]),
  ]);

const helps = new Map(
  await Promise.all(
    shownServers.map(async (name) => [name, (await run(name, '--help', 'all')).stdout] as const),
  ),
);

describe.each([...helps])('%s', (name, help) => {
  test('--help shows its own flags, how to install it and examples on one screen of 80 × 40', async () => {
    const { stdout: screen } = await run(name, '--help');
    const lines = screen.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const own = rowsOf(screen, 'Flags').map(([flag]) => flag);
    expect(own.length).toBeGreaterThan(5);
    const common = rowsOf(help, 'Flags of every server').map(([flag]) => flag);
    expect(own.filter((flag) => common.includes(flag))).toEqual([]);
    expect(screen).toMatch(/^Examples:\n {2}mcp-server-/m);
    expect(screen).toContain(`To add it to a host: mcp-server-${name} --install claude`);
  });

  test('names its toolsets and wraps its lines', async () => {
    const { stderr } = await run(name, '--toolsets', 'qqqq');
    const known = /there are (.*)/.exec(stderr)?.[1]?.split(', ') ?? [];
    const all = known.length === 0 ? [] : ['all'];
    expect([...rowsOf(help, 'Toolsets.*').map(([toolset]) => toolset), ...all]).toEqual(known);
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('has its own flags in its README', () => {
    const table = tableOf(rowsOf(help, 'Flags'));
    expect(tableIn(join(root, 'servers', name, 'README.md'), 'flags', table)).toBe(table);
  });
});

test('the flags of every server are on one page', () => {
  const all = [...helps.values()].flatMap((help) => rowsOf(help, 'Flags of every server'));
  // Each server has its own toolsets, which its README lists.
  const rows = all.map(([flag, what]): [string, string] => [flag, what.replace(/ \([a-z |]*all\)$/, '')]);
  const table = tableOf([...new Map(rows)]);
  expect(rows.length).toBeGreaterThan(100);
  expect(tableIn(join(root, 'tools/site/guide/flags.md'), 'flags', table)).toBe(table);
});
