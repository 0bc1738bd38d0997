import { basename } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { repository, serve } from '../setup.ts';

test('explain-commit brings the commit along', async () => {
  using dir = repository();
  const hash = dir.git('rev-parse', 'HEAD').trim();
  const repo = basename(dir.path);
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  for (const args of [{ ref: 'main' }, { ref: 'HEAD', repo }]) {
    expect(await client.request('prompts/get', { name: 'explain-commit', arguments: args })).toEqual({
      description: `Commit ${hash.slice(0, 7)}: first`,
      messages: [
        { role: 'user', content: { type: 'text', text: expect.stringContaining('Explain commit') } },
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: {
              uri: `git://${repo}/commit/${hash}`,
              mimeType: 'text/plain',
              text: expect.stringContaining('+one\n'),
            },
          },
        },
      ],
    });
  }
  await expect(
    client.request('prompts/get', { name: 'explain-commit', arguments: { ref: '--all' } }),
  ).rejects.toMatchObject({
    code: -32602,
    message: 'ref is "--all", which begins with "-". Give a branch, tag or commit.',
  });
});

test('commit-message brings the staged changes along', async () => {
  using dir = repository();
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const get = () => client.request('prompts/get', { name: 'commit-message' });
  await expect(get()).rejects.toMatchObject({
    code: -32602,
    message: 'Nothing is staged. Stage files with git_add first.',
  });
  dir.write({ 'a.txt': 'two\n' });
  dir.git('add', '.');
  expect(await get()).toEqual({
    description: 'A message for the staged changes',
    messages: [
      { role: 'user', content: { type: 'text', text: expect.stringContaining('Write a commit message') } },
      { role: 'user', content: { type: 'text', text: dir.git('diff', '--cached') } },
    ],
  });
});

test('refs are completed', async () => {
  using dir = repository();
  dir.git('branch', 'topic');
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const params = {
    ref: { type: 'ref/prompt', name: 'explain-commit' },
    argument: { name: 'ref', value: 't' },
  };
  expect(await client.request('completion/complete', params)).toMatchObject({
    completion: { values: ['topic'] },
  });
});
