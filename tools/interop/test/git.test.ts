// The built git server: its real work in a repository.
import { expect, test } from 'vitest';
import { GitSandbox } from '../src/git-sandbox.ts';
import { completes, everyPage, hasText, saysOf, tells, UPDATED } from './suites.ts';
import { underClients } from './under-clients.ts';

underClients({
  name: 'git',
  sandbox: () => new GitSandbox(),
  args: ({ path }) => ['-r', path, '--toolsets', 'history'],
  tools: {
    some: ['git_status', 'git_commit', 'git_merge'],
    each: {
      name: expect.stringMatching(/^git_/),
      annotations: { readOnlyHint: expect.any(Boolean), openWorldHint: false },
    },
  },
  suite: (driver, client, place) => {
    test('looks, stages and commits', async () => {
      place().write('new.txt', 'grüße\n');
      expect(await client().call('git_status')).toMatchObject({
        structuredContent: { branch: 'main', untracked: ['new.txt'] },
      });
      const committed = await client().call('git_commit', { message: 'new', files: ['new.txt'] });
      expect(committed).toMatchObject({ structuredContent: { hash: place().head(), files_changed: 1 } });
      expect(await client().call('git_log', { limit: 1 })).toMatchObject({
        structuredContent: { commits: [{ hash: place().head(), subject: 'new' }] },
      });
      expect(await client().call('git_show', { revision: 'HEAD' })).toMatchObject(saysOf('+grüße'));
    });

    test('refuses what is outside', async () => {
      expect(await client().call('git_status', { repo_path: '/etc' })).toMatchObject({
        isError: true,
        ...saysOf('is not a git repository inside the allowed'),
      });
      await expect(client().read('git://%2Fetc/status')).rejects.toMatchObject({ code: driver.notFoundCode });
    });

    test('lists and reads resources', async () => {
      expect(await everyPage(client(), 'resources')).toMatchObject(
        ['status', 'branches', 'tags'].map((name) => ({ uri: place().uri(name), icons: expect.any(Array) })),
      );
      expect(await client().read(place().uri('blob/HEAD/a.txt'))).toMatchObject({
        contents: [{ text: 'one\n' }],
      });
    });

    test('tells when a tag is made', async () => {
      const uri = place().uri('tags');
      const told = await tells(client(), { uris: [uri] }, UPDATED, () => place().git('tag', 'v2'));
      expect(told).toMatchObject({ params: { uri } });
      expect(await client().read(uri)).toMatchObject(hasText('"v2"'));
    });

    test('offers prompts, and completes refs and ranges', async () => {
      const prompt = { type: 'ref/prompt', name: 'release-notes' } as const;
      expect(await client().complete(prompt, { name: 'from', value: 'v1' })).toMatchObject(completes('v1'));
      expect(await client().prompt('release-notes', { from: 'v1', to: 'topic' })).toMatchObject({
        messages: [{ content: { type: 'text' } }, { content: { text: expect.stringContaining('on topic') } }],
      });
      const review = { type: 'ref/prompt', name: 'review-changes' } as const;
      const range = { name: 'range', value: 'v1..to' };
      expect(await client().complete(review, range)).toMatchObject(completes('v1..topic'));
    });
  },
});
