import { expect, test } from 'vitest';
import { open, repository, type Temporary } from '../setup.ts';

test('commit-message includes the staged changes', async () => {
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

test('review-changes includes the changes of a range', async () => {
  using dir = repository();
  dir.git('checkout', '--quiet', '-b', 'topic/x');
  dir.write({ 'a.txt': 'two\n' });
  dir.commit('second');
  expect(await getFrom(dir, 'review-changes', { range: 'main...topic/x' })).toEqual({
    description: 'A review of main...topic/x',
    messages: [
      { role: 'user', content: { type: 'text', text: expect.stringContaining('Review the changes') } },
      { role: 'user', content: { type: 'text', text: dir.git('diff', 'main...topic/x') } },
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

test('release-notes includes the commits since a release', async () => {
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

test('refs and ranges are completed', async () => {
  using dir = repository();
  dir.git('branch', 'topic');
  await using client = await open(dir.path);
  for (const [name, argument, value, values] of [
    ['release-notes', 'to', 't', ['topic']],
    ['review-changes', 'range', 'main...to', ['main...topic']],
  ] as const) {
    const params = { ref: { type: 'ref/prompt', name }, argument: { name: argument, value } };
    expect(await client.request('completion/complete', params)).toMatchObject({ completion: { values } });
  }
});
