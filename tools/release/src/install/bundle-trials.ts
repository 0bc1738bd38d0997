// Trials of bundles: the settings of a user, then the tools and answers of the server. The calls are those that the
// page about Claude Desktop promises.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@mcp/repo/src/workspace.ts';
import type { Chosen } from './bundle.ts';
import type { Installable } from './installable.ts';
import type { Flavour } from './manifest.ts';

const DATABASES = ['data.db', 'more.db'];

/** The folder that the user chooses, as `writeProject` fills it. */
export interface Chooser {
  readonly folder: string;
  readonly separator: '/' | '\\';
}

// Readers do not need the cross-reference table.
const POLICY = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources <</Font <</F1 5 0 R>>>> /Contents 4 0 R>> endobj
4 0 obj <</Length 54>> stream
BT /F1 12 Tf 72 720 Td (Household Insurance 2026) Tj ET
endstream endobj
5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj
trailer <</Root 1 0 R>>
%%EOF
`;

/** Fills the folder that the user chooses. An empty file is an empty database. */
export const writeProject = (folder: string): void => {
  for (const name of DATABASES) writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'notes.txt'), 'From a file to an answer.\n');
  writeFileSync(join(folder, 'policy.pdf'), POLICY);
  writeFileSync(join(folder, 'sales.csv'), 'day,amount\nMonday,40\nTuesday,2\n');
  const fixtures = join(root, 'packages/documents/test/fixtures');
  for (const name of ['minutes.docx', 'log.xlsx']) copyFileSync(join(fixtures, name), join(folder, name));
};

/** A call. `shows` is a regular expression for its result. */
export interface TrialCall {
  readonly tool: string;
  readonly args: object;
  readonly shows: string;
}

/** One start of a bundle. */
export interface BundleTrial {
  readonly chosen: Chosen;
  /** Tools that must be listed. */
  readonly lists: readonly string[];
  readonly lacks: readonly string[];
  readonly calls: readonly TrialCall[];
}

const call = (tool: string, args: object, shows: string): TrialCall => ({ tool, args, shows });

const inData = (tool: string, args: object, shows: string): TrialCall =>
  call(tool, { database: 'data', ...args }, shows);

/** Placeholder for the folder that the user chooses. */
const FOLDER = '';

/** The trials of each bundle, with and without its settings. */
const TRIALS: Readonly<Record<string, readonly Partial<BundleTrial>[]>> = {
  'mcp-server-filesystem': [
    {
      calls: [
        call('list_directory', { path: '.' }, 'data\\.db'),
        call('write_file', { path: 'todo.md', content: 'Buy tea.\n' }, 'Successfully wrote'),
        call('edit_file', { path: 'todo.md', edits: [{ oldText: 'tea', newText: 'rice' }] }, '\\+Buy rice'),
        call('create_directory', { path: 'lists' }, 'Successfully created'),
        call('move_file', { source: 'todo.md', destination: 'lists/todo.md' }, 'Successfully moved'),
        call('read_text_file', { path: 'lists/todo.md' }, 'Buy rice'),
        call('delete_file', { path: 'lists/todo.md', permanent: true }, 'Successfully deleted'),
      ],
    },
    { chosen: { read_only: true }, lacks: ['write_file'] },
  ],
  'mcp-server-filesystem-documents': [
    {
      lacks: ['write_file'],
      calls: [
        call('read_text_file', { path: 'notes.txt' }, 'to an answer'),
        call('search_file_contents', { path: '.', query: 'insurance' }, 'policy\\.pdf'),
        call('read_text_file', { path: 'policy.pdf' }, 'Household Insurance 2026'),
        call('read_text_file', { path: 'minutes.docx' }, 'Sell old desks'),
        call('read_text_file', { path: 'log.xlsx' }, 'request 7 done'),
      ],
    },
  ],
  'mcp-server-git': [
    {
      lacks: ['git_push'],
      calls: [
        call('git_status', {}, 'No commits yet'),
        call(
          'git_commit',
          { message: 'Add notes', files: ['notes.txt'], author: 'Ada Lovelace <ada@example.org>' },
          'Committed',
        ),
        call('git_log', {}, 'Add notes'),
        call('git_show', { revision: 'HEAD' }, 'From a file to an answer'),
      ],
    },
    { chosen: { allow_remote: true }, lists: ['git_push'] },
  ],
  'mcp-server-fetch': [{ chosen: { save_dir: FOLDER }, lists: ['fetch'] }],
  'mcp-server-sqlite': [
    { lacks: ['write_query'], calls: [inData('read_query', { query: 'SELECT 6 * 7 AS answer' }, '42')] },
    {
      chosen: { write: true, import_dir: FOLDER, export_dir: FOLDER },
      calls: [
        inData('import_rows', { table_name: 'sales', file: 'sales.csv' }, 'rows\\W+2'),
        inData(
          'write_query',
          { query: "UPDATE sales SET amount = 50 WHERE day = 'Monday'" },
          'affected_rows\\W+1',
        ),
        inData('read_query', { query: 'SELECT sum(amount) AS total FROM sales' }, '52'),
        inData('export_query', { query: 'SELECT * FROM sales', save_to: 'totals.csv' }, 'totals\\.csv'),
        call('create_table', { database: 'more', query: 'CREATE TABLE t (x)' }, 'created\\W+true'),
      ],
    },
  ],
};

/** Calls to the site of `bundles.ts`, which has this address. */
export const WEB_CALLS: readonly TrialCall[] = [
  call('fetch', { url: 'http://93.184.216.34/' }, 'High water is at noon'),
  call('fetch', { url: 'http://93.184.216.34/', save_to: 'tides.html' }, 'tides\\.html'),
];

/** Returns values for the input of a server: the folder, or the databases in it. */
export const inputsOf = ({ input }: Installable, { folder, separator }: Chooser): [string, ...string[]] =>
  input?.kind === 'file' ? [`${folder}${separator}data.db`, `${folder}${separator}more.db`] : [folder];

/** Returns the trials of a bundle. */
export const trialsOf = (server: Installable, { name }: Flavour, chooser: Chooser): BundleTrial[] =>
  (TRIALS[name] ?? [{}]).map(({ chosen = {}, lists = [], lacks = [], calls = [] }) => {
    const switches = Object.entries(chosen).map(([each, value]) => [
      each,
      value === FOLDER ? chooser.folder : value,
    ]);
    const input = server.input === undefined ? {} : { [server.input.name]: inputsOf(server, chooser) };
    return { chosen: { ...Object.fromEntries(switches), ...input }, lists, lacks, calls };
  });
