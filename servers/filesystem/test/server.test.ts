import { existsSync, readFileSync } from 'node:fs';
import { checkSchemas, connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { toServer } from '../src/server.ts';
import { connectTo, optionsFor, serve, temporary } from './setup.ts';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

const READERS = [
  'read_text_file',
  'read_multiple_files',
  'list_directory',
  'get_file_info',
  'directory_tree',
  'search_files',
  'search_file_contents',
  'list_allowed_directories',
];
const TOOLS = [
  ...READERS.slice(0, -1),
  'write_file',
  'edit_file',
  'replace_in_files',
  'create_directory',
  'move_file',
  'copy_file',
  'delete_file',
  'undo_last_change',
  'list_allowed_directories',
];
/** Tools that answer with text or media, without structured content. */
const TEXT_TOOLS = [
  'read_text_file',
  'read_file',
  'read_multiple_files',
  'edit_file',
  'directory_tree',
  'undo_last_change',
];

interface OutputSchema {
  readonly type: string;
  readonly properties: { readonly [name: string]: unknown };
}

type Listed = { readonly [member: string]: unknown };

const ICONS = [{ src: expect.stringMatching(/^data:image\/svg/), mimeType: 'image/svg+xml' }];

/** The first revision of each member. */
const SINCE = {
  annotations: '2025-03-26',
  title: '2025-06-18',
  outputSchema: '2025-06-18',
  icons: '2025-11-25',
};

describe.each(REVISIONS)('in %s', (revision) => {
  test('every tool has everything that the revision supports', async () => {
    await using client = await connect(serve([]), { revision, transport: 'stdio' });
    const { tools } = await client.request('tools/list');
    const known = Object.entries(SINCE).filter(([, since]) => revision >= since);
    for (const tool of tools as Listed[]) {
      const isText = TEXT_TOOLS.includes(String(tool['name']));
      const members = known
        .map(([member]) => member)
        .filter((member) => !isText || member !== 'outputSchema');
      const { _meta, ...others } = tool;
      const all = ['name', 'description', 'inputSchema', ...members];
      expect(Object.keys(others).toSorted()).toEqual(all.toSorted());
    }
    expect((tools as Listed[]).map(({ name }) => name)).toEqual(TOOLS);
  });

  test('every feature is declared', async () => {
    const extensions = {
      'io.modelcontextprotocol/skills': { directoryRead: true },
      'io.modelcontextprotocol/tasks': {},
    };
    await using client = await connect(serve([]), { revision });
    expect(client.server['capabilities']).toEqual({
      tools: {},
      resources: { subscribe: true, listChanged: true },
      prompts: {},
      logging: {},
      ...(revision < '2025-03-26' ? {} : { completions: {} }),
      ...(revision < '2026-07-28' ? {} : { extensions }),
    });
  });
});

test('the server identifies itself', async () => {
  await using client = await connectTo(serve([]));
  expect(client.server['serverInfo']).toEqual({
    name: 'filesystem',
    title: 'Filesystem',
    version: manifest.version,
    description: manifest.description,
    icons: [
      ...ICONS,
      { src: expect.stringMatching(/^data:image\/png/), mimeType: 'image/png', sizes: ['48x48'] },
    ],
  });
});

test('hints are true, and structured content does not repeat the text', async () => {
  await using client = await connectTo(serve([]));
  const { tools } = await client.request('tools/list');
  for (const tool of tools as Listed[]) {
    const name = String(tool['name']);
    const reads = READERS.includes(name);
    expect({ name, ...(tool['annotations'] as object) }).toEqual({
      name,
      readOnlyHint: reads,
      destructiveHint: !reads && name !== 'create_directory',
      idempotentHint: reads || ['create_directory', 'delete_file'].includes(name),
      openWorldHint: false,
    });
    if (TEXT_TOOLS.includes(name)) continue;
    const { type, properties } = tool['outputSchema'] as OutputSchema;
    expect(type).toBe('object');
    expect(properties).not.toHaveProperty('content');
  }
});

test('the list of tools omits rarely needed arguments', async () => {
  await using client = await connectTo(serve([]));
  const tools = (await client.request('tools/list'))['tools'] as Listed[];
  const listed = tools.flatMap(({ name, inputSchema }) =>
    Object.keys((inputSchema as OutputSchema).properties).map((argument) => `${String(name)} ${argument}`),
  );
  expect(listed.filter((argument) => /^(?:delete_file|read_m\w+) /.test(argument)).toSorted()).toEqual([
    'delete_file path',
    'delete_file permanent',
    'delete_file recursive',
    'read_multiple_files paths',
  ]);
});

test('prompts and templates have titles, descriptions and icons', async () => {
  await using client = await connectTo(serve([]));
  const { prompts } = await client.request('prompts/list');
  expect(prompts).toMatchObject([
    { name: 'summarize-directory', arguments: [{ name: 'path', required: true }] },
    { name: 'review-file', arguments: [{ name: 'path', required: true }, { name: 'focus' }] },
  ]);
  for (const prompt of prompts as Listed[]) {
    expect(prompt).toMatchObject({
      title: expect.any(String),
      description: expect.any(String),
      icons: ICONS,
    });
    for (const argument of prompt['arguments'] as Listed[])
      expect(argument).toMatchObject({ title: expect.any(String), description: expect.any(String) });
  }
  expect(await client.request('resources/templates/list')).toEqual({
    resourceTemplates: [
      {
        uriTemplate: 'file:///{+path}',
        name: 'file',
        title: 'File or directory',
        description:
          'A file: its text if it is UTF-8, PDF or Office, else its bytes; or the entries of a directory, as JSON.',
        annotations: { audience: ['user', 'assistant'], priority: 0.5 },
        icons: ICONS,
      },
    ],
  });
});

test('the size limit also bounds structured results: text twice plus the entries', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `a-rather-long-name-${i}.txt`);
  using dir = temporary(Object.fromEntries(names.map((name) => [name, ''])));
  await using client = await connectTo(serve([dir.path], { maxOutputBytes: 2000 }));
  for (const call of [
    { name: 'list_directory', arguments: { path: '.' } },
    { name: 'search_files', arguments: { path: '.', pattern: '**' } },
    { name: 'directory_tree', arguments: { path: '.' } },
  ]) {
    expect(JSON.stringify(await client.request('tools/call', call)).length).toBeLessThan(10_000);
  }
});

test('the README names every tool, prompt and resource', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const names = [...TOOLS, 'summarize-directory', 'review-file', 'file:///{+path}'];
  expect(names.filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
});

test('a page says where every protocol feature is shown, or why not', () => {
  const page = readFileSync(new URL('../docs/source.md', import.meta.url), 'utf8');
  const [, map = ''] = page.split('## Where each MCP feature is shown\n');
  const files = [...page.matchAll(/\]\(\.\.\/(src\/[^)]+)\)/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
  const revisions = readFileSync(
    new URL('../../../packages/runtime/docs/revisions.md', import.meta.url),
    'utf8',
  );
  const methods = [...revisions.matchAll(/^\| `([a-z]+(?:\/[A-Za-z_/]+)?)` /gm)].map(([, name = '']) => name);
  expect(methods).toEqual(expect.arrayContaining(['initialize', 'tools/call', 'notifications/progress']));
  const silent = ['notifications/initialized', 'notifications/subscriptions/acknowledged'];
  const members = ['image', 'audio', 'resource', 'resource_link', 'isError', '_meta', 'annotations'].concat(
    ['inputSchema', 'outputSchema', 'structuredContent', 'nextCursor', 'audience', 'priority'],
    ['lastModified', 'input_required', 'ttlMs', 'cacheScope'],
  );
  const wanted = [...methods.filter((method) => !silent.includes(method)), ...members];
  expect(wanted.filter((name) => !map.includes(`\`${name}\``))).toEqual([]);
  const rows = map.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Feature'));
  expect(rows.filter((row) => !row.startsWith('| ---') && !row.includes('](../src/'))).toEqual([]);
});

test('the schemas of all tools are valid', async () => {
  using dir = temporary();
  await expect(checkSchemas(dir.server)).resolves.toBeUndefined();
});

test('an alias names its tool, so that disabling the tool disables it too', () => {
  using dir = temporary();
  const tools = [...(toServer(optionsFor([dir.path]), () => {}).tools ?? [])];
  const others = tools.filter(({ name }) => !TOOLS.includes(name));
  expect(Object.fromEntries(others.map(({ name, aliasOf }) => [name, aliasOf]))).toEqual({
    read_media_file: 'read_text_file',
    read_file: 'read_text_file',
    list_directory_with_sizes: 'list_directory',
    delete_directory: 'delete_file',
    remove_directory: 'delete_file',
  });
});
