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
    ['each directory of the command line', directory.description],
    ['each file and directory in one of them', 'As the template says.'],
    ...templates.map(({ uriTemplate, description }) => [code(uriTemplate), description]),
  ];
};

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
