import { chmodSync, utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call, temporary } from '../setup.ts';

const TIME = new Date('2024-05-06T07:08:09.123Z');

test('returns the lines of the official server, structured content and a link', async () => {
  using dir = temporary({ 'a.md': 'abc' });
  chmodSync(dir.at('a.md'), 0o640);
  utimesSync(dir.at('a.md'), TIME, TIME);
  const { content, structuredContent } = await call(dir.server, 'get_file_info', {
    path: 'a.md',
    hash: true,
  });
  expect(content[0]?.text?.split('\n')).toEqual([
    'size: 3',
    expect.stringMatching(/^created: \w{3} \w{3} \d\d \d{4} [\d:]+ GMT/),
    `modified: ${String(TIME)}`,
    `accessed: ${String(TIME)}`,
    'isDirectory: false',
    'isFile: true',
    'permissions: 640',
  ]);
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  const { etag } = structuredContent as { etag: string };
  expect(content[1]?.text?.split('\n')).toEqual([
    'mimeType: text/markdown',
    `etag: ${etag}`,
    `sha256: ${sha256}`,
  ]);
  expect(content[2]).toEqual({
    type: 'resource_link',
    uri: `file://${dir.at('a.md')}`,
    name: 'a.md',
    size: 3,
    mimeType: 'text/markdown',
    annotations: { audience: ['user', 'assistant'], priority: 0.5, lastModified: TIME.toISOString() },
  });
  expect(structuredContent).toEqual({
    path: dir.at('a.md'),
    type: 'file',
    size: 3,
    created: expect.stringMatching(/Z$/),
    modified: TIME.toISOString(),
    accessed: TIME.toISOString(),
    mode: '640',
    owner: `${process.getuid?.()}:${process.getgid?.()}`,
    mimeType: 'text/markdown',
    etag: expect.any(String),
    sha256,
  });
});

test('follows a link inside, and describes a directory', async () => {
  using dir = temporary({ 'sub/': '' });
  dir.link('sub', 'link');
  const { content, structuredContent } = await call(dir.server, 'get_file_info', {
    path: 'link',
    hash: true,
  });
  expect(content).toHaveLength(2);
  expect(content[1]?.text).toContain(`symlinkTarget: ${dir.at('sub')}\netag: `);
  expect(content[0]?.text).toContain('isDirectory: true\nisFile: false');
  expect(structuredContent).toMatchObject({
    path: dir.at('sub'),
    type: 'directory',
    symlinkTarget: dir.at('sub'),
  });
  expect(structuredContent).not.toHaveProperty('sha256');
});
