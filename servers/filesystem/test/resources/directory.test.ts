import { expect, test } from 'vitest';
import { connectTo, serve, temporary } from '../setup.ts';

test('lists each directory of the command line', async () => {
  using dir = temporary({ 'one/': '', 'two words/': '' });
  await using client = await connectTo(serve([dir.at('one'), dir.at('two words')]));
  const { resources } = await client.request('resources/list');
  const common = {
    description: 'An allowed directory: its entries, as JSON.',
    mimeType: 'inode/directory',
    annotations: { audience: ['user', 'assistant'], priority: 0.5 },
    icons: [{ src: expect.any(String), mimeType: 'image/svg+xml' }],
  };
  expect(resources).toEqual([
    { uri: `file://${dir.at('one')}`, name: 'one', title: dir.at('one'), ...common },
    { uri: `file://${dir.at('two%20words')}`, name: 'two words', title: dir.at('two words'), ...common },
  ]);
});

test('reads a directory as a list of entries with their URIs', async () => {
  using dir = temporary({ 'b #1.txt': '', 'a/c.txt': '' });
  dir.link('/nowhere', 'link');
  await using client = await connectTo(dir.server);
  const read = async (uri: string) => {
    const { contents } = await client.request('resources/read', { uri });
    const [content] = contents as [{ text: string }];
    return { ...content, text: JSON.parse(content.text) as unknown };
  };
  const uri = `file://${dir.path}`;
  const lastModified = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(await read(uri)).toEqual({
    uri,
    mimeType: 'application/json',
    text: {
      entries: [
        { name: 'a', type: 'directory', uri: `${uri}/a`, lastModified },
        {
          name: 'b #1.txt',
          type: 'file',
          uri: `${uri}/b%20%231.txt`,
          size: 0,
          lastModified,
          mimeType: 'text/plain',
        },
        { name: 'link', type: 'symlink', uri: `${uri}/link`, size: 8, lastModified },
      ],
      total: 3,
    },
  });
  // Subdirectories match the template, with or without a slash.
  const entries = [
    {
      name: 'c.txt',
      type: 'file',
      uri: `${uri}/a/c.txt`,
      size: 0,
      lastModified,
      mimeType: 'text/plain',
    },
  ];
  for (const below of [`${uri}/a`, `${uri}/a/`]) {
    expect(await read(below)).toEqual({
      uri: below,
      mimeType: 'application/json',
      text: { entries, total: 1 },
    });
  }
});

test('splits a long directory into pages that link to the next one', async () => {
  const names = Array.from({ length: 1050 }, (_, i) => `file & ${String(i).padStart(4, '0')}`);
  using dir = temporary(Object.fromEntries(names.map((name) => [`sub/${name}`, ''])));
  await using client = await connectTo(dir.server);
  const found: string[] = [];
  let uri: string | undefined = `file://${dir.at('sub')}`;
  while (uri !== undefined) {
    const { contents } = await client.request('resources/read', { uri });
    const [page] = contents as [{ uri: string; text: string }];
    expect(page.uri).toBe(uri);
    const listing = JSON.parse(page.text) as { entries: { name: string }[]; total: number; next?: string };
    expect(listing.total).toBe(1050);
    expect(listing.entries.length).toBeLessThanOrEqual(1000);
    found.push(...listing.entries.map(({ name }) => name));
    uri = listing.next;
  }
  expect(found).toEqual(names);
});

test.each(['?after=a', '?before=a', '?after=a&x=1', '#after'])(
  'refuses %s for a file, because files have no pages',
  async (query) => {
    using dir = temporary({ 'a.txt': '' });
    await using client = await connectTo(dir.server);
    const uri = `file://${dir.at('a.txt')}${query}`;
    await expect(client.request('resources/read', { uri })).rejects.toMatchObject({ code: -32002 });
    await expect(client.request('resources/subscribe', { uri })).rejects.toMatchObject({ code: -32002 });
  },
);
