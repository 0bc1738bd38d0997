// Skills: lists of them, single ones, their folders, and how clients without the extension read them.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { skills, type SkillFiles } from '../../src/skills.ts';
import { defineServer, type McpServer } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const MANIFEST = [
  ...['---', 'name: safe-edits', 'description: "How to edit: safely."', 'license: MIT'],
  ...['metadata:', "  author: 'it''s me'", '  level: 2', '---', '', 'Read first.', ''],
].join('\n');
const files: SkillFiles = {
  'SKILL.md': MANIFEST,
  'references/a b.md': '# A\n',
  'references/deep/b.json': '{}',
  'assets/pixel.bin': new Uint8Array([0, 255]),
};
const serve = (...all: SkillFiles[]): McpServer => {
  const guide = skills(all);
  return defineServer({ name: 'test', version: '1', resources: guide.resources, extensions: [guide] });
};
const manifest = (name: string, more = ''): SkillFiles => ({
  'SKILL.md': `---\nname: ${name}\ndescription: D\n${more}---\n`,
});
const digest = (body: string | Uint8Array): string =>
  `sha256:${createHash('sha256').update(body).digest('hex')}`;
const of = (path: string, body: string | Uint8Array): object => ({
  uri: `skill://safe-edits/${path}`,
  digest: digest(body),
  size: body.length,
});
const entry = {
  uri: 'skill://safe-edits/SKILL.md',
  frontmatter: {
    ...{ name: 'safe-edits', description: 'How to edit: safely.', license: 'MIT' },
    metadata: { author: "it's me", level: 2 },
  },
  resources: [
    of('SKILL.md', MANIFEST),
    of('references/a%20b.md', '# A\n'),
    of('references/deep/b.json', '{}'),
    of('assets/pixel.bin', new Uint8Array([0, 255])),
  ],
};
const common = {
  ...{ resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' },
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'test', version: '1' } },
};

describe.each(['memory', 'http'] as const)('over %s', (transport) => {
  test('lists skills with digests of their files, and tells single ones', async () => {
    await using client = await connect(serve(files), { transport });
    expect(client.server['capabilities']).toMatchObject({
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
      resources: {},
    });
    expect(await client.request('skills/list')).toEqual({ ...common, skills: [entry] });
    expect(await client.request('skills/get', { uri: entry.uri })).toEqual({ ...common, skill: entry });
    await expect(client.request('skills/get', { uri: 'skill://none/SKILL.md' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('there is no skill "skill://none/SKILL.md"'),
    });
    const noText = { code: -32602, message: 'Invalid params: "uri" must be a string' };
    for (const uri of [undefined, 1, {}])
      for (const method of ['skills/get', 'resources/directory/read'])
        await expect(client.request(method, { uri })).rejects.toMatchObject(noText);
  });

  test('reads folders, and nothing else as one', async () => {
    await using client = await connect(serve(files, manifest('safe-edits-2')), { transport });
    const read = (uri: unknown): Promise<unknown> => client.request('resources/directory/read', { uri });
    const folder = (path: string): object => ({
      ...{ uri: `skill://safe-edits/${path}`, name: path, mimeType: 'inode/directory' },
    });
    const { uri } = entry;
    const file = { uri, name: 'safe-edits', mimeType: 'text/markdown', size: MANIFEST.length };
    const root = { ...common, resources: [file, folder('references'), folder('assets')] };
    expect(await read('skill://safe-edits')).toEqual(root);
    expect(await read('skill://safe-edits/')).toEqual(root);
    expect(await read('skill://safe-edits/references')).toMatchObject({
      resources: [
        { uri: 'skill://safe-edits/references/a%20b.md', mimeType: 'text/markdown' },
        { uri: 'skill://safe-edits/references/deep', mimeType: 'inode/directory', name: 'deep' },
      ],
    });
    for (const wrong of [uri, 'skill://', 'skill:', '', 'skill://safe', 'file:///etc', 1, undefined])
      await expect(read(wrong)).rejects.toMatchObject({ code: -32602 });
  });
});

test('a client without the extension, of any revision, finds and reads them as resources', async () => {
  for (const revision of ['2024-11-05', '2025-11-25', '2026-07-28'] as const) {
    await using client = await connect(serve(files), { revision });
    const { resources } = await client.request('resources/list');
    expect(resources).toMatchObject([{ uri: entry.uri, name: 'safe-edits', mimeType: 'text/markdown' }]);
    expect(resources).toHaveLength(1);
    const { contents } = await client.request('resources/read', {
      uri: 'skill://safe-edits/references/a%20b.md',
    });
    expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: '# A\n' }]);
  }
  await using older = await connect(serve(files), { revision: '2025-11-25' });
  await expect(older.request('skills/list')).rejects.toMatchObject({ code: -32601 });
});

test('one that is not listed is read all the same', async () => {
  const guide = skills([files], { listed: false });
  const server = defineServer({
    name: 'test',
    version: '1',
    resources: guide.resources,
    extensions: [guide],
  });
  await using client = await connect(server);
  expect(await client.request('resources/list')).toMatchObject({ resources: [] });
  expect(await client.request('skills/list')).toMatchObject({ skills: [entry] });
  expect(await client.request('resources/read', { uri: entry.uri })).toMatchObject({
    contents: [{ text: MANIFEST }],
  });
});

test('a long list comes in pages, and a foreign cursor is refused', async () => {
  await using client = await connect(serve(...Array.from({ length: 150 }, (_item, i) => manifest(`s${i}`))));
  const { skills: first, nextCursor } = await client.request('skills/list');
  const { skills: rest, nextCursor: end } = await client.request('skills/list', { cursor: nextCursor });
  expect([Object(first).length, Object(rest).length, end]).toEqual([100, 50, undefined]);
  await expect(client.request('skills/list', { cursor: 'x' })).rejects.toMatchObject({ code: -32602 });
});

test.each<[string, SkillFiles, string]>([
  ['no manifest', { 'a.md': '' }, 'needs "SKILL.md"'],
  ['no frontmatter', { 'SKILL.md': '# A' }, 'begins with its frontmatter'],
  ['a name with capitals', manifest('Safe'), 'a-z 0-9'],
  ['a name that is a number', manifest('12'), 'a-z 0-9'],
  ['a list', manifest('a', 'tags: [a, b]\n'), '"tags: [a, b]" is not "key: value"'],
  ['a block', manifest('a', 'more: |\n'), 'is not "key: value"'],
  ['a text with a colon', manifest('a', 'more: b: c\n'), 'in double quotes'],
  ['broken quotes', manifest('a', 'more: "b\n'), 'is not "key: value"'],
  ['an indented line without a map', manifest('a', '  b: c\n'), 'is not "key: value"'],
  ['a path out of the skill', { ...manifest('a'), '../b': '' }, 'is not a path below'],
  ['an absolute path', { ...manifest('a'), '/b': '' }, 'is not a path below'],
  ['too much', { ...manifest('a'), b: new Uint8Array(17 * 1024 * 1024) }, 'hosts take 512 files'],
  ['no description', { 'SKILL.md': '---\nname: a\n---\n' }, 'its description has 1 to 1024'],
])('a skill with %s is refused', (_, wrong, message) => {
  expect(() => skills([wrong])).toThrow(message);
});

test('two skills of one name are refused', () => {
  expect(() => skills([manifest('a'), manifest('a')])).toThrow('there are two skills skill://a/SKILL.md');
});
