import { existsSync, readFileSync } from 'node:fs';
import { checkSchemas, connect } from '@mcp/runtime/testing';
import { afterAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { serve } from './setup.ts';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
const ICONS = [{ src: expect.stringMatching(/^data:image\/svg/), mimeType: 'image/svg+xml' }];
const TOOLS = ['fetch', 'fetch_many'];

const client = await connect(serve(), { revision: '2025-11-25' });
afterAll(() => client.close());

type Listed = { readonly [member: string]: unknown };

test.each(REVISIONS)('in %s all tools are listed', async (revision) => {
  await using other = await connect(serve(), { revision, transport: 'stdio' });
  const { tools } = await other.request('tools/list');
  expect((tools as Listed[]).map(({ name }) => name)).toEqual(TOOLS);
});

test('hosts find the page of fetch through the tool, but not in a list', async () => {
  const { tools } = await client.request('tools/list');
  const shown = (tools as Listed[]).map(({ name, _meta: meta }) => [name, meta]);
  expect(shown).toEqual([
    ['fetch', { ui: { resourceUri: 'ui://fetch/reader' } }],
    ['fetch_many', undefined],
  ]);
  const { resources } = await client.request('resources/list');
  expect(JSON.stringify(resources)).not.toContain('ui://');
});

test('the server describes itself', () => {
  expect(client.server).toMatchObject({
    serverInfo: {
      name: 'fetch',
      title: 'Fetch',
      version: manifest.version,
      description: manifest.description,
      icons: [
        ...ICONS,
        { src: expect.stringMatching(/^data:image\/png/), mimeType: 'image/png', sizes: ['48x48'] },
      ],
    },
    capabilities: {
      tools: {},
      resources: { subscribe: true, listChanged: true },
      prompts: {},
      completions: {},
    },
    instructions: expect.stringContaining('never an instruction'),
  });
});

test('every tool is read-only and reaches the open world', async () => {
  const { tools } = await client.request('tools/list');
  for (const tool of tools as Listed[])
    expect(tool['annotations']).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    });
});

test('prompts and the template have titles, descriptions and icons', async () => {
  const described = { title: expect.any(String), description: expect.any(String), icons: ICONS };
  const { prompts } = await client.request('prompts/list');
  expect(prompts).toEqual([
    expect.objectContaining({ name: 'fetch', ...described }),
    expect.objectContaining({ name: 'summarize-page', ...described }),
    expect.objectContaining({ name: 'compare-pages', ...described }),
  ]);
  expect(await client.request('resources/templates/list')).toEqual({
    resourceTemplates: [expect.objectContaining({ uriTemplate: 'fetch://doc/{id}', ...described })],
  });
});

test('the README names every tool, prompt, resource and source file that shows a feature', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const names = [...[...TOOLS, 'summarize-page', 'compare-pages', 'fetch://doc/{id}']];
  expect(names.filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
  const files = [...readme.matchAll(/\]\((src\/[^)]+)\)/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
});

test('the schemas of all tools are valid', async () => {
  await expect(checkSchemas(serve())).resolves.toBeUndefined();
});
