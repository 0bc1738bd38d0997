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

const field = (name: string, description: string, kind: FieldKind = 'string'): Field => ({
  name,
  kind,
  description,
});
const maybe = (name: string, description: string, kind?: FieldKind): Field => ({
  ...field(name, description, kind),
  optional: true,
});
const tool = (name: string, description: string, ...fields: readonly Field[]): ToolSpec => ({
  name,
  description,
  fields,
});

const path = field('path', 'Path of the file or directory');
const limit = maybe('limit', 'Largest number of results', 'integer');
const database = field('database', 'Name of the database');
const repository = field('repository', 'Path of the repository');
const statement = field('sql', 'The statement');

const tools: readonly ToolSpec[] = [
  tool('echo', 'Answer with the text that was given.', field('text', 'The text to send back')),
  tool('large_text', 'Answer with one megabyte of text.'),
  tool(
    'read_text_file',
    'Read a UTF-8 file inside an allowed directory.',
    path,
    maybe('head', 'Only the first lines', 'integer'),
  ),
  tool(
    'write_file',
    'Create a file or replace all of its content.',
    path,
    field('content', 'The new content of the file'),
  ),
  tool(
    'list_directory',
    'List the entries of a directory, with their kinds.',
    path,
    maybe('recursive', 'Also list sub-directories', 'boolean'),
  ),
  tool(
    'search_files',
    'Find files whose names match a pattern.',
    path,
    field('patterns', 'Glob patterns', 'strings'),
    limit,
  ),
  tool('move_file', 'Move or rename a file or a directory.', path, field('destination', 'The new path')),
  tool('get_file_info', 'Size, times and permissions of a file.', path),
  tool('git_status', 'Show the state of the working tree.', repository),
  tool('git_log', 'Show the newest commits of a branch.', repository, maybe('branch', 'Branch name'), limit),
  tool(
    'git_diff',
    'Show what differs between two revisions.',
    repository,
    field('range', 'Two revisions with two dots between them'),
  ),
  tool('query', 'Run a statement that reads and answer with its rows.', database, statement, limit),
  tool(
    'execute',
    'Run a statement that writes and answer with the number of changed rows.',
    database,
    statement,
  ),
  tool('list_tables', 'List the tables and views of a database.', database),
  tool(
    'describe_table',
    'Columns, keys and indexes of a table.',
    database,
    field('table', 'Name of the table'),
  ),
  tool(
    'fetch',
    'Fetch a web page and answer with its text as Markdown.',
    field('url', 'Address of the page'),
    maybe('raw', 'Answer with the page as it is', 'boolean'),
  ),
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
