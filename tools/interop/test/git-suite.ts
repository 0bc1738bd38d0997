// The suite of the built git server: its real work, under every official client.
import { expect, test } from 'vitest';
import type { Driven, Driver } from '../src/clients/driven.ts';
import type { GitSandbox } from '../src/git-sandbox.ts';
import { everyPage, notificationsOf, notified } from './suites.ts';

const UPDATED = 'notifications/resources/updated';

/** Tests the server in a repository. */
export const git = (driver: Driver, client: () => Driven, place: () => GitSandbox): void => {
  test('tells who it is and lists its tools, with titles, icons, annotations and schemas', async () => {
    expect(client().server()).toMatchObject({ info: { name: 'git' }, revision: driver.revision });
    const { items } = await everyPage(client(), 'tools');
    expect(items.map((item) => 'name' in item && item.name)).toEqual(
      expect.arrayContaining(['git_status', 'git_commit', 'git_merge']),
    );
    for (const item of items) {
      expect(item).toMatchObject({
        name: expect.stringMatching(/^git_/),
        title: expect.any(String),
        icons: expect.any(Array),
        annotations: { readOnlyHint: expect.any(Boolean), openWorldHint: false },
      });
    }
  });

  test('looks, stages and commits', async () => {
    place().write('new.txt', 'grüße\n');
    expect(await client().call('git_status')).toMatchObject({
      structuredContent: { branch: 'main', untracked: ['new.txt'] },
    });
    const committed = await client().call('git_commit', { message: 'new', files: ['new.txt'] });
    expect(committed).toMatchObject({ structuredContent: { hash: place().head(), filesChanged: 1 } });
    expect(await client().call('git_log', { max_count: 1 })).toMatchObject({
      structuredContent: { commits: [{ hash: place().head(), subject: 'new' }] },
    });
    expect(await client().call('git_show', { revision: 'HEAD' })).toMatchObject({
      content: [{ text: expect.stringContaining('+grüße') }],
    });
  });

  test('refuses what is outside', async () => {
    expect(await client().call('git_status', { repo_path: '/etc' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('is not a git repository inside the allowed') }],
    });
    const uri = 'git://%2Fetc/status';
    await expect(client().read(uri)).rejects.toMatchObject({ code: driver.notFoundCode });
  });

  test('lists and reads resources', async () => {
    const { items } = await everyPage(client(), 'resources');
    expect(items).toMatchObject(
      ['status', 'branches', 'tags'].map((name) => ({ uri: place().uri(name), icons: expect.any(Array) })),
    );
    expect(await client().read(place().uri('blob/HEAD/a.txt'))).toMatchObject({
      contents: [{ text: 'one\n' }],
    });
    expect(await client().read(place().uri('tree/HEAD/'))).toMatchObject({
      contents: [{ text: expect.stringContaining('"path":"a.txt"') }],
    });
  });

  test('tells when a tag is made', async () => {
    const uri = place().uri('tags');
    const stop = await client().follow({ uris: [uri], lists: [] });
    const before = notificationsOf(client(), UPDATED).length;
    place().git('tag', 'v2');
    await notified(client(), UPDATED, before + 1);
    expect(notificationsOf(client(), UPDATED).at(-1)).toMatchObject({ params: { uri } });
    expect(await client().read(uri)).toMatchObject({ contents: [{ text: expect.stringContaining('"v2"') }] });
    await stop();
  });

  test('offers prompts, and completes refs and ranges', async () => {
    const prompt = { type: 'ref/prompt', name: 'release-notes' } as const;
    expect(await client().complete(prompt, { name: 'from', value: 'v1' })).toMatchObject({
      completion: { values: ['v1'] },
    });
    expect(await client().prompt('release-notes', { from: 'v1', to: 'topic' })).toMatchObject({
      messages: [{ content: { type: 'text' } }, { content: { text: expect.stringContaining('on topic') } }],
    });
    const template = { type: 'ref/resource', uri: 'git://{repo}/diff/{range}' } as const;
    expect(await client().complete(template, { name: 'range', value: 'v1..to' })).toMatchObject({
      completion: { values: ['v1..topic'] },
    });
  });
};
