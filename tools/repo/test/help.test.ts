// --help of every server: it teaches what can be switched on, and the README repeats its flags.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shownServers } from '../src/features.ts';
import { tableIn, toTable } from '../src/readme-table.ts';
import { root } from '../src/workspace.ts';

const program = (name: string): string => join(root, 'servers', name, 'src/main.ts');

const helpOf = (name: string): string =>
  execFileSync(process.execPath, [program(name), '--help'], { encoding: 'utf8' });

/** The rows of a section: a term, and its text without the line breaks. */
const rowsOf = (help: string, title: string): [term: string, text: string][] => {
  const section = new RegExp(`^${title}:\\n((?: .*\\n)+)`, 'm').exec(help)?.[1] ?? '';
  const rows = section.split(/\n(?! {12})/).filter((row) => row !== '');
  return rows.map((row) => {
    const [, term = '', text = ''] = /^ +(\S.*?)(?: {2,}|\n +)(\S[^]*)$/.exec(row) ?? [];
    return [term, text.replaceAll(/\n */g, ' ')];
  });
};

test.each(shownServers)('%s names its toolsets and wraps its lines', (name) => {
  const help = helpOf(name);
  const refused = spawnSync(process.execPath, [program(name), '--toolsets', 'qqqq'], {
    cwd: root,
    encoding: 'utf8',
    input: '',
  });
  const known = /there are (.*)/.exec(refused.stderr)?.[1]?.split(', ');
  expect(rowsOf(help, 'Toolsets.*').map(([toolset]) => toolset)).toEqual(known);
  expect(help.split('\n').filter((line) => line.length > 100)).toEqual([]);
});

test.each(shownServers)('the README of %s has every flag', (name) => {
  const help = helpOf(name);
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const flags = [...rowsOf(help, 'Flags'), ...rowsOf(help, 'Flags of every server')].map(([flag, what]) => [
    `\`${flag}\``,
    cell(what),
  ]);
  expect(flags.length).toBeGreaterThan(25);
  const table = toTable([['Flag', 'What it does'], ...flags]);
  expect(tableIn(join(root, 'servers', name, 'README.md'), 'flags', table)).toBe(table);
});
