// What holds for the tools of every server: plain names, flat schemas, titles and icons in one list that is short.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../src/workspace.ts';

/** A command line, the flags for all further tools, and the most bytes of the list without them and without icons. */
const SERVERS = [
  { name: 'filesystem', args: ['.'], more: ['--toolsets', 'delete,sampling'], bytes: 12_000 },
  {
    name: 'git',
    args: ['-r', root],
    more: ['--allow-remote', '--toolsets', 'inspect,history,setup,remote'],
    bytes: 18_000,
  },
  { name: 'sqlite', args: ['--db-path', 'data.db'], more: ['--toolsets', 'ddl,export'], bytes: 6000 },
  { name: 'fetch', args: [], more: [], bytes: 4000 },
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

describe.each(SERVERS)('$name', ({ name, args, more, bytes }) => {
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
      // Tools whose answer is a text or an image have none.
      expect(tool['outputSchema'] ?? { type: 'object' }).toMatchObject({ type: 'object' });
      // Some hosts refuse tools with these.
      expect(JSON.stringify([tool['inputSchema'], tool['outputSchema'] ?? {}])).not.toMatch(
        /"(?:anyOf|oneOf|allOf|\$ref)":|"format":"|"type":\[/,
      );
    }
  });

  test(`has a list of at most ${bytes} bytes without icons`, async () => {
    const tools = await listTools(name, args);
    const lean = tools.map(({ icons: _icons, ...tool }) => tool);
    expect(Buffer.byteLength(JSON.stringify({ tools: lean }))).toBeLessThanOrEqual(bytes);
  });
});
