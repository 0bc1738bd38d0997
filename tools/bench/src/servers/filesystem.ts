// The rows: one call each, and the program that does the same without a server.
import { spawnSync } from 'node:child_process';
import { askAll, limit, ours } from '../comparison/row.ts';
import type { Row } from '../comparison/row.ts';
import type { Peer } from '../comparison/lanes.ts';
import type { World } from './filesystem-files.ts';

export const official: Peer = {
  name: 'official',
  package: '@modelcontextprotocol/server-filesystem',
  script: 'dist/index.js',
};

const all = [limit, ours, official.name];

/** `rg` where it is installed. */
export const searcher: 'rg' | 'grep' = spawnSync('rg', ['--version']).error === undefined ? 'rg' : 'grep';

/** All rows, in the order of the report. */
export function rowsFor(world: World): readonly Row[] {
  return [...readRows(world), ...searchRows(world), ...editRows(world)];
}

function readRows({ at }: World): Row[] {
  const hundred = Array.from({ length: 100 }, (_, i) => at(`hundred/${i}.txt`));
  const read = (size: string, calls: number): Row => {
    const path = at(`${size.replace(' ', '')}.txt`);
    const call = { tool: 'read_text_file', args: () => ({ path }), expected: 'const value' };
    return { name: `read ${size}`, calls, asks: askAll(all, call), raw: ['cat', path] };
  };
  return [
    read('1 kB', 100),
    read('1 MB', 5),
    read('50 MB', 1),
    {
      name: 'read 100 files',
      calls: 5,
      asks: askAll(all, {
        tool: 'read_multiple_files',
        args: () => ({ paths: hundred }),
        expected: '99.txt',
      }),
      raw: ['cat', ...hundred],
    },
    {
      name: 'list 10,000 entries',
      calls: 3,
      asks: askAll(all, {
        tool: 'list_directory',
        args: () => ({ path: at('wide') }),
        expected: 'entry-9999.txt',
      }),
      raw: ['ls', at('wide')],
    },
  ];
}

function searchRows({ at }: World): Row[] {
  const path = at('tree');
  const searchByContent = searcher === 'rg' ? ['rg', '-n', 'needle'] : ['grep', '-rn', 'needle'];
  return [
    {
      name: 'search 20,000 names',
      calls: 2,
      asks: askAll(all, {
        tool: 'search_files',
        args: () => ({ path, pattern: '**/*7.ts' }),
        expected: 'file-37.ts',
      }),
      raw: ['find', path, '-name', '*7.ts'],
    },
    {
      name: 'search 20,000 contents',
      calls: 1,
      // The official server has no such tool.
      asks: askAll([limit, ours], {
        tool: 'search_file_contents',
        args: () => ({ path, query: 'needle', maxMatches: 1000 }),
        expected: 'needle',
      }),
      raw: [...searchByContent, path],
    },
    {
      name: 'tree of 20,000 files',
      calls: 1,
      asks: {
        ...askAll([limit, official.name], {
          tool: 'directory_tree',
          args: () => ({ path }),
          expected: 'file-37.ts',
        }),
        // By itself ours shows 1,000 entries.
        ...askAll([ours], {
          tool: 'directory_tree',
          args: () => ({ path, maxEntries: 100_000 }),
          expected: 'file-37.ts',
        }),
      },
      raw: ['find', path],
    },
  ];
}

function editRows({ at }: World): Row[] {
  // To and fro, so that every call has something to change.
  const edit = (name: string, file: string, [from, to]: readonly [string, string]): Row => {
    const args = (n: number): object => {
      const isBack = n % 2 === 1;
      return { path: at(file), edits: [{ oldText: isBack ? to : from, newText: isBack ? from : to }] };
    };
    return { name, calls: 2, asks: askAll(all, { tool: 'edit_file', args, expected: 'edited' }) };
  };
  const exact = [
    '  the line to edit\n  and the next one\n',
    '  the line was edited\n  and the next one\n',
  ] as const;
  const space = ['the line to edit\nand the next one', 'the line was edited\nand the next one'] as const;
  return [
    {
      ...edit('edit 5 MB', 'exact.txt', exact),
      raw: ['sed', '-i', 's/the line to edit/the line to edit/', at('exact.txt')],
    },
    edit('edit 5 MB, other indent', 'space.txt', space),
  ];
}
