// Swap test: a client of the official server gets the same answers from ours, or a difference listed here.
import { expect, test } from 'vitest';
import { connectTo, serve, temporary } from '../setup.ts';
import { FILES, replaceRoot, snapshot, type Call } from './calls.ts';
import { parseTree } from '../parse-tree.ts';
import recording from './recording.json' with { type: 'json' };

interface Result {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: { readonly content: unknown };
  readonly isError?: boolean;
}

interface Recorded extends Call {
  readonly result: Result;
}

const recorded = recording.calls as unknown as readonly Recorded[];

const idOf = ({ name, arguments: args }: Call): string => `${name} ${JSON.stringify(args)}`;

/** Deliberate differences: the start of the call, the reason, and our answer. */
const DIFFERENCES: readonly { readonly call: string; readonly why: string; readonly ours: RegExp }[] = [
  {
    call: 'read_text_file {"path":"<root>/notes.txt","tail":2}',
    why: 'The line break at the end of a file ends its last line. There it counts as one more, empty line.',
    ours: /^four\nfive\n$/,
  },
  {
    call: 'read_text_file {"path":"<root>/windows.txt","tail":2}',
    why: 'The same, and line endings are shown as they are.',
    ours: /^one\r\ntwo\r\n$/,
  },
  {
    call: 'read_text_file {"path":"<root>/notes.txt","head":"2"}',
    why: 'Some hosts send numbers as strings: they are read as what they are.',
    ours: /^one\ntwo$/,
  },
  {
    call: 'read_text_file {"path":"<root>/notes.txt","bogus":1}',
    why: 'An unknown argument is refused with the known ones: there it is ignored.',
    ours: /unknown property "bogus"; known are path, head, tail/,
  },
  {
    call: 'list_directory {"path":"<root>/vacant"}',
    why: 'An empty text says nothing, and some hosts refuse it.',
    ours: /^\[The directory is empty\.\]$/,
  },
  {
    call: 'read_text_file {"path":"<root>/latin.txt"}',
    why: 'Text in other encodings than UTF-8 is decoded: there it is damaged.',
    ours: /^café$/,
  },
  {
    call: 'read_text_file {"path":"<root>/data.bin"}',
    why: 'Other binary than images and audio is refused, with what reads it: there it is shown as if it were UTF-8.',
    ours: /^<root>\/data\.bin is not text\. read_text_file reads images, .* use get_file_info\.$/,
  },
  {
    call: 'read_multiple_files {"paths":["<root>/notes.txt","<root>/no-end.txt"]}',
    why: 'The form is the same. A note after each text has the etag.',
    ours: /^<root>\/notes\.txt:\none\n[^]*five\n\n\[etag: .*\]\n\n---\n<root>\/no-end\.txt:\nfirst\nlast\n\[etag: .*\]\n$/,
  },
  {
    call: 'write_file {"path":"<root>/new.txt"',
    why: 'The sentence is the same. What follows it in brackets is the size and the etag.',
    ours: /^Successfully wrote to <root>\/new\.txt \((?:created, )?\d+ bytes, etag: [\da-z-]+\)$/,
  },
  {
    call: 'read_multiple_files {"paths":["<root>/empty.txt","<root>/missing.txt"]}',
    why: 'The same. The words of an error are those of all tools here, with what to do about it.',
    ours: /^<root>\/empty\.txt:\n\n\[etag: .*\]\n\n---\n<root>\/missing\.txt: Error - .*does not exist/,
  },
  {
    call: 'create_directory {"path":"<root>/a/b/c"}',
    why: 'The sentence is the same. The second time it says that the directory was there.',
    ours: /^Successfully created directory <root>\/a\/b\/c \(it already existed\)$/,
  },
  {
    call: 'move_file {"source":"<root>/new.txt"',
    why: 'The sentence is the same. What follows it in brackets is the etag.',
    ours: /^Successfully moved <root>\/new\.txt to <root>\/moved\.txt \(etag: [\da-z-]+\)$/,
  },
  {
    call: 'edit_file {"path":"<root>/twice.txt"',
    why: 'Text that is found twice is refused: there the first place is changed, right or wrong.',
    ours: /^edits\[0\]: oldText is found 2 times, at lines 1, 3\./,
  },
];

/** Files that differ after all calls, and why. */
const FILE_DIFFERENCES: { readonly [path: string]: string } = {
  'twice.txt': 'The edit was refused.',
  'windows.txt': 'Its line endings were kept. There they become LF.',
};

/** Theirs are in disk order, ours are sorted by name. */
const sortLines = (text: string): string =>
  text
    .split('\n')
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('\n');

interface Node {
  readonly name: string;
  readonly children?: readonly Node[];
}

const sortTree = (nodes: readonly Node[]): Node[] =>
  nodes
    .map((node) => (node.children === undefined ? node : { ...node, children: sortTree(node.children) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Ours are indented names, theirs are JSON. */
const toTree = (text: string): Node[] =>
  text.startsWith('[') ? (JSON.parse(text) as Node[]) : parseTree(text);

/** Removes irrelevant parts of a tool's text: the order of names and the times of new files. */
const plain = (name: string, text: string): string => {
  if (name === 'list_directory' || name === 'search_files') return sortLines(text);
  if (name === 'list_directory_with_sizes') return sortLines(text);
  if (name === 'directory_tree') return JSON.stringify(sortTree(toTree(text)), undefined, 2);
  if (name === 'get_file_info') return text.replaceAll(/^(created|modified|accessed): .+$/gm, '$1: …');
  return text;
};

test('every recorded call gets the same answer, or a listed difference', async () => {
  using world = temporary(FILES);
  await using client = await connectTo(serve([world.path]));
  const unexpected: { readonly [call: string]: unknown }[] = [];
  const met = new Set<string>();
  for (const call of recorded) {
    const args = replaceRoot(call.arguments, '<root>', world.path);
    const answer = await client.request('tools/call', { name: call.name, arguments: args });
    const ours = replaceRoot(answer, world.path, '<root>') as unknown as Result;
    const problem = compare(call, ours);
    if (problem === undefined) continue;
    const known = DIFFERENCES.find(({ call: start }) => idOf(call).startsWith(start));
    if (known?.ours.test(ours.content[0]?.text ?? '') === true) met.add(known.call);
    else unexpected.push({ [idOf(call)]: problem });
  }
  expect(unexpected).toEqual([]);
  expect(DIFFERENCES.map(({ call }) => call).filter((call) => !met.has(call))).toEqual([]);
  const official: { readonly [path: string]: string } = recording.files;
  const files = snapshot(world.path);
  expect(Object.keys(files)).toEqual(Object.keys(official));
  const others = Object.keys(files).filter((path) => files[path] !== official[path]);
  expect(others).toEqual(Object.keys(FILE_DIFFERENCES));
  expect(world.text('windows.txt')).toBe('one\r\n2\r\n');
});

/** Returns the difference, if any. Error texts may differ, because ours say more. */
const compare = ({ name, result }: Recorded, ours: Result): object | undefined => {
  const isError = result.isError === true;
  if (isError !== (ours.isError === true)) return { official: result, ours };
  if (isError) return undefined;
  const shape = (given: Result): unknown => {
    const [first] = given.content;
    // Ours adds a line of text about the image.
    if (first?.text === undefined) return given.content.filter(({ type }) => type !== 'text');
    const text = plain(name, first.text);
    // The official structured content repeats the text; ours has data or is absent.
    return { type: first.type, text };
  };
  const both = { official: shape(result), ours: shape(ours) };
  return JSON.stringify(both.official) === JSON.stringify(both.ours) ? undefined : both;
};

test('accepts every argument of the official tools, and requires no other', async () => {
  await using client = await connectTo(serve([]));
  const { tools } = (await client.request('tools/list')) as unknown as typeof recording;
  const listed = recording.tools.filter(({ name }) => !UNLISTED.includes(name));
  const ours = listed.map((official) => tools.find(({ name }) => name === official.name));
  expect(ours.map(argumentsOf)).toMatchObject(listed.map(argumentsOf));
  const required = (tool: (typeof recording.tools)[number] | undefined) => tool?.inputSchema.required ?? [];
  const further = ours.map((tool, index) =>
    required(tool).filter((name) => !required(listed[index]).includes(name)),
  );
  expect(further.flat()).toEqual([]);
  // The calls above cover the others.
  expect(tools.filter(({ name }) => UNLISTED.includes(name))).toEqual([]);
});

/** Callable by name; other tools do the same. */
const UNLISTED: readonly string[] = ['read_file', 'read_media_file', 'list_directory_with_sizes'];

type Schema = {
  readonly type?: string;
  readonly items?: { readonly type?: string };
  readonly enum?: unknown;
  readonly anyOf?: readonly Schema[];
};

/** Names and types. Integers count as numbers, and a value or list as a list. */
const argumentsOf = (tool: { readonly inputSchema: unknown } | undefined): object => {
  const { properties = {} } = (tool?.inputSchema ?? {}) as {
    readonly properties?: { readonly [name: string]: Schema };
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const many = schema.anyOf?.find(({ type }) => type === 'array');
      const { type, items, enum: values } = many ?? schema;
      const known = { ...(items && { items: items.type }), ...(values ? { values } : {}) };
      return [name, { type: type?.replace('integer', 'number'), ...known }];
    }),
  );
};
