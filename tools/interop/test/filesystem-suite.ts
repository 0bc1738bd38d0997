// The suite of the built filesystem server: its real work, under every official client.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import type { Driven, Driver } from '../src/clients/driven.ts';
import type { Sandbox } from '../src/sandbox.ts';
import { everyPage, notificationsOf, notified } from './suites.ts';

const UPDATED = 'notifications/resources/updated';
const LIST_CHANGED = 'notifications/resources/list_changed';

/** Tests the server in a sandbox. */
export const filesystem = (driver: Driver, client: () => Driven, place: () => Sandbox): void => {
  test('tells who it is and lists its tools, with titles, icons, annotations and schemas', async () => {
    expect(client().server()).toMatchObject({ info: { name: 'filesystem' }, revision: driver.revision });
    const { items } = await everyPage(client(), 'tools');
    expect(items.map((item) => 'name' in item && item.name)).toEqual(
      expect.arrayContaining(['read_text_file', 'list_directory', 'search_files', 'write_file']),
    );
    for (const item of items) {
      expect(item).toMatchObject({
        title: expect.any(String),
        icons: expect.any(Array),
        annotations: { readOnlyHint: expect.any(Boolean), destructiveHint: expect.any(Boolean) },
      });
      // Without one where text or media is the answer.
      expect((item as { outputSchema?: { type: string } }).outputSchema?.type ?? 'object').toBe('object');
    }
  });

  test('lists, reads and writes', async () => {
    expect(await client().call('list_directory', { path: place().path })).toMatchObject({
      structuredContent: {
        entries: [
          { name: 'docs', type: 'directory' },
          { name: 'notes.txt', type: 'file' },
          { name: 'tree', type: 'directory' },
        ],
      },
    });
    expect(await client().call('read_text_file', { path: place().at('notes.txt'), head: 1 })).toMatchObject({
      content: [
        { type: 'text', text: expect.stringContaining('first line') },
        { type: 'text', text: expect.stringContaining('continue with offset 2. etag: ') },
      ],
    });
    const path = place().at('new/written.txt');
    const written = await client().call('write_file', { path, content: 'grüße', createParents: true });
    expect(written).toMatchObject({ structuredContent: { created: true, bytes: 7 } });
    expect(readFileSync(path, 'utf8')).toBe('grüße');
  });

  test('says what an encoding lacks, which the program loads later', async () => {
    const path = place().at('legacy.txt');
    const write = (content: string, encoding: string): Promise<unknown> =>
      client().call('write_file', { path, content, encoding });
    const refusal = (text: string): object => ({
      isError: true,
      content: [{ text: expect.stringContaining(text) }],
    });
    expect(await write('日本', 'shift_jis')).toMatchObject({ structuredContent: { bytes: 4 } });
    expect(await client().call('read_text_file', { path, encoding: 'shift_jis' })).toMatchObject({
      content: [{ text: '日本' }, {}],
    });
    expect(await write('😀', 'shift_jis')).toMatchObject(refusal('has no character 😀 (U+1F600)'));
    expect(await write('a', 'klingon')).toMatchObject(
      refusal('The encoding klingon is not known. Use utf-8'),
    );
  });

  test('refuses what is outside', async () => {
    const outside = { isError: true, content: [{ text: expect.stringContaining('allowed') }] };
    expect(await client().call('read_text_file', { path: '/etc/hostname' })).toMatchObject(outside);
    expect(await client().call('read_text_file', { path: `${place().path}/../x` })).toMatchObject(outside);
    await expect(client().read('file:///etc/hostname')).rejects.toMatchObject({ code: driver.notFoundCode });
  });

  test('searches, and tells how far it is', async () => {
    // The clients forget steps that they read together with the result.
    await vi.waitFor(async () => {
      const steps: unknown[] = [];
      const result = await client().call(
        'search_files',
        { path: place().path, pattern: 'tree/**/f0.txt' },
        { onprogress: (step) => steps.push(step) },
      );
      expect(result).toMatchObject({ structuredContent: { matches: { length: place().found } } });
      expect(steps.length).toBeGreaterThan(0);
      expect(steps[0]).toMatchObject({
        progress: expect.any(Number),
        message: expect.stringContaining('found'),
      });
    }, 20_000);
  });

  test('stops searching when the client aborts, and goes on serving', async () => {
    const controller = new AbortController();
    // It would take hours to find that this expression does not match.
    place().write('docs/slow.txt', `${'a'.repeat(60)}!\n`);
    const search = client().call(
      'search_file_contents',
      { path: place().at('docs/slow.txt'), query: '(a+)+$b' },
      { signal: controller.signal, onprogress: () => controller.abort('enough') },
    );
    await expect(search).rejects.toThrow('enough');
    expect(await client().call('list_allowed_directories')).not.toHaveProperty('isError', true);
  });

  test('reads files and directories as resources', async () => {
    const { items } = await everyPage(client(), 'resources');
    expect(items[0]).toMatchObject({ uri: pathToFileURL(place().path).href, mimeType: 'inode/directory' });
    expect(items).toContainEqual(expect.objectContaining({ uri: place().uri('docs'), name: 'docs' }));
    expect((await everyPage(client(), 'resourceTemplates')).items).toMatchObject([
      { uriTemplate: 'file:///{+path}', icons: expect.any(Array) },
    ]);
    expect(await client().read(place().uri('docs/guide.md'))).toMatchObject({
      contents: [{ text: '# Guide\n' }],
    });
    expect(await client().read(place().uri('docs'))).toMatchObject({
      contents: [{ text: expect.stringContaining('guide.md') }],
    });
  });

  test('tells when a file on disk changes, until the client has heard enough', async () => {
    const uri = place().uri('docs/guide.md');
    const stop = await client().follow({ uris: [uri], lists: [] });
    const before = notificationsOf(client(), UPDATED).length;
    place().write('docs/guide.md', '# Changed\n');
    await notified(client(), UPDATED, before + 1);
    expect(notificationsOf(client(), UPDATED).at(-1)).toMatchObject({ params: { uri } });
    expect(await client().read(uri)).toMatchObject({ contents: [{ text: '# Changed\n' }] });
    await stop();
  });

  test('tells when files come and go', async () => {
    const stop = await client().follow({ uris: [], lists: ['resources'] });
    await everyPage(client(), 'resources');
    const before = notificationsOf(client(), LIST_CHANGED).length;
    place().write('appeared.txt', '');
    await notified(client(), LIST_CHANGED, before + 1);
    const { items } = await everyPage(client(), 'resources');
    expect(items).toContainEqual(expect.objectContaining({ uri: place().uri('appeared.txt') }));
    await stop();
  });

  test('offers a prompt with a completed path, and completes the template', async () => {
    const prompt = { type: 'ref/prompt', name: 'review-file' } as const;
    const values = (all: string[]): object => ({ completion: { values: all } });
    const path = { name: 'path', value: place().at('no') };
    expect(await client().complete(prompt, path)).toMatchObject(values([place().at('notes.txt')]));
    expect(await client().complete(prompt, { name: 'focus', value: 'sec' })).toMatchObject(
      values(['security']),
    );
    expect(await client().prompt('review-file', { path: place().at('notes.txt') })).toMatchObject({
      messages: [
        { content: { type: 'text' } },
        { content: { type: 'resource', resource: { text: 'first line\nsecond line\n' } } },
      ],
    });
    const template = { type: 'ref/resource', uri: 'file:///{+path}' } as const;
    const variable = { name: 'path', value: place().at('docs/gu').slice(1) };
    expect(await client().complete(template, variable)).toMatchObject(
      values([place().at('docs/guide.md').slice(1)]),
    );
  });

  test('narrows its directories to changed roots in sessions, and keeps to its command line without', async () => {
    client().answers.roots = () => [{ uri: place().uri('docs'), name: 'docs' }];
    if (!driver.isModern) await client().rootsChanged();
    const path = driver.isModern ? place().path : place().at('docs');
    expect(await client().call('list_allowed_directories')).toMatchObject({
      structuredContent: { directories: [{ path }] },
    });
  });
};
