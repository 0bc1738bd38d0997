// The rows: one call each, and the program that does the same without a server.
import { spawnSync } from 'node:child_process';
import type { World } from './world.ts';

export interface Row {
  readonly name: string;
  readonly tool: string;
  /** Calls that make one sample; its time is divided by them. */
  readonly calls: number;
  /** The arguments of the n-th call. */
  readonly args: (n: number) => object;
  /** A command that does the same; undefined where there is none. */
  readonly raw?: readonly string[];
  /** Part of every right answer. */
  readonly expected: string;
  /** The official server has no such tool. */
  readonly isNew?: boolean;
}

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
    const args = (): object => ({ path });
    return {
      name: `read ${size}`,
      tool: 'read_text_file',
      calls,
      args,
      raw: ['cat', path],
      expected: 'const value',
    };
  };
  return [
    read('1 kB', 100),
    read('1 MB', 5),
    read('50 MB', 1),
    {
      name: 'read 100 files',
      tool: 'read_multiple_files',
      calls: 5,
      args: () => ({ paths: hundred }),
      raw: ['cat', ...hundred],
      expected: '99.txt',
    },
    {
      name: 'list 10,000 entries',
      tool: 'list_directory',
      calls: 3,
      args: () => ({ path: at('wide') }),
      raw: ['ls', at('wide')],
      expected: 'entry-9999.txt',
    },
  ];
}

function searchRows({ at }: World): Row[] {
  const path = at('tree');
  const searchByContent = searcher === 'rg' ? ['rg', '-n', 'needle'] : ['grep', '-rn', 'needle'];
  return [
    {
      name: 'search 20,000 names',
      tool: 'search_files',
      calls: 2,
      args: () => ({ path, pattern: '**/*7.ts' }),
      raw: ['find', path, '-name', '*7.ts'],
      expected: 'file-37.ts',
    },
    {
      name: 'search 20,000 contents',
      tool: 'search_file_contents',
      calls: 1,
      args: () => ({ path, query: 'needle', maxMatches: 1000 }),
      raw: [...searchByContent, path],
      expected: 'needle',
      isNew: true,
    },
    {
      name: 'tree of 20,000 files',
      tool: 'directory_tree',
      calls: 1,
      args: () => ({ path }),
      raw: ['find', path],
      expected: 'file-37.ts',
    },
  ];
}

function editRows({ at }: World): Row[] {
  // To and fro, so that every call has something to change.
  const edit = (name: string, file: string, [from, to]: readonly [string, string]): Row => ({
    name,
    tool: 'edit_file',
    calls: 2,
    args: (n) => {
      const isBack = n % 2 === 1;
      return { path: at(file), edits: [{ oldText: isBack ? to : from, newText: isBack ? from : to }] };
    },
    expected: 'edited',
  });
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
