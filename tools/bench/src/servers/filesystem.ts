// Filesystem: our server, the official one, a minimal loop and the raw tools.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { lanesOf, type Peer } from '../comparison/lanes.ts';
import { command } from '../comparison/subject.ts';
import type { Ask, Call, Question, Row, Subject } from '../comparison/subject.ts';
import type { Options } from '../options.ts';
import { makeFiles } from './filesystem-files.ts';
import { makeFolder } from './folder.ts';
import { cloneGenerated } from './git-repository.ts';

const official: Peer = {
  name: 'official',
  package: '@modelcontextprotocol/server-filesystem',
  script: 'dist/index.js',
};
const searcher = spawnSync('rg', ['--version']).error === undefined ? ['rg', '-n'] : ['grep', '-rn'];
const whole = 100_000;
const commits = 500;

function rowsFor(root: string): readonly Row[] {
  const [small, large, tree] = [join(root, 'small.txt'), join(root, 'large.txt'), join(root, 'tree')];
  const read: Call = { tool: 'read_text_file', args: () => ({ path: small }), expected: 'const value' };
  const next = '  and the next one\n';
  const [before, after] = [`  the line to edit\n${next}`, `  the line was edited\n${next}`];
  // Alternates, so that every call changes something.
  const change = (n: number): object =>
    n % 2 === 0 ? { oldText: before, newText: after } : { oldText: after, newText: before };
  const substitute = 's/the line to edit/the line to edit/';
  const edit: Call = {
    tool: 'edit_file',
    args: (n) => ({ path: large, edits: [change(n)] }),
    expected: 'edited',
  };
  const search: Call = {
    tool: 'search_file_contents',
    args: () => ({ path: tree, query: 'needle', limit: 1000 }),
    expected: 'needle',
  };
  return [
    {
      name: 'read 1 kB',
      calls: 100,
      asks: { limit: read, ours: read, peer: read, raw: command('cat', small) },
    },
    {
      name: 'edit 5 MB',
      calls: 2,
      asks: { limit: edit, ours: edit, peer: edit, raw: command('sed', '-i', substitute, large) },
    },
    {
      name: 'search 20,000 contents',
      calls: 1,
      asks: { limit: search, ours: search, raw: command(...searcher, 'needle', tree) },
    },
  ];
}

/** Returns questions about a project of 4,001 files in 200 directories. */
function questionsFor(project: string): readonly Question[] {
  const at = (path: string): string => join(project, path);
  const [module, long] = [at('src/part-7/module-3.ts'), at('src/hot.ts')];
  const line = 'export const value39 =';
  const edits = [{ oldText: line, newText: `// The last one.\n${line}` }];
  const read: Ask = ['read_text_file', { path: module }];
  const edit: Ask = ['edit_file', { path: module, edits, dryRun: true }];
  const list: Ask = ['list_directory', { path: at('src') }];
  const size: Ask = ['get_file_info', { path: long }];
  return [
    {
      title: 'The tree of 4,001 files',
      expected: 'module-19.ts',
      ours: ['directory_tree', { path: project, maxDepth: whole, limit: whole }],
      peer: ['directory_tree', { path: project, excludePatterns: ['.git'] }],
    },
    { title: 'A directory of 200 entries', expected: 'part-199', ours: list, peer: list },
    {
      title: 'Find a text in 4,001 files',
      expected: 'compute(4242',
      ours: ['search_file_contents', { path: project, query: 'compute(4242', limit: whole }],
    },
    { title: 'Read 40 lines', expected: line, ours: read, peer: read },
    {
      title: 'Lines 701 to 750 of 1,500',
      expected: 'value749',
      ours: ['read_text_file', { path: long, offset: 701, limit: 50 }],
      peer: ['read_text_file', { path: long, head: 750 }],
    },
    { title: 'What an edit would change', expected: 'The last one', ours: edit, peer: edit },
    { title: 'Size and times of a file', expected: 'size', ours: size, peer: size },
  ];
}

export async function openFilesystem(options: Options): Promise<Subject> {
  const { root, remove } = makeFolder();
  makeFiles(root);
  const { directory: project } = await cloneGenerated(root, commits);
  const args = [root];
  return {
    name: 'filesystem',
    peer: official.package,
    title: `contents searched by ${searcher[0]}`,
    lanes: lanesOf('filesystem', official, { limit: args, ours: args, peer: args }, options),
    rows: rowsFor(root),
    questions: questionsFor(project),
    [Symbol.asyncDispose]: remove,
  };
}
