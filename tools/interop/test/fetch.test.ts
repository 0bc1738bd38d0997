// The built fetch server: its real work on a local site that the operator allows.
import { expect, test, vi } from 'vitest';
import { Site } from '../src/site.ts';
import { everyPage, hasText, saysOf, tells, UPDATED } from './suites.ts';
import { underClients } from './under-clients.ts';

const TIDES = `<!doctype html><title>Tides</title><h1>Tides</h1><p>High water.</p>
<table><tr><th>Place</th><th>Height</th></tr><tr><td>Brest</td><td>7.1</td></tr></table>`;

const site = async (): Promise<Site> => {
  const opened = await Site.open();
  opened.pages.set('/tides', TIDES);
  return opened;
};

underClients({
  name: 'fetch',
  sandbox: site,
  args: () => ['--allow-cidr', '127.0.0.1/32'],
  tools: {
    some: ['fetch', 'fetch_many'],
    each: {
      name: expect.stringMatching(/^fetch(?:_many)?$/),
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
  },
  suite: (_driver, client, place) => {
    test('fetches a page as Markdown, in parts', async () => {
      const url = place().url('/tides');
      expect(await client().call('fetch', { url })).toMatchObject({
        ...saysOf('| Brest | 7.1 |'),
        _meta: { document: { url, status: 200, title: 'Tides', truncated: false } },
      });
      expect(await client().call('fetch', { url, max_length: 10 })).toMatchObject({
        ...saysOf('[Characters 0 to 10 of 70; continue with fetch, cursor: '),
        _meta: { document: { truncated: true, nextIndex: 10 } },
      });
    });

    test('reaches nothing but what is allowed', async () => {
      const { port } = new URL(place().url('/'));
      const before = place().asked.length;
      for (const host of ['localhost.', '[::1]', '127.0.0.2', '0x7f000002', '169.254.169.254'])
        expect(await client().call('fetch', { url: `http://${host}:${port}/tides` })).toMatchObject({
          isError: true,
        });
      // `localhost.` also resolves to 127.0.0.1, which is allowed.
      const asked = place().asked.slice(before);
      expect(asked.filter((path) => path !== '/robots.txt' && path !== '/tides')).toEqual([]);
    });

    test('tells of each page of many, and of those that fail', async () => {
      const urls = [place().url('/tides'), place().url('/none')];
      // The clients drop progress that they read together with the result.
      await vi.waitFor(async () => {
        const progress: unknown[] = [];
        const onprogress = (report: unknown): unknown => progress.push(report);
        expect(await client().call('fetch_many', { urls }, { onprogress })).toMatchObject({
          content: [
            { text: expect.stringContaining('Brest') },
            { text: expect.stringContaining('[http_error]') },
          ],
        });
        expect(progress.length).toBeGreaterThan(0);
      }, 20_000);
    });

    test('offers prompts', async () => {
      expect(await client().prompt('fetch', { url: place().url('/tides') })).toMatchObject({
        messages: [{ content: { text: expect.stringContaining('Brest') } }],
      });
    });

    test('keeps documents as resources, and tells when one has changed', async () => {
      const url = place().url('/tides');
      await client().call('fetch', { url });
      const [listed] = await everyPage(client(), 'resources');
      expect(listed).toMatchObject({
        uri: expect.stringMatching(/^fetch:\/\/doc\//),
        icons: expect.any(Array),
      });
      const { uri } = listed as { readonly uri: string };
      expect(await client().read(uri)).toMatchObject(hasText('7.1'));
      await tells(client(), { uris: [uri] }, UPDATED, async () => {
        place().pages.set('/tides', TIDES.replace('7.1', '7.4'));
        await client().call('fetch', { url, fresh: true });
      });
      expect(await client().read(uri)).toMatchObject(hasText('7.4'));
    });
  },
});
