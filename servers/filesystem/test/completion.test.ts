import type { McpServer } from '@mcp/runtime';
import { expect, test } from 'vitest';
import { connectTo, serve, temporary } from './setup.ts';

type Server = McpServer;

const complete = async (server: Server, ref: object, value: string) => {
  await using client = await connectTo(server);
  const result = await client.request('completion/complete', { ref, argument: { name: 'path', value } });
  return result['completion'];
};

const inPrompt = (server: Server, value: string) =>
  complete(server, { type: 'ref/prompt', name: 'review-file' }, value);

const inTemplate = (server: Server, value: string) =>
  complete(server, { type: 'ref/resource', uri: 'file:///{+path}' }, value);

const values = (...all: string[]) => ({ values: all, total: all.length, hasMore: false });

test('suggests the allowed directories first', async () => {
  using dir = temporary({ 'one/': '', 'one/inner/': '', 'two/': '' });
  const server = serve([dir.at('one'), dir.at('two')]);
  const both = values(dir.at('one/'), dir.at('two/'));
  expect(await inPrompt(server, '')).toEqual(both);
  expect(await inPrompt(server, '/')).toEqual(both);
  expect(await inPrompt(server, dir.path)).toEqual(both);
  expect(await inPrompt(server, dir.at('tw'))).toEqual(values(dir.at('two/')));
  expect(await inPrompt(server, dir.at('one'))).toEqual(values(dir.at('one/')));
  expect(await inPrompt(server, dir.at('x'))).toEqual(values());
});

test('continues inside them: directories with a slash, hidden names only after a dot', async () => {
  using dir = temporary({ 'src/a.ts': '', 'src/ab/': '', 'src/b.ts': '', '.env': '', 'README.md': '' });
  expect(await inPrompt(dir.server, dir.at('/'))).toEqual(values(dir.at('README.md'), dir.at('src/')));
  expect(await inPrompt(dir.server, `${dir.path}/.`)).toEqual(values(dir.at('.env')));
  expect(await inPrompt(dir.server, dir.at('src/a'))).toEqual(values(dir.at('src/a.ts'), dir.at('src/ab/')));
  expect(await inPrompt(dir.server, 'src/b')).toEqual(values('src/b.ts'));
  expect(await inPrompt(dir.server, 'README.md/')).toEqual(values());
});

test('suggests a link only if it may be followed', async () => {
  using outside = temporary({ 'dir/': '' });
  using dir = temporary({ 'real/': '', 'real/a.txt': '' });
  dir.link(outside.at('dir'), 'link-out');
  dir.link(outside.at('gone'), 'link-gone');
  dir.link('real', 'link-dir');
  dir.link('real/a.txt', 'link-file');
  expect(await inPrompt(dir.server, 'link')).toEqual(values('link-dir/', 'link-file'));
});

test('keeps a backslash in a name', async () => {
  using dir = temporary({ [String.raw`a\b.txt`]: '' });
  const path = dir.path.slice(1);
  const name = String.raw`a\b.txt`;
  expect(await inTemplate(dir.server, `${path}/a`)).toEqual(values(`${path}/${name}`));
  expect(await inPrompt(dir.server, 'a')).toEqual(values(name));
});

test('returns at most a hundred values, and their total', async () => {
  const names = Array.from({ length: 120 }, (_, i) => `f${String(i).padStart(3, '0')}`);
  using dir = temporary(Object.fromEntries(names.map((name) => [name, ''])));
  expect(await inPrompt(dir.server, 'f')).toEqual({
    values: names.slice(0, 100),
    total: 120,
    hasMore: true,
  });
});

test('completes the variable of the template, which begins after the first slash', async () => {
  using dir = temporary({ 'a b.txt': '', 'sub/': '' });
  const path = dir.path.slice(1);
  expect(await inTemplate(dir.server, '')).toEqual(values(`${path}/`));
  expect(await inTemplate(dir.server, `${path}/`)).toEqual(values(`${path}/a b.txt`, `${path}/sub/`));
  expect(await inTemplate(dir.server, `/${path}/a`)).toEqual(values(`${path}/a b.txt`));
});

test('escapes characters in the variable that would end the path of a URI', async () => {
  using dir = temporary({ 'a #1 50%?.txt': 'x', 'b%20.txt': 'x' });
  const top = dir.path.slice(1);
  expect(await inTemplate(dir.server, `${top}/a`)).toEqual(values(`${top}/a %231 50%25%3F.txt`));
  expect(await inTemplate(dir.server, `${top}/a %231 50%25`)).toEqual(values(`${top}/a %231 50%25%3F.txt`));
  await using client = await connectTo(dir.server);
  // Expanded as clients do it: escapes stay, and a space becomes one.
  for (const name of ['a%20%231%2050%25%3F.txt', 'b%2520.txt']) {
    const read = await client.request('resources/read', { uri: `file:///${top}/${name}` });
    expect(read).toMatchObject({ contents: [{ text: 'x' }] });
  }
});
