import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { open, repository, type Temporary } from '../setup.ts';

test('explain-commit brings the commit along', async () => {
  using dir = repository();
  const hash = dir.git('rev-parse', 'HEAD').trim();
  const repo = basename(dir.path);
  await using client = await open(dir.path);
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

test('explain-commit brings only the beginning of a large commit', async () => {
  using dir = repository();
  dir.write({
    'large.txt': 'a line of a large file\n'.repeat(200_000),
    message: `why\n\n${'because\n'.repeat(200_000)}`,
  });
  dir.git('add', 'large.txt');
  dir.git('commit', '--quiet', '--file=message');
  const answer = JSON.stringify(await getFrom(dir, 'explain-commit', { ref: 'HEAD' }));
  expect(answer.length).toBeLessThan(200_000);
  expect(answer).toContain('[The message is cut here: it is too long.]');
  expect(answer).toContain('[There is more: use git_show.]');
});

test('commit-message brings the staged changes along', async () => {
  using dir = repository();
  await using client = await open(dir.path);
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

const getFrom = async (dir: Temporary, name: string, args: object = {}) => {
  await using client = await open(dir.path);
  return await client.request('prompts/get', { name, arguments: args });
};

test('review-changes brings the changes of a range along', async () => {
  using dir = repository();
  dir.git('checkout', '--quiet', '-b', 'topic/x');
  dir.write({ 'a.txt': 'two\n' });
  dir.commit('second');
  expect(await getFrom(dir, 'review-changes', { range: 'main...topic/x' })).toEqual({
    description: 'A review of main...topic/x',
    messages: [
      { role: 'user', content: { type: 'text', text: expect.stringContaining('Review the changes') } },
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: {
            uri: `git://${basename(dir.path)}/diff/main...topic%2Fx`,
            mimeType: 'text/x-diff',
            text: dir.git('diff', 'main...topic/x'),
          },
        },
      },
    ],
  });
  for (const [range, message] of [
    ['main', 'range is "main", which is not a range. Give two ends: main..topic'],
    ['main..main', 'main..main changes nothing. Give two other ends.'],
    ['--output=x..main', 'begins with "-"'],
  ] as const)
    await expect(getFrom(dir, 'review-changes', { range })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    });
});

test('release-notes brings the commits since a release along', async () => {
  using dir = repository();
  dir.git('tag', 'v1');
  dir.commit('second\n\nwhy');
  dir.commit('third');
  const [third, second] = dir.git('log', '-2', '--format=%h').trim().split('\n');
  const answer = await getFrom(dir, 'release-notes', { from: 'v1' });
  expect(answer).toEqual({
    description: 'Release notes from v1 to HEAD',
    messages: [
      { role: 'user', content: { type: 'text', text: expect.stringContaining('new in HEAD since v1') } },
      {
        role: 'user',
        content: { type: 'text', text: `${third} Ada: third\n\n${second} Ada: second\n\nwhy\n` },
      },
    ],
  });
  for (const args of [{ from: 'HEAD' }, { from: '--all' }, { from: 'v1', to: '--output=x' }, { from: 'v2' }])
    await expect(getFrom(dir, 'release-notes', args)).rejects.toMatchObject({ code: -32602 });
});

test('resolve-conflicts brings the files in conflict along', async () => {
  using dir = repository();
  await expect(getFrom(dir, 'resolve-conflicts')).rejects.toMatchObject({
    code: -32602,
    message: 'No file is in conflict.',
  });
  dir.git('checkout', '--quiet', '-b', 'topic');
  dir.write({ 'a.txt': 'topic\n' });
  dir.commit('topic');
  dir.git('checkout', '--quiet', 'main');
  dir.write({ 'a.txt': 'main\n' });
  dir.commit('main');
  expect(() => dir.git('merge', 'topic')).toThrow(/merge/);
  expect(await getFrom(dir, 'resolve-conflicts')).toEqual({
    description: '1 file in conflict',
    messages: [
      { role: 'user', content: { type: 'text', text: expect.stringMatching(/^A merge has.*UU a\.txt$/s) } },
      { role: 'user', content: { type: 'text', text: dir.git('diff') } },
    ],
  });
});

test('refs are completed', async () => {
  using dir = repository();
  dir.git('branch', 'topic');
  await using client = await open(dir.path);
  const params = {
    ref: { type: 'ref/prompt', name: 'explain-commit' },
    argument: { name: 'ref', value: 't' },
  };
  expect(await client.request('completion/complete', params)).toMatchObject({
    completion: { values: ['topic'] },
  });
});
