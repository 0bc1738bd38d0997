// MCP Apps pages on the wire: what hosts that show them receive, and what others do.
import { describe, expect, test } from 'vitest';
import { appResource, apps, forPage } from '../../src/apps.ts';
import {
  DefinitionError,
  defineResourceTemplate,
  defineServer,
  defineTool,
  text,
  toolRegistry,
  ToolResult,
  type ServerOptions,
} from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';
import type { ConnectOptions } from '../../src/testing/test-client.ts';
import { PLACES } from '../middleware/fixture.ts';

const info = { name: 'test', version: '1' };
const HTML = '<!doctype html><title>Chart</title>';
const MIME = 'text/html;profile=mcp-app';
const host = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [MIME] } } };

const show = defineTool({
  name: 'show',
  _meta: { ui: { resourceUri: 'ui://test/chart' } },
  run: () => 'three bars',
});
const more = defineTool({
  name: 'more',
  _meta: { ui: { resourceUri: 'ui://test/chart', visibility: ['app'] } },
  run: () => 'a fourth bar',
});
const options = {
  ...info,
  tools: [show, more],
  resources: [appResource('ui://test/chart', HTML)],
  extensions: [apps()],
};

const namesIn = ({ tools }: { readonly [member: string]: unknown }): string[] =>
  (tools as readonly { name: string }[]).map(({ name }) => name);

describe.each(PLACES)('$revision over $transport', (place) => {
  const listFor = async (
    server: ServerOptions,
    capabilities: NonNullable<ConnectOptions['capabilities']> = {},
  ) => {
    await using client = await connect(defineServer(server), { ...place, capabilities });
    return await client.request('tools/list');
  };

  test('lists tools for the page only to hosts that show pages', async () => {
    expect(namesIn(await listFor(options, host))).toEqual(['show', 'more']);
    expect(namesIn(await listFor(options))).toEqual(['show']);
    const others = [{ mimeTypes: ['text/html'] }, { mimeTypes: MIME }, {}];
    for (const settings of others) {
      const capabilities = { extensions: { 'io.modelcontextprotocol/ui': settings } };
      expect(namesIn(await listFor(options, capabilities))).toEqual(['show']);
    }
  });

  test('gives two alternating clients their own lists', async () => {
    const server = defineServer(options);
    await using shows = await connect(server, { ...place, capabilities: host });
    await using other = await connect(server, place);
    for (const _ of [1, 2]) {
      expect(namesIn(await shows.request('tools/list'))).toEqual(['show', 'more']);
      expect(namesIn(await other.request('tools/list'))).toEqual(['show']);
    }
  });

  test('adding a tool for the page makes the list private, and removing it makes the list public', async () => {
    const registry = toolRegistry([show]);
    const cache = { ttlMs: 5, cacheScope: 'public' } as const;
    await using client = await connect(
      defineServer({ ...info, tools: registry, cache, extensions: [apps()] }),
      place,
    );
    const scope = async () => (await client.request('tools/list'))['cacheScope'];
    const [common, own] = place.revision === '2026-07-28' ? ['public', 'private'] : [];
    expect(await scope()).toBe(common);
    registry.add(more);
    expect(await scope()).toBe(own);
    registry.delete('more');
    expect(await scope()).toBe(common);
  });

  test('gives a host without the extension the same as a server without a page, except for _meta', async () => {
    const plain = { ...info, tools: [defineTool({ name: 'show', run: () => 'three bars' })] };
    const [{ _meta: meta, ...listed }] = (await listFor({ ...options, tools: [show] }))['tools'] as [
      { _meta: unknown },
    ];
    expect(meta).toEqual({ ui: { resourceUri: 'ui://test/chart' } });
    expect([listed]).toEqual((await listFor(plain))['tools']);
    await using client = await connect(defineServer(options), place);
    await using before = await connect(defineServer(plain), place);
    const call = { name: 'show', arguments: {} };
    expect(await client.request('tools/call', call)).toEqual(await before.request('tools/call', call));
    expect(await client.request('resources/list')).toMatchObject({ resources: [] });
  });

  test('data for the page reach only clients that show pages', async () => {
    const tool = defineTool({
      name: 'show',
      run: (_, ctx) =>
        new ToolResult({ content: [text('three bars')], ...forPage(ctx, { bars: [1, 2, 3] }) }),
    });
    const server = defineServer({ ...info, tools: [tool], extensions: [apps()] });
    await using shows = await connect(server, { ...place, capabilities: host });
    await using other = await connect(server, place);
    const call = { name: 'show' };
    const { _meta: plain, ...result } = await other.request('tools/call', call);
    expect(result['content']).toEqual([{ type: 'text', text: 'three bars' }]);
    expect(plain ?? {}).not.toHaveProperty('page');
    expect(await shows.request('tools/call', call)).toEqual({
      ...result,
      _meta: { ...Object(plain), page: { bars: [1, 2, 3] } },
    });
  });

  test('a tool for the page can be called, but is not suggested for an unknown name', async () => {
    await using client = await connect(defineServer(options), place);
    expect(await client.request('tools/call', { name: 'more' })).toMatchObject({
      content: [{ type: 'text', text: 'a fourth bar' }],
    });
    await expect(client.request('tools/call', { name: 'mor' })).rejects.toMatchObject({
      message: expect.not.stringContaining('"more"'),
    });
  });

  test('calls `readPage` for each request for the page, which has its type and permissions', async () => {
    let reads = 0;
    const page = appResource(
      'ui://test/map',
      () => {
        reads++;
        return HTML;
      },
      {
        csp: { connectDomains: ['https://example.com'] },
        permissions: ['clipboardWrite'],
        prefersBorder: true,
      },
    );
    const template = defineResourceTemplate({
      uriTemplate: 'note:///{id}',
      name: 'note',
      list: () => [{ uri: 'note:///1', name: 'one' }],
      read: () => 'one',
    });
    const resourceTemplates = [template];
    await using client = await connect(defineServer({ ...info, resources: [page], resourceTemplates }), {
      ...place,
      capabilities: host,
    });
    expect(await client.request('resources/list')).toMatchObject({
      resources: [{ uri: 'note:///1', name: 'one' }],
    });
    expect(reads).toBe(0);
    const ui = {
      csp: { connectDomains: ['https://example.com'] },
      prefersBorder: true,
      permissions: { clipboardWrite: {} },
    };
    expect((await client.request('resources/read', { uri: 'ui://test/map' }))['contents']).toEqual([
      { uri: 'ui://test/map', mimeType: MIME, text: HTML, _meta: { ui } },
    ]);
    expect(reads).toBe(1);
  });
});

// There a host could not tell such tools apart.
test.each(['2024-11-05', '2025-03-26'] as const)(
  'omits page-only tools in %s, where tools have no _meta',
  async (revision) => {
    await using client = await connect(defineServer(options), { revision, capabilities: host });
    const result = await client.request('tools/list');
    expect(namesIn(result)).toEqual(['show']);
    expect(JSON.stringify(result)).not.toContain('_meta');
  },
);

describe('a list that differs by client', () => {
  const scopeOf = async (tools: ServerOptions['tools']): Promise<unknown> => {
    await using client = await connect(defineServer({ ...info, tools: tools ?? [], extensions: [apps()] }), {
      revision: '2026-07-28',
    });
    return (await client.request('tools/list'))['cacheScope'];
  };

  test('may be cached only by that client', async () => {
    expect(await scopeOf([show])).toBe('public');
    expect(await scopeOf([show, more])).toBe('private');
  });
});

describe('definition mistakes are reported when the server is made', () => {
  test.each([
    [{ resourceUri: 'https://example.com/chart' }, /_meta\.ui\.resourceUri.*must begin with ui:/],
    [{ visibility: [] }, /_meta\.ui\.visibility is a list/],
    [{ visibility: ['user'] }, /_meta\.ui\.visibility is a list/],
  ])('%j', (ui, message) => {
    const tool = { ...show, _meta: { ui: JSON.parse(JSON.stringify(ui)) as object } };
    expect(() => defineServer({ ...info, tools: [tool], extensions: [apps()] })).toThrow(DefinitionError);
    expect(() => defineServer({ ...info, tools: [tool], extensions: [apps()] })).toThrow(message);
  });

  test('or when the tool is added to a running server', () => {
    const registry = toolRegistry([show]);
    defineServer({ ...info, tools: registry, extensions: [apps()] });
    const tool = { ...more, _meta: { ui: { visibility: ['user'] } } };
    expect(() => registry.add(tool)).toThrow(DefinitionError);
    expect(() => registry.update({ ...tool, name: 'show' })).toThrow(DefinitionError);
    expect([...registry]).toEqual([show]);
  });

  test('a page with another scheme', () => {
    expect(() => appResource('https://example.com/', HTML)).toThrow(/must begin with ui:/);
  });
});
