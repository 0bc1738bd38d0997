// A client's view of each server: tools that hosts can show, and a README with real calls and tables of its lists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, test } from 'vitest';
import { examplesOf, showExamples } from '../src/examples.ts';
import { partIn, tableIn, toTable } from '../src/readme-table.ts';
import { startedServers, StartedServers, type StartedServer } from '../src/started-servers.ts';
import { root } from '../src/workspace.ts';

interface Listed {
  readonly name: string;
  readonly description: string;
}

interface Schema {
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly type?: string;
}

interface ListedTool extends Listed {
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
  readonly annotations: { readonly readOnlyHint: boolean };
}

interface ListedPrompt extends Listed {
  readonly arguments?: readonly { readonly name: string; readonly required?: boolean }[];
}

const servers = new StartedServers();
afterAll(() => servers[Symbol.asyncDispose]());

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.replaceAll(/[*|]/g, String.raw`\$&`);

/** Lists the required arguments, a semicolon, and the others. */
const toArguments = (names: readonly string[], required: readonly string[]): string =>
  [names.filter((name) => required.includes(name)), names.filter((name) => !required.includes(name))]
    .filter((part) => part.length > 0)
    .map((part) => part.map(code).join(', '))
    .join('; ');

const list = async <T>(
  { name, args }: StartedServer,
  what: string,
  member: string,
  flags: readonly string[] = [],
): Promise<readonly T[]> => {
  const client = await servers.client(name, [...args, ...flags]);
  return (await client.request(`${what}/list`))[member] as T[];
};

const listTools = (server: StartedServer, flags: readonly string[]): Promise<readonly ListedTool[]> =>
  list(server, 'tools', 'tools', flags);

const allTools = (server: StartedServer): Promise<readonly ListedTool[]> =>
  listTools(server, server.switches.flat());

const toolRows = async (server: StartedServer): Promise<string[][]> => {
  const on = new Set((await listTools(server, [])).map(({ name }) => name));
  const flagsOf = new Map<string, readonly string[]>();
  for (const flags of server.switches)
    for (const { name } of await listTools(server, flags)) if (!on.has(name)) flagsOf.set(name, flags);
  return (await allTools(server)).map(({ name, description, inputSchema, annotations }) => {
    const [first = ''] = description.split(/(?<=\.) /);
    const flags = flagsOf.get(name);
    const what = flags === undefined ? cell(first) : `${cell(first)} Off without ${code(flags.join(' '))}`;
    const names = toArguments(Object.keys(inputSchema.properties ?? {}), inputSchema.required ?? []);
    return [code(name), names, what, annotations.readOnlyHint ? 'no' : 'yes'];
  });
};

const promptRows = async (server: StartedServer): Promise<string[][]> =>
  (await list<ListedPrompt>(server, 'prompts', 'prompts')).map(
    ({ name, description, arguments: all = [] }) => {
      const required = all.filter((argument) => argument.required === true).map((argument) => argument.name);
      const names = all.map((argument) => argument.name);
      return [code(name), toArguments(names, required), cell(description)];
    },
  );

const templateRows = async (server: StartedServer): Promise<string[][]> =>
  (
    await list<Listed & { readonly uriTemplate: string }>(server, 'resources/templates', 'resourceTemplates')
  ).map(({ uriTemplate, description }) => [code(uriTemplate), cell(description)]);

/** Returns the arguments, including nested ones, without a description of at least two words. */
const undescribed = ({ properties = {}, items }: Schema, path: string): string[] => [
  ...Object.entries(properties).flatMap(([name, schema]) => [
    ...(/\w+ \w+/.test(schema.description ?? '') ? [] : [`${path}.${name}`]),
    ...undescribed(schema, `${path}.${name}`),
  ]),
  ...(items === undefined ? [] : undescribed(items, `${path}[]`)),
];

/**
 * Returns the arguments that a strict form of OpenAI, Gemini or Vertex AI cannot express: those without a type, and
 * lists or objects of anything.
 */
const unexpressible = (schema: Schema, path: string): string[] => {
  const { type, anyOf, items, properties } = schema;
  const choices = (anyOf ?? []).flatMap((choice) => unexpressible(choice, `${path}|`));
  const members = Object.entries(properties ?? {}).flatMap(([name, member]) =>
    unexpressible(member, `${path}.${name}`),
  );
  const isOpen =
    (type ?? anyOf) === undefined ||
    (type === 'array' && items === undefined) ||
    (type === 'object' && properties === undefined);
  return [
    ...(isOpen ? [path] : []),
    ...choices,
    ...members,
    ...(items === undefined ? [] : unexpressible(items, `${path}[]`)),
  ];
};

const ONE = String.raw`\{"type":"\w+"(?:,"enum":\[[^\]]*\])?\}`;
const MANY = String.raw`\{"type":"array"(?:,"(?:min|max)Items":\d+)*,"items":${ONE}\}`;
const ANY_OF = new RegExp(String.raw`"anyOf":\[(?:(?:${ONE}|${MANY}),?)+\]`, 'g');

describe.each(startedServers)('$name', (server) => {
  const readme = join(root, 'servers', server.name, 'README.md');

  test('has tools that hosts can show and models can call', async () => {
    const tools = await allTools(server);
    expect(tools.length).toBeGreaterThan(1);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        name: expect.stringMatching(/^[a-z_]{1,40}$/),
        title: expect.stringMatching(/^[A-Z]/),
        description: expect.stringMatching(/\w/),
        icons: [{ src: expect.stringMatching(/^data:image\/svg/), mimeType: 'image/svg+xml' }],
        annotations: {
          readOnlyHint: expect.any(Boolean),
          destructiveHint: expect.any(Boolean),
          idempotentHint: expect.any(Boolean),
          openWorldHint: expect.any(Boolean),
        },
        inputSchema: { type: 'object', additionalProperties: false },
      });
      // Tools that return text or media have no output schema.
      expect(tool.outputSchema?.type ?? 'object').toBe('object');
      // Some hosts refuse tools with these. Strict forms of OpenAI and Gemini allow a choice of plain types, and of a
      // value or a list.
      const schemas = JSON.stringify([tool.inputSchema, tool.outputSchema ?? {}]);
      expect(schemas.replaceAll(ANY_OF, '')).not.toMatch(
        /"(?:anyOf|oneOf|allOf|\$ref)":|"format":"|"type":\[/,
      );
    }
  });

  test('describes every argument', async () => {
    const tools = await allTools(server);
    expect(tools.flatMap(({ name, inputSchema }) => undescribed(inputSchema, name))).toEqual([]);
  });

  test('gives every argument a type that strict forms can express', async () => {
    const tools = await allTools(server);
    expect(tools.flatMap(({ name, inputSchema }) => unexpressible(inputSchema, name))).toEqual([]);
  });

  // Gemini CLI and Qwen Code refuse a call that violates the schema, before the server can be lenient.
  test('the calls of the README fit what is listed', async () => {
    const tools = new Map((await allTools(server)).map((tool) => [tool.name, tool.inputSchema]));
    const ajv = new Ajv2020({ strict: false });
    const calls = examplesOf[server.name]?.calls ?? [];
    expect(calls).toHaveLength(3);
    const problems = calls.map(({ name, arguments: args }) => {
      const validate = ajv.compile(tools.get(name) ?? false);
      return validate(args) ? '' : `${name}: ${ajv.errorsText(validate.errors)}`;
    });
    expect(problems).toEqual(['', '', '']);
  });

  test('the README begins with how to get the server, and calls', () => {
    const headings = readFileSync(readme, 'utf8').match(/^## .*$/gm);
    expect(headings?.slice(0, 2)).toEqual(['## Install', '## Three calls']);
  });

  test('the calls of the README are real', async () => {
    const examples = examplesOf[server.name];
    if (examples === undefined) throw new Error(`tools/repo/src/examples.ts has no calls of ${server.name}`);
    const client = await servers.client(server.name, server.args);
    const text = await showExamples(examples, servers.folder(server.name), client);
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
