// What an assistant asks about files, and how: with our tools and with those of the official server.
import { join } from 'node:path';
import { ourLane, peerLane } from '../comparison/lanes.ts';
import { makeSmallWorld } from './git-repository.ts';
import { type Ask, type Subject, type TaskRow, toTasks } from '../tokens/subject.ts';
import { official } from './filesystem.ts';

const whole = 100_000;

/** Both have the tool, with the same arguments. */
const same = (title: string, expected: string, ask: Ask): TaskRow => [title, expected, [ask], [ask]];

/** The project has 4,001 files in 200 directories. The official server cannot search in files, nor read from a line on. */
function rowsFor(root: string): readonly TaskRow[] {
  const at = (path: string): string => join(root, path);
  const [module, long] = [at('src/part-7/module-3.ts'), at('src/hot.ts')];
  const four = [0, 1, 2, 3].map((n) => at(`src/part-${n}/module-0.ts`));
  const line = 'export const value39 =';
  const edit = { path: module, edits: [{ oldText: line, newText: `// The last one.\n${line}` }] };
  return [
    [
      'The tree of 4,001 files',
      'module-19.ts',
      [['directory_tree', { path: root, maxDepth: whole, maxEntries: whole }]],
      [['directory_tree', { path: root, excludePatterns: ['.git'] }]],
    ],
    same('A directory of 200 entries', 'part-199', ['list_directory', { path: at('src') }]),
    [
      'Find 200 files by name',
      'module-7.ts',
      [['search_files', { path: root, pattern: '**/module-7.ts', maxResults: whole }]],
      [['search_files', { path: root, pattern: '**/module-7.ts' }]],
    ],
    [
      'Find a text in 4,001 files',
      'compute(4242',
      [['search_file_contents', { path: root, query: 'compute(4242', maxMatches: whole }]],
      [],
    ],
    same('Read 40 lines', line, ['read_text_file', { path: module }]),
    [
      'Lines 701 to 750 of 1,500',
      'value749',
      [['read_text_file', { path: long, offset: 701, limit: 50 }]],
      [['read_text_file', { path: long, head: 750 }]],
    ],
    same('The last 50 lines of 1,500', 'value1499', ['read_text_file', { path: long, tail: 50 }]),
    same('Read four files', 'part-3', ['read_multiple_files', { paths: four }]),
    same('What an edit would change', 'The last one', ['edit_file', { ...edit, dryRun: true }]),
    same('Size and times of a file', 'size', ['get_file_info', { path: long }]),
  ];
}

/** Works on a project with a short history. */
export async function openFilesystem(): Promise<Subject> {
  const world = makeSmallWorld();
  const { directory } = world;
  return {
    name: 'filesystem',
    peer: official,
    lanes: [ourLane('filesystem', [directory]), peerLane(official, [directory])],
    tasks: toTasks(official, rowsFor(directory)),
    [Symbol.asyncDispose]: async () => world[Symbol.dispose](),
  };
}
