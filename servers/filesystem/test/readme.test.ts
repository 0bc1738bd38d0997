// The tables of the README say what a client sees. UPDATE_DOCS=1 writes them instead of comparing them.
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { serve, temporary } from './setup.ts';

const README = new URL('../README.md', import.meta.url);
const TOOLSETS = ['delete', 'sampling'];

interface Listed {
  readonly name: string;
  readonly description: string;
}

interface ListedTool extends Listed {
  readonly inputSchema: { readonly properties: object; readonly required?: readonly string[] };
  readonly annotations: { readonly readOnlyHint: boolean };
}

interface ListedPrompt extends Listed {
  readonly arguments: readonly { readonly name: string; readonly required?: boolean }[];
}

/** A table as the formatter writes it: every column as wide as its widest cell. */
const toTable = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(3, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[], fill: string): string =>
    `| ${widths.map((width, i) => (cells[i] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head, ' '), line([], '-'), ...body.map((row) => line(row, ' '))].join('\n');
};

const code = (name: string): string => `\`${name}\``;

const toArguments = (required: readonly string[], optional: readonly string[]): string =>
  [required, optional]
    .filter((names) => names.length > 0)
    .map((names) => names.map(code).join(', '))
    .join('; ');

const toolRows = async (): Promise<string[][]> => {
  const list = async (toolsets: readonly string[]): Promise<ListedTool[]> => {
    await using client = await connect(serve([], { toolsets }), { revision: '2025-11-25' });
    return (await client.request('tools/list'))['tools'] as ListedTool[];
  };
  const on = (await list([])).map(({ name }) => name);
  const toolsetOf = new Map(
    (await Promise.all(TOOLSETS.map(async (toolset) => ({ toolset, tools: await list([toolset]) })))).flatMap(
      ({ toolset, tools }) =>
        tools.filter(({ name }) => !on.includes(name)).map(({ name }) => [name, toolset]),
    ),
  );
  return (await list(TOOLSETS)).map(({ name, description, inputSchema, annotations }) => {
    const { properties, required = [] } = inputSchema;
    const optional = Object.keys(properties).filter((argument) => !required.includes(argument));
    const toolset = toolsetOf.get(name);
    const [first = ''] = description.split(/(?<=\.) /);
    const text = first.replaceAll('*', String.raw`\*`);
    const what = toolset === undefined ? text : `${text} Off: toolset ${code(toolset)}`;
    return [code(name), toArguments(required, optional), what, annotations.readOnlyHint ? 'no' : 'yes'];
  });
};

const promptRows = async (): Promise<string[][]> => {
  await using client = await connect(serve([]), { revision: '2025-11-25' });
  const prompts = (await client.request('prompts/list'))['prompts'] as ListedPrompt[];
  return prompts.map(({ name, description, arguments: all }) => {
    const required = all.filter((argument) => argument.required === true).map((argument) => argument.name);
    const optional = all.filter((argument) => argument.required !== true).map((argument) => argument.name);
    return [code(name), toArguments(required, optional), description];
  });
};

const resourceRows = async (): Promise<string[][]> => {
  using dir = temporary({ 'a.txt': '' });
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const { resources } = await client.request('resources/list');
  const { resourceTemplates } = await client.request('resources/templates/list');
  const [directory, entry] = resources as [Listed, Listed];
  const templates = resourceTemplates as (Listed & { readonly uriTemplate: string })[];
  expect(entry.name).toBe('a.txt');
  return [
    ['each allowed directory', directory.description],
    ['each file and directory in one of them', 'As the template says.'],
    ...templates.map(({ uriTemplate, description }) => [code(uriTemplate), description]),
  ];
};

/** Calls that are shown with their answers. */
const EXAMPLES = [
  ['What is in a directory?', 'list_directory', { path: 'src', fields: ['size'] }],
  ['Where is a word used?', 'search_file_contents', { path: '.', query: 'greet', glob: '**/*.ts' }],
  [
    'Change it, but only if the text is still there:',
    'edit_file',
    { path: 'src/greet.ts', edits: [{ oldText: "'Hello, '", newText: "'Good day, '" }] },
  ],
] as const;

const examples = async (): Promise<string> => {
  using dir = temporary({
    'src/greet.ts': "export const greet = (name: string): string => 'Hello, ' + name;\n",
    'src/main.ts': "import { greet } from './greet.ts';\n\nconsole.log(greet('Ada'));\n",
    'src/deep/': '',
  });
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const shown: string[] = [];
  for (const [question, name, args] of EXAMPLES) {
    const { content } = await client.request('tools/call', { name, arguments: args });
    const blocks = (content as { text: string }[]).map((block) => block.text.trimEnd());
    const answer = blocks.join('\n').replaceAll(dir.path, '/srv/project');
    const sameEtag = answer.replaceAll(/(?<=etag: )[\da-z-]+/g, '1ex8a-3z-dn1utli1-dn1utli1');
    // A diff comes in a fence of its own.
    const fence = sameEtag.includes('```') ? '````' : '```';
    const call = `${code(name)} with ${code(JSON.stringify(args))}`;
    shown.push(`${question} ${call}:\n\n${fence}text\n${sameEtag}\n${fence}`);
  }
  return shown.join('\n\n');
};

test('the examples are real calls', async () => {
  const marked = /(?<=<!-- begin: examples -->\n\n)[\s\S]*?(?=\n?\n?<!-- end -->)/;
  const text = await examples();
  if (process.env['UPDATE_DOCS'] === '1')
    writeFileSync(
      README,
      readFileSync(README, 'utf8').replace(marked, () => `${text}\n`),
    );
  expect(marked.exec(readFileSync(README, 'utf8'))?.[0].trim()).toBe(text);
});

test.each([
  ['resources', ['Resource', 'What it is'], resourceRows],
  ['tools', ['Tool', 'Arguments', 'What it does', 'Changes files'], toolRows],
  ['prompts', ['Prompt', 'Arguments', 'What it does'], promptRows],
] as const)('the table of %s', async (name, head, rowsOf) => {
  const marked = new RegExp(`(?<=<!-- begin: table ${name} -->\\n\\n)[\\s\\S]*?(?=\\n?\\n?<!-- end -->)`);
  const table = toTable([[...head], ...(await rowsOf())]);
  const readme = readFileSync(README, 'utf8');
  if (process.env['UPDATE_DOCS'] === '1')
    writeFileSync(
      README,
      readme.replace(marked, () => `${table}\n`),
    );
  expect(marked.exec(readFileSync(README, 'utf8'))?.[0].trim()).toBe(table);
});
