// The 16 tools that every fixture server offers, as plain data: each variant turns it into its own library's schemas.

export type FieldKind = 'string' | 'integer' | 'boolean' | 'strings';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly description: string;
  readonly optional?: boolean;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

export const serverInfo = { name: 'bench', version: '1.0.0' } as const;

const path: Field = { name: 'path', kind: 'string', description: 'Path of the file or directory' };
const limit: Field = {
  name: 'limit',
  kind: 'integer',
  description: 'Largest number of results',
  optional: true,
};
const database: Field = { name: 'database', kind: 'string', description: 'Name of the database' };
const repository: Field = { name: 'repository', kind: 'string', description: 'Path of the repository' };

const tools: readonly ToolSpec[] = [
  {
    name: 'echo',
    description: 'Answer with the text that was given.',
    fields: [{ name: 'text', kind: 'string', description: 'The text to send back' }],
  },
  { name: 'large_text', description: 'Answer with one megabyte of text.', fields: [] },
  {
    name: 'read_text_file',
    description: 'Read a UTF-8 file inside an allowed directory.',
    fields: [path, { name: 'head', kind: 'integer', description: 'Only the first lines', optional: true }],
  },
  {
    name: 'write_file',
    description: 'Create a file or replace all of its content.',
    fields: [path, { name: 'content', kind: 'string', description: 'The new content of the file' }],
  },
  {
    name: 'list_directory',
    description: 'List the entries of a directory, with their kinds.',
    fields: [
      path,
      { name: 'recursive', kind: 'boolean', description: 'Also list sub-directories', optional: true },
    ],
  },
  {
    name: 'search_files',
    description: 'Find files whose names match a pattern.',
    fields: [path, { name: 'patterns', kind: 'strings', description: 'Glob patterns' }, limit],
  },
  {
    name: 'move_file',
    description: 'Move or rename a file or a directory.',
    fields: [path, { name: 'destination', kind: 'string', description: 'The new path' }],
  },
  { name: 'get_file_info', description: 'Size, times and permissions of a file.', fields: [path] },
  { name: 'git_status', description: 'Show the state of the working tree.', fields: [repository] },
  {
    name: 'git_log',
    description: 'Show the newest commits of a branch.',
    fields: [
      repository,
      { name: 'branch', kind: 'string', description: 'Branch name', optional: true },
      limit,
    ],
  },
  {
    name: 'git_diff',
    description: 'Show what differs between two revisions.',
    fields: [
      repository,
      { name: 'range', kind: 'string', description: 'Two revisions with two dots between them' },
    ],
  },
  {
    name: 'query',
    description: 'Run a statement that reads and answer with its rows.',
    fields: [database, { name: 'sql', kind: 'string', description: 'The statement' }, limit],
  },
  {
    name: 'execute',
    description: 'Run a statement that writes and answer with the number of changed rows.',
    fields: [database, { name: 'sql', kind: 'string', description: 'The statement' }],
  },
  { name: 'list_tables', description: 'List the tables and views of a database.', fields: [database] },
  {
    name: 'describe_table',
    description: 'Columns, keys and indexes of a table.',
    fields: [database, { name: 'table', kind: 'string', description: 'Name of the table' }],
  },
  {
    name: 'fetch',
    description: 'Fetch a web page and answer with its text as Markdown.',
    fields: [
      { name: 'url', kind: 'string', description: 'Address of the page' },
      { name: 'raw', kind: 'boolean', description: 'Answer with the page as it is', optional: true },
    ],
  },
];

/** The first `count` tools; beyond 16 the list goes round again with numbered names. */
export function toolSpecs(count: number): readonly ToolSpec[] {
  return Array.from({ length: count }, (_, index) => {
    const spec = tools[index % tools.length];
    if (spec === undefined) throw new Error('The catalogue is empty');
    return index < tools.length ? spec : { ...spec, name: `${spec.name}_${index}` };
  });
}

/** How many tools this fixture server was asked to have (`--tools=N`), 16 unless told otherwise. */
export function requestedToolCount(): number {
  const option = process.argv.find((argument) => argument.startsWith('--tools='));
  return option === undefined ? tools.length : Number(option.slice('--tools='.length));
}

export const largeTextLength = 1_048_576;

const line = 'The quick brown fox jumps over the lazy dog, "twice" a day. \n';
let largeText: string | undefined;

/** What a tool does: the same few lines in every variant, so that only the library differs. */
export function answer(name: string, input: Readonly<Record<string, unknown>>): string {
  if (name === 'echo') return String(input['text']);
  if (name !== 'large_text') return 'ok';
  // Flattened once by the slice, so that no variant pays for joining the parts.
  largeText ??= Buffer.from(
    line.repeat(Math.ceil(largeTextLength / line.length)).slice(0, largeTextLength),
  ).toString();
  return largeText;
}
