import { expect, test } from 'vitest';
import { connectTo, serve, temporary } from '../setup.ts';

test('attaches the file as an embedded resource', async () => {
  using dir = temporary({ 'src/a.ts': 'let x = 1;\n' });
  await using client = await connectTo(dir.server);
  const args = { path: 'src/a.ts', focus: 'security' };
  expect(await client.request('prompts/get', { name: 'review-file', arguments: args })).toEqual({
    description: 'A review of a.ts',
    messages: [
      {
        role: 'user',
        content: {
          type: 'text',
          text: 'Review the file src/a.ts. Focus on security. Say what is wrong, where, and how to fix it.',
        },
      },
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: {
            uri: `file://${dir.at('src/a.ts')}`,
            mimeType: 'text/x-typescript',
            text: 'let x = 1;\n',
          },
          annotations: { audience: ['user', 'assistant'], priority: 1, lastModified: expect.any(String) },
        },
      },
    ],
  });
});

test('attaches the start of a long file, and says so', async () => {
  using dir = temporary({ 'a.txt': 'line\n'.repeat(30_000) });
  await using client = await connectTo(dir.server);
  const result = await client.request('prompts/get', { name: 'review-file', arguments: { path: 'a.txt' } });
  expect(result).toMatchObject({
    messages: [
      {
        content: {
          text:
            'Review the file a.txt. Only its start is attached; read the rest with read_text_file. ' +
            'Say what is wrong, where, and how to fix it.',
        },
      },
      { content: { resource: { text: 'line\n'.repeat(7200).trimEnd() } } },
    ],
  });
});

test.each([
  ['gone.txt', 'gone.txt does not exist. Find it with list_directory or search_files.'],
  ['sub', 'sub is a directory. Use list_directory.'],
  [
    'image.bin',
    'image.bin is not text. read_text_file reads images, audio, documents and zip archives by their extension, and ' +
      'text in another encoding if encoding is set. For anything else, use get_file_info.',
  ],
])('refuses %s', async (path, message) => {
  using dir = temporary({ 'sub/': '', 'image.bin': Buffer.from([0xff, 0x00, 0x01]) });
  await using client = await connectTo(dir.server);
  const request = client.request('prompts/get', { name: 'review-file', arguments: { path } });
  await expect(request).rejects.toMatchObject({ code: -32602, message });
});

test('completes the focus', async () => {
  await using client = await connectTo(serve([]));
  const complete = async (value: string) => {
    const ref = { type: 'ref/prompt', name: 'review-file' };
    return client.request('completion/complete', { ref, argument: { name: 'focus', value } });
  };
  expect(await complete('s')).toEqual({ completion: { values: ['security'], total: 1, hasMore: false } });
  expect(await complete('')).toMatchObject({ completion: { total: 5 } });
});
