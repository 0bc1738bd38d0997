// What holds for the tools of every server: plain names, flat schemas, described arguments, titles and icons.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../src/workspace.ts';

/** A command line, the flags for all further tools, and whether every argument has a description. */
const SERVERS = [
  { name: 'filesystem', args: ['.'], more: ['--toolsets', 'delete,sampling'], isDescribed: true },
  {
    name: 'git',
    args: ['-r', root],
    more: ['--allow-remote', '--toolsets', 'inspect,history,setup,remote'],
    isDescribed: true,
  },
  { name: 'sqlite', args: ['--db-path', 'data.db'], more: ['--toolsets', 'ddl,export'], isDescribed: false },
  { name: 'fetch', args: [], more: [], isDescribed: true },
];

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tools-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

const listTools = async (name: string, args: readonly string[]): Promise<readonly JsonObject[]> => {
  const program = join(root, 'servers', name, 'src/main.ts');
  await using client = await connect(
    { command: process.execPath, args: [program, ...args], env: { HOME: scratch }, cwd: scratch },
    { revision: '2025-11-25' },
  );
  return (await client.request('tools/list'))['tools'] as JsonObject[];
};

interface Schema {
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
}

/** The arguments, also those in lists and objects, without a description of at least a few words. */
const undescribed = ({ properties = {}, items }: Schema, path: string): string[] => [
  ...Object.entries(properties).flatMap(([name, schema]) => [
    ...(/\w+ \w+/.test(schema.description ?? '') ? [] : [`${path}.${name}`]),
    ...undescribed(schema, `${path}.${name}`),
  ]),
  ...(items === undefined ? [] : undescribed(items, `${path}[]`)),
];

describe.each(SERVERS)('$name', ({ name, args, more }) => {
  test('has tools that hosts can show and models can call', async () => {
    const tools = await listTools(name, [...args, ...more]);
    expect(tools.length).toBeGreaterThan(1);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        name: expect.stringMatching(/^[a-z_]{1,40}$/),
        title: expect.stringMatching(/^[A-Z]/),
        description: expect.stringMatching(/\w/),
        icons: [
          { src: expect.stringMatching(/^data:image\/svg/), mimeType: 'image/svg+xml', sizes: ['any'] },
        ],
        annotations: {
          readOnlyHint: expect.any(Boolean),
          destructiveHint: expect.any(Boolean),
          idempotentHint: expect.any(Boolean),
          openWorldHint: expect.any(Boolean),
        },
        inputSchema: { type: 'object', additionalProperties: false },
      });
      // Without one where text or media is the answer.
      expect((tool['outputSchema'] as JsonObject | undefined)?.['type'] ?? 'object').toBe('object');
      // Some hosts refuse tools with these.
      expect(JSON.stringify([tool['inputSchema'], tool['outputSchema'] ?? {}])).not.toMatch(
        /"(?:anyOf|oneOf|allOf|\$ref)":|"format":"|"type":\[/,
      );
    }
  });
});

test.each(SERVERS.filter(({ isDescribed }) => isDescribed))(
  '$name describes every argument',
  async ({ name, args, more }) => {
    const tools = await listTools(name, [...args, ...more]);
    const missing = tools.flatMap((tool) => undescribed(tool['inputSchema'] as Schema, String(tool['name'])));
    expect(missing).toEqual([]);
  },
);
