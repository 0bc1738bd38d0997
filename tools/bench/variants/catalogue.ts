// The 16 tools of every fixture server, as plain data that each variant turns into its library's schemas.

export type FieldType = 'string' | 'integer' | 'boolean' | 'array';

type Schema = {
  readonly type: FieldType;
  readonly description: string;
  readonly items?: { readonly type: 'string' };
};

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, Schema>>;
    readonly required: readonly string[];
  };
}

export const serverInfo = { name: 'bench', version: '1.0.0' } as const;

type Field = readonly [name: string, schema: Schema];

const optional: ReadonlySet<string> = new Set(['head', 'recursive', 'limit', 'branch', 'raw']);

const field = (name: string, description: string, type: FieldType = 'string'): Field => [
  name,
  { type, description, ...(type === 'array' ? { items: { type: 'string' } } : {}) },
];

const tool = (name: string, description: string, ...fields: readonly Field[]): ToolSpec => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: fields.map(([key]) => key).filter((key) => !optional.has(key)),
  },
});

const path = field('path', 'Path of the file or directory');
const head = field('head', 'Only the first lines', 'integer');
const content = field('content', 'The new content of the file');
const recursive = field('recursive', 'Also list sub-directories', 'boolean');
const patterns = field('patterns', 'Glob patterns', 'array');
const limit = field('limit', 'Largest number of results', 'integer');
const destination = field('destination', 'The new path');
const repository = field('repository', 'Path of the repository');
const branch = field('branch', 'Branch name');
const range = field('range', 'Two revisions with two dots between them');
const database = field('database', 'Name of the database');
const sql = field('sql', 'The statement');
const table = field('table', 'Name of the table');
const url = field('url', 'Address of the page');
const raw = field('raw', 'Answer with the page as it is', 'boolean');

const tools: readonly ToolSpec[] = [
  tool('echo', 'Answer with the text that was given.', field('text', 'The text to send back')),
  tool('large_text', 'Answer with one megabyte of text.'),
  tool('read_text_file', 'Read a UTF-8 file inside an allowed directory.', path, head),
  tool('write_file', 'Create a file or replace all of its content.', path, content),
  tool('list_directory', 'List the entries of a directory, with their kinds.', path, recursive),
  tool('search_files', 'Find files whose names match a pattern.', path, patterns, limit),
  tool('move_file', 'Move or rename a file or a directory.', path, destination),
  tool('get_file_info', 'Size, times and permissions of a file.', path),
  tool('git_status', 'Show the state of the working tree.', repository),
  tool('git_log', 'Show the newest commits of a branch.', repository, branch, limit),
  tool('git_diff', 'Show what differs between two revisions.', repository, range),
  tool('query', 'Run a statement that reads and answer with its rows.', database, sql, limit),
  tool('execute', 'Run a statement that writes and answer with the number of changed rows.', database, sql),
  tool('list_tables', 'List the tables and views of a database.', database),
  tool('describe_table', 'Columns, keys and indexes of a table.', database, table),
  tool('fetch', 'Fetch a web page and answer with its text as Markdown.', url, raw),
];

/** Returns the first `count` tools; beyond 16, the list repeats with numbered names. */
export function toolSpecs(count: number): readonly ToolSpec[] {
  return Array.from({ length: count }, (_, index) => {
    const spec = tools[index % tools.length];
    if (spec === undefined) throw new Error('The catalogue is empty');
    return index < tools.length ? spec : { ...spec, name: `${spec.name}_${index}` };
  });
}

/** Returns the requested number of tools of this fixture server (`--tools=N`), 16 by default. */
export function requestedToolCount(): number {
  const asked = process.argv.find((argument) => argument.startsWith('--tools='));
  return asked === undefined ? tools.length : Number(asked.slice('--tools='.length));
}

const largeTextLength = 1_048_576;

const line = 'The quick brown fox jumps over the lazy dog, "twice" a day. \n';
let largeText: string | undefined;

/** Runs a tool: the same few lines in every variant, so that only the library differs. */
export function answer(name: string, input: Readonly<Record<string, unknown>>): string {
  if (name === 'echo') return String(input['text']);
  if (name !== 'large_text') return 'ok';
  // Flattened once, so that no variant pays for joining the parts.
  largeText ??= Buffer.from(
    line.repeat(Math.ceil(largeTextLength / line.length)).slice(0, largeTextLength),
  ).toString();
  return largeText;
}
