// The suite of the built fetch server: its real work, under every official client.
import { expect, test, vi } from 'vitest';
import type { Driven, Driver } from '../src/clients/driven.ts';
import type { Site } from '../src/site.ts';
import { everyPage, notificationsOf, notified } from './suites.ts';

const DOCUMENT = 'document';
const UPDATED = 'notifications/resources/updated';
const TABLE = '<table><tr><th>Place</th><th>Height</th></tr><tr><td>Brest</td><td>7.1</td></tr></table>';
const page = (height: string): string =>
  `<!doctype html><title>Tides</title><h1>Tides</h1><p>High water.</p>${TABLE.replace('7.1', height)}`;

/** Tests the server on a site of this machine, which the operator allows. */
export const web = (driver: Driver, client: () => Driven, place: () => Site): void => {
  test('tells who it is and lists its tools, with titles, icons, annotations and schemas', async () => {
    expect(client().server()).toMatchObject({ info: { name: 'fetch' }, revision: driver.revision });
    const { items } = await everyPage(client(), 'tools');
    expect(items.map((item) => 'name' in item && item.name)).toEqual(['fetch', 'fetch_many']);
    for (const item of items) {
      expect(item).toMatchObject({
        title: expect.any(String),
        icons: expect.any(Array),
        annotations: { readOnlyHint: true, openWorldHint: true },
      });
    }
  });

  test('fetches a page as Markdown, in parts', async () => {
    place().pages.set('/tides', page('7.1'));
    const url = place().url('/tides');
    expect(await client().call('fetch', { url })).toMatchObject({
      content: [{ text: expect.stringContaining('| Brest | 7.1 |') }],
      _meta: { [DOCUMENT]: { url, status: 200, title: 'Tides', truncated: false } },
    });
    expect(await client().call('fetch', { url, max_length: 10 })).toMatchObject({
      content: [{ text: expect.stringContaining('[10 of ') }],
      _meta: { [DOCUMENT]: { truncated: true, nextIndex: 10 } },
    });
  });

  test('reaches nothing but what is allowed', async () => {
    const { port } = new URL(place().url('/'));
    const before = place().asked.length;
    for (const host of ['localhost.', '[::1]', '127.0.0.2', '0x7f000002', '169.254.169.254'])
      expect(await client().call('fetch', { url: `http://${host}:${port}/tides` })).toMatchObject({
        isError: true,
      });
    // The name leads to 127.0.0.1 too, which is allowed.
    expect(
      place()
        .asked.slice(before)
        .filter((path) => path !== '/robots.txt' && path !== '/tides'),
    ).toEqual([]);
  });

  test('tells of each page of many, and of those that fail', async () => {
    place().pages.set('/tides', page('7.1'));
    // The clients forget steps that they read together with the result.
    await vi.waitFor(async () => {
      const progress: unknown[] = [];
      const many = await client().call(
        'fetch_many',
        { urls: [place().url('/tides'), place().url('/none')] },
        { onprogress: (report) => progress.push(report) },
      );
      expect(many).toMatchObject({
        content: [
          { text: expect.stringContaining('Brest') },
          { text: expect.stringContaining('[http_error]') },
        ],
      });
      expect(progress.length).toBeGreaterThan(0);
    }, 20_000);
  });

  test('keeps documents as resources, and tells when one has changed', async () => {
    const url = place().url('/tides');
    place().pages.set('/tides', page('7.1'));
    await client().call('fetch', { url });
    const { items } = await everyPage(client(), 'resources');
    const [listed] = items as { readonly uri: string }[];
    expect(listed).toMatchObject({
      uri: expect.stringMatching(/^fetch:\/\/doc\//),
      icons: expect.any(Array),
    });
    const uri = listed?.uri ?? '';
    expect(await client().read(uri)).toMatchObject({
      contents: [{ text: expect.stringContaining('7.1') }],
    });
    const stop = await client().follow({ uris: [uri], lists: [] });
    const before = notificationsOf(client(), UPDATED).length;
    place().pages.set('/tides', page('7.4'));
    await client().call('fetch', { url, fresh: true });
    await notified(client(), UPDATED, before + 1);
    expect(await client().read(uri)).toMatchObject({
      contents: [{ text: expect.stringContaining('7.4') }],
    });
    await stop();
  });

  test('offers prompts', async () => {
    place().pages.set('/tides', page('7.1'));
    expect(await client().prompt('fetch', { url: place().url('/tides') })).toMatchObject({
      messages: [{ content: { text: expect.stringContaining('Brest') } }],
    });
  });
};
