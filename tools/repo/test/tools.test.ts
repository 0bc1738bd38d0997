// What holds for the tools of every server: plain names, flat schemas, described arguments, titles and icons.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { afterAll, describe, expect, test } from 'vitest';
import { startedServers, startServer, type StartedServer } from '../src/started-servers.ts';

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tools-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

/** All that a server can offer. */
const listTools = async (server: StartedServer): Promise<readonly JsonObject[]> => {
  await using client = await startServer(server, scratch, server.switches.flat());
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

describe.each(startedServers)('$name', (server) => {
  test('has tools that hosts can show and models can call', async () => {
    const tools = await listTools(server);
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

  test('describes every argument', async () => {
    const tools = await listTools(server);
    const missing = tools.flatMap((tool) => undescribed(tool['inputSchema'] as Schema, String(tool['name'])));
    expect(missing).toEqual([]);
  });
});
