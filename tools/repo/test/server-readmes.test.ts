// The README of each server shows what a client sees: real calls with their answers, and tables of what is listed.
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { examplesOf, showExamples } from '../src/examples.ts';
import { partIn, tableIn, toTable } from '../src/readme-table.ts';
import { startedServers, startServer, type StartedServer } from '../src/started-servers.ts';
import { root } from '../src/workspace.ts';

interface Listed {
  readonly name: string;
  readonly description: string;
}

interface ListedTool extends Listed {
  readonly inputSchema: { readonly properties: object; readonly required?: readonly string[] };
  readonly annotations: { readonly readOnlyHint: boolean };
}

interface ListedPrompt extends Listed {
  readonly arguments?: readonly { readonly name: string; readonly required?: boolean }[];
}

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'readme-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.replaceAll(/[*|]/g, String.raw`\$&`);

/** The required ones, a semicolon, the others. */
const toArguments = (names: readonly string[], required: readonly string[]): string =>
  [names.filter((name) => required.includes(name)), names.filter((name) => !required.includes(name))]
    .filter((part) => part.length > 0)
    .map((part) => part.map(code).join(', '))
    .join('; ');

const listTools = async (server: StartedServer, flags: readonly string[]): Promise<readonly ListedTool[]> => {
  await using client = await startServer(server, folder, flags);
  return (await client.request('tools/list'))['tools'] as ListedTool[];
};

const toolRows = async (server: StartedServer): Promise<string[][]> => {
  const on = new Set((await listTools(server, [])).map(({ name }) => name));
  const flagsOf = new Map<string, readonly string[]>();
  for (const flags of server.switches)
    for (const { name } of await listTools(server, flags)) if (!on.has(name)) flagsOf.set(name, flags);
  return (await listTools(server, server.switches.flat())).map(
    ({ name, description, inputSchema, annotations }) => {
      const [first = ''] = description.split(/(?<=\.) /);
      const flags = flagsOf.get(name);
      const what = flags === undefined ? cell(first) : `${cell(first)} Off without ${code(flags.join(' '))}`;
      const names = toArguments(Object.keys(inputSchema.properties), inputSchema.required ?? []);
      return [code(name), names, what, annotations.readOnlyHint ? 'no' : 'yes'];
    },
  );
};

const promptRows = async (server: StartedServer): Promise<string[][]> => {
  await using client = await startServer(server, folder);
  const prompts = (await client.request('prompts/list'))['prompts'] as ListedPrompt[];
  return prompts.map(({ name, description, arguments: all = [] }) => {
    const required = all.filter((argument) => argument.required === true);
    const names = all.map((argument) => argument.name);
    return [
      code(name),
      toArguments(
        names,
        required.map((argument) => argument.name),
      ),
      cell(description),
    ];
  });
};

const templateRows = async (server: StartedServer): Promise<string[][]> => {
  await using client = await startServer(server, folder);
  const { resourceTemplates } = await client.request('resources/templates/list');
  return (resourceTemplates as (Listed & { readonly uriTemplate: string })[]).map(
    ({ uriTemplate, description }) => [code(uriTemplate), cell(description)],
  );
};

describe.each(startedServers)('$name', (server) => {
  const readme = join(root, 'servers', server.name, 'README.md');

  test('the README begins with how to get the server, and calls', () => {
    const headings = readFileSync(readme, 'utf8').match(/^## .*$/gm);
    expect(headings?.slice(0, 2)).toEqual(['## Install', '## Three calls']);
  });

  test('the calls of the README are real', async () => {
    const examples = examplesOf[server.name];
    if (examples === undefined) throw new Error(`tools/repo/src/examples.ts has no calls of ${server.name}`);
    await using client = await startServer(server, folder);
    const text = await showExamples(examples, folder, client);
    expect(partIn(readme, 'examples', text)).toBe(text);
  });

  test.each([
    ['tools', ['Tool', 'Arguments', 'What it does', 'Changes something'], toolRows],
    ['resource templates', ['Resource template', 'What it is'], templateRows],
    ['prompts', ['Prompt', 'Arguments', 'What it does'], promptRows],
  ] as const)('the README has the table of %s', async (name, head, rowsOf) => {
    const table = toTable([[...head], ...(await rowsOf(server))]);
    expect(tableIn(readme, name, table)).toBe(table);
  });
});
