import { basename } from 'node:path';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { open, repository, serve, temporary } from '../setup.ts';

const BLOB = 'git://{repo}/blob/{ref}/{+path}';

const complete = async (client: TestClient, name: string, value: string, known: object = {}) => {
  const params = {
    ref: { type: 'ref/resource', uri: BLOB },
    argument: { name, value },
    context: { arguments: known },
  };
  return (await client.request('completion/complete', params))['completion'];
};

test('commits and files of commits can be read, in every revision', async () => {
  using dir = repository({ 'sub/a.txt': 'old\n', 'a.bin': new Uint8Array([0, 1]) });
  dir.git('branch', 'topic/x');
  dir.write({ 'sub/a.txt': 'new\n' });
  const hash = dir.commit('second');
  const repo = `git://${basename(dir.path)}`;
  for (const revision of ['2024-11-05', '2025-11-25', '2026-07-28'] as const) {
    await using client = await connect(serve([dir.path]), { revision });
    const read = async (uri: string) => (await client.request('resources/read', { uri }))['contents'];
    expect(await read(`${repo}/commit/${hash}`)).toEqual([
      {
        uri: `${repo}/commit/${hash}`,
        mimeType: 'text/plain',
        text: dir.git('show', '--decorate', '--abbrev-commit', hash),
      },
    ]);
    const old = `${repo}/blob/topic%2Fx/sub/a.txt`;
    expect(await read(old)).toEqual([{ uri: old, mimeType: 'text/plain', text: 'old\n' }]);
    const binary = `${repo}/blob/HEAD/a.bin`;
    expect(await read(binary)).toEqual([{ uri: binary, mimeType: 'application/octet-stream', blob: 'AAE=' }]);
  }
});

test('a target that is outside, missing or an option is not found', async () => {
  using other = repository();
  using dir = repository();
  await using client = await connect(serve([dir.path]), { revision: '2026-07-28' });
  const name = basename(dir.path);
  for (const uri of [
    `git://${basename(other.path)}/commit/HEAD`,
    `git://${encodeURIComponent(other.path)}/commit/HEAD`,
    `git://${name}/commit/missing`,
    `git://${name}/commit/--output=x`,
    `git://${name}/blob/HEAD/missing`,
    `git://${name}/blob/HEAD/..%2Fx`,
    `git://${name}/blob/HEAD/.git/config`,
    `git://${basename(other.path)}/status`,
  ])
    await expect(client.request('resources/read', { uri })).rejects.toMatchObject({ code: -32602 });
});

test('repositories, refs and paths are completed', async () => {
  using dir = repository({ 'a.txt': '', 'sub/b.txt': '', 'sub/deep/c.txt': '' });
  dir.git('branch', 'topic');
  dir.git('tag', 'v1');
  await using client = await open(dir.path);
  const repo = basename(dir.path);
  expect(await complete(client, 'repo', repo.slice(0, 5))).toMatchObject({ values: [repo] });
  expect(await complete(client, 'ref', '', { repo })).toMatchObject({
    values: expect.arrayContaining(['HEAD', 'main', 'topic', 'v1']),
    total: 4,
  });
  expect(await complete(client, 'ref', 'to', { repo })).toMatchObject({ values: ['topic'] });
  expect(await complete(client, 'path', '', { repo, ref: 'HEAD' })).toMatchObject({
    values: ['a.txt', 'sub/'],
  });
  expect(await complete(client, 'path', 'sub/', { repo, ref: 'v1' })).toMatchObject({
    values: ['sub/b.txt', 'sub/deep/'],
  });
  for (const known of [
    { repo: '/etc', ref: 'HEAD' },
    { repo, ref: '--help' },
    { repo, ref: 'missing' },
  ])
    expect(await complete(client, 'path', '', known)).toMatchObject({ values: [] });
});

test('nothing is completed when nothing is allowed', async () => {
  using dir = temporary();
  await using client = await open(dir.path);
  expect(await complete(client, 'ref', '', { repo: basename(dir.path) })).toMatchObject({ values: [] });
});
