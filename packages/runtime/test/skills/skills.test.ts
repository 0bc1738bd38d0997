// Skills: lists of them, single ones, their folders, and how clients without the extension read them.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readSkill, skills, type SkillFiles } from '../../src/skills.ts';
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
const serve = async (...all: SkillFiles[]): Promise<McpServer> => {
  const guide = skills(await Promise.all(all.map(readSkill)));
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
  test('lists skills with digests of their files, and returns single ones', async () => {
    await using client = await connect(await serve(files), { transport });
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

  test('reads folders, and refuses to read anything else as a folder', async () => {
    await using client = await connect(await serve(files, manifest('safe-edits-2')), { transport });
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
    await using client = await connect(await serve(files), { revision });
    const { resources } = await client.request('resources/list');
    expect(resources).toMatchObject([{ uri: entry.uri, name: 'safe-edits', mimeType: 'text/markdown' }]);
    expect(resources).toHaveLength(1);
    const { contents } = await client.request('resources/read', {
      uri: 'skill://safe-edits/references/a%20b.md',
    });
    expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: '# A\n' }]);
  }
  await using older = await connect(await serve(files), { revision: '2025-11-25' });
  await expect(older.request('skills/list')).rejects.toMatchObject({ code: -32601 });
});

test('a skill omitted from the list of resources can still be read', async () => {
  const guide = skills([await readSkill(files)], { listed: false });
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

test('pages a long list, and refuses a foreign cursor', async () => {
  await using client = await connect(
    await serve(...Array.from({ length: 150 }, (_item, i) => manifest(`s${i}`))),
  );
  const { skills: first, nextCursor } = await client.request('skills/list');
  const { skills: rest, nextCursor: end } = await client.request('skills/list', { cursor: nextCursor });
  expect([Object(first).length, Object(rest).length, end]).toEqual([100, 50, undefined]);
  await expect(client.request('skills/list', { cursor: 'x' })).rejects.toMatchObject({ code: -32602 });
});

test('refuses a cursor of a longer list instead of answering with an empty page', async () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_item, i) => [`many/${i}`, '']));
  await using client = await connect(await serve({ ...manifest('a'), ...many, 'few/1': '' }));
  const read = (folder: string, cursor?: unknown): Promise<{ readonly [member: string]: unknown }> =>
    client.request('resources/directory/read', {
      uri: `skill://a/${folder}`,
      ...(cursor === undefined ? {} : { cursor }),
    });
  const { nextCursor } = await read('many');
  expect((await read('many', nextCursor))['resources']).toHaveLength(50);
  await expect(read('few', nextCursor)).rejects.toMatchObject({ code: -32602 });
});

test.each<[string, SkillFiles, string]>([
  ['no manifest', { 'a.md': '' }, 'needs "SKILL.md"'],
  ['no frontmatter', { 'SKILL.md': '# A' }, 'begins with its frontmatter'],
  ['a name with capitals', manifest('Safe'), 'a-z 0-9'],
  ['a name that is a number', manifest('12'), 'a-z 0-9'],
  ['broken quotes', manifest('a', 'more: "b\n'), 'is not YAML'],
  ['an indented line without a map', manifest('a', '  b: c\n'), 'is not YAML'],
  ['frontmatter that is a list', { 'SKILL.md': '---\n- a\n---\n' }, 'and no other YAML'],
  ['a path out of the skill', { ...manifest('a'), '../b': '' }, 'is not a path below'],
  ['an absolute path', { ...manifest('a'), '/b': '' }, 'is not a path below'],
  ...['a\\..\\b', 'a\0b', 'nul', 'a/COM1.txt', 'c:b', 'a.', 'b ', '\ud800', 'a\nb'].map(
    (path): [string, SkillFiles, string] => [
      `the path ${JSON.stringify(path)}, which is another one or none on some system`,
      { ...manifest('a'), [path]: '' },
      'is not a path below the skill on every system',
    ],
  ),
  ['too much', { ...manifest('a'), b: new Uint8Array(17 * 1024 * 1024) }, 'hosts accept 512 files'],
  ['no description', { 'SKILL.md': '---\nname: a\n---\n' }, 'its description has 1 to 1024'],
])('refuses a skill with %s', async (_, wrong, message) => {
  await expect(serve(wrong)).rejects.toThrow(message);
});

test('refuses two skills of the same name', async () => {
  const twice = serve(manifest('a'), manifest('a'));
  await expect(twice).rejects.toThrow('there are two skills skill://a/SKILL.md');
});

test('a skill may have its frontmatter as an object', () => {
  const body = { 'SKILL.md': '# Read me' };
  const [resource] = skills([{ frontmatter: { name: 'a', description: 'D' }, files: body }]).resources;
  expect(resource).toMatchObject({ uri: 'skill://a/SKILL.md', description: 'D' });
  expect(() => skills([{ frontmatter: { name: 'a', description: 'D' }, files: {} }])).toThrow(
    'needs "SKILL.md"',
  );
});

describe('SKILL.md files from elsewhere work', () => {
  test.each<[string, string, object]>([
    [
      'a folded block, and a list of lines',
      'name: pdf\ndescription: >\n  Fill in forms,\n  merge files.\nallowed-tools:\n  - Read\n  - Bash(python *)',
      {
        name: 'pdf',
        description: 'Fill in forms, merge files.\n',
        'allowed-tools': ['Read', 'Bash(python *)'],
      },
    ],
    [
      'a literal block with its own colons',
      'name: notes\ndescription: |-\n  Keeps notes.\n  Use when: asked.\nlicense: MIT',
      { name: 'notes', description: 'Keeps notes.\nUse when: asked.', license: 'MIT' },
    ],
    [
      'an unquoted text with a colon',
      'name: review\ndescription: Reviews code. Use when: asked',
      { name: 'review', description: 'Reviews code. Use when: asked' },
    ],
    [
      'comments with a colon',
      'name: pdf # note: short\ndescription: Reads PDF. # todo: more',
      { name: 'pdf', description: 'Reads PDF.' },
    ],
    [
      'a list in brackets, a nested map and a comment',
      'name: charts # of a team\ndescription: Draws.\ntags: [a, "b: c"]\nmetadata:\n  version: 1.2\n  by:\n    team: x',
      {
        name: 'charts',
        description: 'Draws.',
        tags: ['a', 'b: c'],
        metadata: { version: 1.2, by: { team: 'x' } },
      },
    ],
    [
      'a byte order mark, lines of Windows, and quotes',
      `name: 'win'\r\ndescription: "Says: \\"hi\\""\r\nmodel: null`,
      { name: 'win', description: 'Says: "hi"', model: null },
    ],
  ])('%s', async (form, frontmatter, expected) => {
    const [mark, end] = form.includes('Windows') ? ['\uFEFF', '\r\n'] : ['', '\n'];
    const text = `${mark}---${end}${frontmatter}${end}---${end}${end}# Body${end}`;
    await using client = await connect(await serve({ 'SKILL.md': text }));
    expect(await client.request('skills/list')).toMatchObject({ skills: [{ frontmatter: expected }] });
  });
});
