// Regressions: lists that change between pages, or without an addition or removal.
import { expect, test } from 'vitest';
import {
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
  resourceTemplateRegistry,
} from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const info = { name: 'server', version: '1.0.0' };

/** A template that lists `<name>1`, `<name>2` … */
const listing = (name: string, count: number) =>
  defineResourceTemplate({
    uriTemplate: `${name}:{id}`,
    name,
    read: (uri) => uri,
    list: ({ after, limit }) => {
      const all = Array.from({ length: count }, (_, i) => ({ uri: `${name}:${i + 1}`, name: `${i + 1}` }));
      return all.slice(all.findIndex(({ uri }) => uri === after) + 1).slice(0, limit);
    },
  });

/** A server of one fixed resource and three templates, a page of two at a time. */
const shelves = () => {
  const resourceTemplates = resourceTemplateRegistry(['a', 'b', 'c'].map((name) => listing(name, 3)));
  const fixed = defineResource({ uri: 'fixed:1', name: 'fixed', read: () => '' });
  const server = defineServer({ ...info, pageSize: 2, resources: [fixed], resourceTemplates });
  return { server, resourceTemplates };
};

type Page = { readonly uris: readonly string[]; readonly next: unknown };

/** The URIs of the pages until the end; `between` runs before each further page. */
async function pagesOf(
  request: (cursor: unknown) => Promise<Page>,
  between: (turned: number) => void = () => {},
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let cursor: unknown;
  do {
    if (pages.length > 0) between(pages.length);
    const { uris, next } = await request(cursor);
    pages.push(uris);
    cursor = next;
  } while (cursor !== undefined && pages.length < 20);
  return pages;
}

const lister =
  (client: Awaited<ReturnType<typeof connect>>) =>
  async (cursor: unknown): Promise<Page> => {
    const { resources, nextCursor } = await client.request(
      'resources/list',
      cursor === undefined ? {} : { cursor },
    );
    return { uris: (resources as { uri: string }[]).map(({ uri }) => uri), next: nextCursor };
  };

const WHOLE = [
  ['fixed:1', 'a:1'],
  ['a:2', 'a:3'],
  ['b:1', 'b:2'],
  ['b:3', 'c:1'],
  ['c:2', 'c:3'],
];

test('a joint list of resources continues after a removed template', async () => {
  const { server, resourceTemplates } = shelves();
  await using client = await connect(server);
  expect(await pagesOf(lister(client))).toEqual(WHOLE);
  const pages = await pagesOf(lister(client), (turned) => {
    if (turned === 1) resourceTemplates.delete('a:{id}');
  });
  expect(pages).toEqual([
    ['fixed:1', 'a:1'],
    ['b:1', 'b:2'],
    ['b:3', 'c:1'],
    ['c:2', 'c:3'],
  ]);
});

test('a joint list ends if the last template was removed, and includes templates added after it', async () => {
  const { server, resourceTemplates } = shelves();
  await using client = await connect(server);
  const ended = await pagesOf(lister(client), (turned) => {
    if (turned === 4) resourceTemplates.delete('c:{id}');
  });
  expect(ended).toEqual([...WHOLE.slice(0, 4), []]);
  const grown = await pagesOf(lister(client), (turned) => {
    if (turned === 1) resourceTemplates.add(listing('d', 1));
  });
  expect(grown.flat()).toEqual(['fixed:1', 'a:1', 'a:2', 'a:3', 'b:1', 'b:2', 'b:3', 'd:1']);
});

test('a list of tools shows currently enabled tools without a change of the registry', async () => {
  const off = new Set<string>();
  const tools = ['look', 'write'].map((name) => defineTool({ name, run: () => name }));
  const server = defineServer({
    ...info,
    tools,
    available: ({ name }) => (off.has(name) ? 'it is night' : true),
  });
  await using client = await connect(server);
  const names = async () =>
    ((await client.request('tools/list'))['tools'] as { name: string }[]).map(({ name }) => name);
  expect(await names()).toEqual(['look', 'write']);
  off.add('write');
  expect(await names()).toEqual(['look']);
  off.clear();
  expect(await names()).toEqual(['look', 'write']);
});
