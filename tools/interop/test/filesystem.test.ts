// The built filesystem server: its real work in a directory.
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { Sandbox } from '../src/sandbox.ts';
import { completes, everyPage, hasText, saysOf, tells, UPDATED } from './suites.ts';
import { underClients } from './under-clients.ts';

const LIST_CHANGED = 'notifications/resources/list_changed';

underClients({
  name: 'filesystem',
  sandbox: () => new Sandbox(),
  args: ({ path }) => [path],
  answers: (sandbox) => ({ roots: () => [{ uri: sandbox.uri('.'), name: 'sandbox' }] }),
  tools: {
    some: ['read_text_file', 'list_directory', 'search_files', 'write_file'],
    each: { annotations: { readOnlyHint: expect.any(Boolean), destructiveHint: expect.any(Boolean) } },
  },
  suite: (driver, client, place) => {
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
      const read = await client().call('read_text_file', { path: place().at('notes.txt'), head: 1 });
      expect(read).toMatchObject({
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
      expect(await write('日本', 'shift_jis')).toMatchObject({ structuredContent: { bytes: 4 } });
      expect(await client().call('read_text_file', { path, encoding: 'shift_jis' })).toMatchObject({
        content: [{ text: '日本\n' }, {}],
      });
      for (const [content, encoding, why] of [
        ['😀', 'shift_jis', 'has no character 😀 (U+1F600)'],
        ['a', 'klingon', 'The encoding klingon is not known. Use utf-8'],
      ] as const)
        expect(await write(content, encoding)).toMatchObject({ isError: true, ...saysOf(why) });
    });

    test('refuses what is outside', async () => {
      for (const path of ['/etc/hostname', `${place().path}/../x`])
        expect(await client().call('read_text_file', { path })).toMatchObject({
          isError: true,
          ...saysOf('allowed'),
        });
      const code = driver.notFoundCode;
      await expect(client().read('file:///etc/hostname')).rejects.toMatchObject({ code });
    });

    test('searches, and tells how far it is', async () => {
      const search = { path: place().path, pattern: 'tree/**/f0.txt' };
      // The clients drop progress that they read together with the result.
      await vi.waitFor(async () => {
        const steps: unknown[] = [];
        const onprogress = (step: unknown): unknown => steps.push(step);
        expect(await client().call('search_files', search, { onprogress })).toMatchObject({
          structuredContent: { matches: { length: place().found } },
        });
        expect(steps[0]).toMatchObject({
          progress: expect.any(Number),
          message: expect.stringContaining('found'),
        });
      }, 20_000);
    });

    test('stops searching when the client aborts, and goes on serving', async () => {
      const controller = new AbortController();
      // Backtracking would take hours before this expression fails to match.
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
      const items = await everyPage(client(), 'resources');
      expect(items[0]).toMatchObject({ uri: place().uri('.'), mimeType: 'inode/directory' });
      expect(items).toContainEqual(expect.objectContaining({ uri: place().uri('docs'), name: 'docs' }));
      expect(await everyPage(client(), 'resourceTemplates')).toMatchObject([
        { uriTemplate: 'file:///{+path}', icons: expect.any(Array) },
      ]);
      expect(await client().read(place().uri('docs/guide.md'))).toMatchObject({
        contents: [{ text: '# Guide\n' }],
      });
      expect(await client().read(place().uri('docs'))).toMatchObject(hasText('guide.md'));
    });

    test('tells when a file on disk changes, and when files come', async () => {
      const uri = place().uri('docs/guide.md');
      const change = (): void => place().write('docs/guide.md', '# Changed\n');
      expect(await tells(client(), { uris: [uri] }, UPDATED, change)).toMatchObject({ params: { uri } });
      expect(await client().read(uri)).toMatchObject({ contents: [{ text: '# Changed\n' }] });
      await everyPage(client(), 'resources');
      await tells(client(), { lists: ['resources'] }, LIST_CHANGED, () => place().write('appeared.txt', ''));
      expect(await everyPage(client(), 'resources')).toContainEqual(
        expect.objectContaining({ uri: place().uri('appeared.txt') }),
      );
    });

    test('offers a prompt with a completed path, and completes the template', async () => {
      const prompt = { type: 'ref/prompt', name: 'review-file' } as const;
      const path = place().at('notes.txt');
      for (const [name, value, full] of [
        ['path', place().at('no'), path],
        ['focus', 'sec', 'security'],
      ] as const)
        expect(await client().complete(prompt, { name, value })).toMatchObject(completes(full));
      expect(await client().prompt('review-file', { path })).toMatchObject({
        messages: [
          { content: { type: 'text' } },
          { content: { type: 'resource', resource: { text: 'first line\nsecond line\n' } } },
        ],
      });
      const template = { type: 'ref/resource', uri: 'file:///{+path}' } as const;
      const variable = { name: 'path', value: place().at('docs/gu').slice(1) };
      expect(await client().complete(template, variable)).toMatchObject(
        completes(place().at('docs/guide.md').slice(1)),
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
  },
});
