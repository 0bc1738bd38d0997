// Assistant tasks: the calls they take with our server and with the official one.

import { MODULES } from './project.ts';

/** A call of a tool. Paths are relative to the project. */
export type ToolCall = readonly [tool: string, args: { readonly [name: string]: unknown }];

/** A request to an assistant. */
export interface Task {
  readonly title: string;
  readonly ours: readonly ToolCall[];
  /** The fewest calls it allows: it cannot search in files or read from the middle of one. */
  readonly official: readonly ToolCall[];
}

const core = MODULES.map((name) => `packages/core/src/${name}.ts`);
const manifests = ['api', 'cli', 'core', 'web'].map((name) => `packages/${name}/package.json`);
const noDependencies = { excludePatterns: ['node_modules', '**/node_modules/**'] };

const edit = (path: string, oldText: string, newText: string): ToolCall => [
  'edit_file',
  { path, edits: [{ oldText, newText }] },
];

const raiseVersion = manifests
  .slice(0, 3)
  .map((path) => edit(path, '"version": "1.4.0"', '"version": "1.5.0"'));

const newTest = "import { test } from 'node:test';\n\ntest('adds up', () => {});\n";

const changeDefinition = edit(
  'packages/core/src/invoice.ts',
  'export function grandTotal(order: Order, rates: Rates): number {\n  let sum = 0;',
  'export function grandTotal(order: Order, rates: Rates): number {\n  let sum = order.fees ?? 0;',
);

const addFunction = edit(
  'packages/core/src/tax.ts',
  '// The tax of the shop.\n',
  '// The tax of the shop.\n\n/** Whether an order is free of tax. */\nexport const isFree = (order: Order): boolean => order.items.length === 0;\n',
);

const followRename = ['report', 'cart'].map((name) =>
  edit(`packages/core/src/${name}.ts`, "from './invoice.ts'", "from './billing.ts'"),
);

const rename: ToolCall = [
  'move_file',
  { source: 'packages/core/src/invoice.ts', destination: 'packages/core/src/billing.ts' },
];

/** In order, as some change what later ones find. */
export const TASKS: readonly Task[] = [
  {
    title: 'Overview of the repository',
    ours: [['directory_tree', { path: '.', maxDepth: 2 }]],
    official: [['directory_tree', { path: '.', ...noDependencies }]],
  },
  {
    title: 'Find all package.json and read four',
    ours: [
      ['search_files', { path: '.', pattern: 'package.json' }],
      ['read_multiple_files', { paths: manifests }],
    ],
    official: [
      ['search_files', { path: '.', pattern: '**/package.json', ...noDependencies }],
      ['read_multiple_files', { paths: manifests }],
    ],
  },
  {
    title: 'Find a definition and change it',
    ours: [
      ['search_file_contents', { path: 'packages/core', query: 'function grandTotal' }],
      ['read_text_file', { path: 'packages/core/src/invoice.ts', offset: 60, limit: 12 }],
      changeDefinition,
    ],
    official: [
      ['search_files', { path: 'packages/core', pattern: '**/*.ts' }],
      ['read_text_file', { path: 'packages/core/src/invoice.ts' }],
      changeDefinition,
    ],
  },
  {
    title: 'Find all uses of a function',
    ours: [['search_file_contents', { path: 'packages/core', query: 'grandTotal(' }]],
    official: [
      ['search_files', { path: 'packages/core', pattern: '**/*.ts' }],
      ['read_multiple_files', { paths: core }],
    ],
  },
  {
    title: 'One section of a long guide',
    ours: [
      ['search_file_contents', { path: 'docs/guide.md', query: '## Section 41' }],
      ['read_text_file', { path: 'docs/guide.md', offset: 1681, limit: 42 }],
    ],
    official: [['read_text_file', { path: 'docs/guide.md' }]],
  },
  {
    title: 'The last lines of a log',
    ours: [['read_text_file', { path: 'logs/app.log', tail: 50 }]],
    official: [['read_text_file', { path: 'logs/app.log', tail: 50 }]],
  },
  {
    title: 'The errors in a log',
    ours: [['search_file_contents', { path: 'logs/app.log', query: ' ERROR ', contextLines: 1 }]],
    official: [['read_text_file', { path: 'logs/app.log' }]],
  },
  {
    title: 'Compare two files',
    ours: [['read_multiple_files', { paths: ['config/staging.json', 'config/production.json'] }]],
    official: [['read_multiple_files', { paths: ['config/staging.json', 'config/production.json'] }]],
  },
  {
    title: 'Add a function to a file',
    ours: [['read_text_file', { path: 'packages/core/src/tax.ts', head: 10 }], addFunction],
    official: [['read_text_file', { path: 'packages/core/src/tax.ts', head: 10 }], addFunction],
  },
  {
    title: 'Rename a file and mend its imports',
    ours: [
      rename,
      ['search_file_contents', { path: 'packages/core', query: "'./invoice.ts'" }],
      ...followRename,
    ],
    official: [
      rename,
      ['read_multiple_files', { paths: core.filter((path) => !path.includes('invoice')) }],
      ...followRename,
    ],
  },
  {
    title: 'Write a first test in a new directory',
    ours: [['write_file', { path: 'packages/core/test/tax.test.ts', content: newTest, createParents: true }]],
    official: [
      ['create_directory', { path: 'packages/core/test' }],
      ['write_file', { path: 'packages/core/test/tax.test.ts', content: newTest }],
    ],
  },
  {
    title: 'Raise the version of three packages',
    ours: raiseVersion,
    official: raiseVersion,
  },
  {
    title: 'What is in a directory, the largest first',
    ours: [['list_directory_with_sizes', { path: 'packages/core/src', sortBy: 'size' }]],
    official: [['list_directory_with_sizes', { path: 'packages/core/src', sortBy: 'size' }]],
  },
  {
    title: 'Which source files changed last',
    ours: [['list_directory', { path: 'packages/core/src', fields: ['mtime'] }]],
    official: [
      ['list_directory', { path: 'packages/core/src' }],
      ...core
        .filter((path) => !path.includes('invoice'))
        .map((path): ToolCall => ['get_file_info', { path }]),
    ],
  },
  {
    title: 'Look at a picture',
    ours: [['read_text_file', { path: 'docs/logo.png' }]],
    official: [['read_media_file', { path: 'docs/logo.png' }]],
  },
  {
    title: 'Rename a function across files (official: reading only)',
    ours: [
      ['replace_in_files', { path: 'packages', find: 'grandTotal', replace: 'fullTotal', wholeWord: true }],
    ],
    official: [
      ['search_files', { path: 'packages/core', pattern: '**/*.ts' }],
      ['read_multiple_files', { paths: core.filter((path) => !path.includes('invoice')) }],
    ],
  },
  {
    title: 'The ten largest files',
    ours: [['search_files', { path: '.', pattern: '**', type: 'file', sort: 'size', limit: 10 }]],
    official: ['.', 'docs', 'logs', 'config', 'packages/core', 'packages/core/src'].map((path): ToolCall => [
      'list_directory_with_sizes',
      { path, sortBy: 'size' },
    ]),
  },
  {
    title: 'Move two documents to an archive',
    ours: [
      [
        'move_file',
        {
          moves: ['staging', 'production'].map((name) => ({
            source: `config/${name}.json`,
            destination: `archive/${name}.json`,
          })),
          createParents: true,
        },
      ],
    ],
    official: [
      ['create_directory', { path: 'archive' }],
      ...['staging', 'production'].map((name): ToolCall => [
        'move_file',
        { source: `config/${name}.json`, destination: `archive/${name}.json` },
      ]),
    ],
  },
  {
    title: 'Summarise a PDF',
    ours: [['read_text_file', { path: 'docs/report.pdf' }]],
    official: [['read_media_file', { path: 'docs/report.pdf' }]],
  },
  {
    title: 'Which document has a word',
    ours: [['search_file_contents', { path: 'docs', query: 'umlauts', output: 'files' }]],
    official: ['pdf', 'docx'].map((kind): ToolCall => ['read_media_file', { path: `docs/report.${kind}` }]),
  },
  {
    title: 'Find my invoice',
    ours: [['search_files', { path: '.', pattern: 'invoice' }]],
    official: [['search_files', { path: '.', pattern: '**/*invoice*', ...noDependencies }]],
  },
  {
    title: 'Delete the old file, and bring it back (official: cannot)',
    ours: [
      ['delete_file', { path: 'docs/report.docx' }],
      ['undo_last_change', {}],
    ],
    official: [],
  },
];
