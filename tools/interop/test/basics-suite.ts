// The suite of what a server offers: tools, resources, prompts, completion. Runs under every official client.
import { expect, test, vi } from 'vitest';
import { PIXEL, SILENCE } from '../src/everything/content-tools.ts';
import type { Driven, Driver } from '../src/clients/driven.ts';
import { everyPage, said } from './suites.ts';

const icons = [{ src: `data:image/png;base64,${PIXEL}`, mimeType: 'image/png', sizes: ['1x1'] }];

/** Tests what the server is and offers. */
export const basics = (driver: Driver, client: () => Driven): void => {
  test('tells who it is and what it can', () => {
    expect(client().server()).toMatchObject({
      info: { name: 'everything', version: '1.2.3', title: 'Everything', icons },
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
      },
      instructions: 'Call whatever you like.',
      revision: driver.revision,
    });
  });

  test('lists all tools over several pages, with icons and annotations', async () => {
    const { items } = await everyPage(client(), 'tools');
    const names = items.map((item) => 'name' in item && item.name);
    expect(names.length).toBe(20);
    expect(new Set(names).size).toBe(20);
    expect(items[0]).toMatchObject({
      name: 'echo',
      title: 'Echo',
      description: 'Says it back.',
      icons,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      inputSchema: { type: 'object', required: ['text'], additionalProperties: false },
    });
    expect(items.find((item) => 'name' in item && item.name === 'weather')).toMatchObject({
      outputSchema: { type: 'object', required: ['degrees', 'sky'] },
    });
  });

  test('refuses a cursor that is not its own', async () => {
    await expect(client().list('tools', 'bogus')).rejects.toMatchObject({ code: -32602 });
  });

  test('applies defaults and refuses wrong arguments in words for the model', async () => {
    expect(await client().call('echo', { text: 'ab' })).toMatchObject(said('ab'));
    expect(await client().call('echo', { text: 'ab', times: 3 })).toMatchObject(said('ababab'));
    const wrong = await client().call('echo', { text: 'ab', times: 9 });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('times') }] });
  });

  test('returns every content block', async () => {
    const { content } = { content: undefined, ...(await client().call('blocks')) };
    expect(content).toEqual([
      { type: 'text', text: 'plain', annotations: { audience: ['assistant'], priority: 0.5 } },
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      { type: 'audio', data: SILENCE, mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'test://static', name: 'static', mimeType: 'text/plain', size: 5 },
      { type: 'resource', resource: { uri: 'test://inline', mimeType: 'text/plain', text: 'inline' } },
    ]);
  });

  test('returns structured content that the client finds valid, with text and metadata beside it', async () => {
    expect(await client().call('weather')).toMatchObject({
      structuredContent: { degrees: 21.5, sky: 'clear' },
      content: [{ type: 'text', text: 'Clear, 21.5 degrees' }],
      _meta: { 'com.example/source': 'fixture' },
    });
  });

  test('never lets structured content out that does not fit its schema', async () => {
    const broken = await client().call('weather', { broken: true });
    expect(broken).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Internal') }] });
    expect(broken).not.toHaveProperty('structuredContent');
  });

  test('tells the model of failures, keeps bugs to itself, and refuses unknown tools', async () => {
    expect(await client().call('fail', { how: 'error' })).toMatchObject({
      isError: true,
      ...said('The moon is not in reach; give a nearer target.'),
    });
    const bug = await client().call('fail', { how: 'bug' });
    expect(bug).toMatchObject({ isError: true });
    expect(JSON.stringify(bug)).not.toContain('secret detail');
    await vi.waitFor(() => expect(client().stderr()).toContain('the secret detail'), 20_000);
    await expect(client().call('ecko')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('did you mean "echo"?'),
    });
  });

  test('returns a result of two megabytes', async () => {
    expect(await client().call('large', { bytes: 2_000_000 })).toMatchObject(said('x'.repeat(2_000_000)));
  });

  test('lists resources and templates', async () => {
    const { items } = await everyPage(client(), 'resources');
    expect(items.length).toBe(9);
    expect(items[0]).toMatchObject({
      uri: 'test://static',
      name: 'static',
      title: 'Static text',
      size: 5,
      mimeType: 'text/plain',
      icons,
      annotations: { audience: ['user'], priority: 1, lastModified: '2026-01-02T03:04:05Z' },
    });
    expect((await everyPage(client(), 'resourceTemplates')).items).toMatchObject([
      { uriTemplate: 'test://letters/{name}', name: 'letters', title: 'Letters', icons },
    ]);
  });

  test('reads text, bytes and members of a family, and says what does not exist', async () => {
    expect(await client().read('test://static')).toMatchObject({
      contents: [{ uri: 'test://static', mimeType: 'text/plain', text: 'hello' }],
    });
    expect(await client().read('test://bytes')).toMatchObject({ contents: [{ blob: 'AAH+/w==' }] });
    expect(await client().read('test://letters/beta')).toMatchObject({
      contents: [{ uri: 'test://letters/beta', text: 'the letter beta' }],
    });
    const code = driver.notFoundCode;
    await expect(client().read('test://letters/omega')).rejects.toMatchObject({ code });
    await expect(client().read('test://nowhere')).rejects.toMatchObject({ code });
  });

  test('lists prompts and gets them', async () => {
    expect((await everyPage(client(), 'prompts')).items).toMatchObject([
      {
        name: 'visit',
        title: 'Visit a city',
        icons,
        // The clients drop the titles of arguments.
        arguments: [
          { name: 'country', required: true },
          { name: 'city', description: 'A city there' },
        ],
      },
      { name: 'greet' },
    ]);
    expect(await client().prompt('visit', { country: 'Italy', city: 'Rome' })).toMatchObject({
      description: 'A plan',
      messages: [
        { role: 'user', content: { type: 'text', text: 'Plan a visit to Rome in Italy.' } },
        { role: 'assistant', content: { type: 'image', data: PIXEL } },
      ],
    });
    expect(await client().prompt('greet', {})).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: 'Say hello.' } }],
    });
    await expect(client().prompt('visit', {})).rejects.toMatchObject({ code: -32602 });
    await expect(client().prompt('leave', {})).rejects.toMatchObject({ code: -32602 });
  });

  test('completes arguments of prompts, with what is known of the others, and variables of templates', async () => {
    const visit = { type: 'ref/prompt', name: 'visit' } as const;
    expect(await client().complete(visit, { name: 'country', value: 'I' })).toMatchObject({
      completion: { values: ['Italy'], total: 1, hasMore: false },
    });
    const city = await client().complete(visit, { name: 'city', value: 'P' }, { country: 'France' });
    expect(city).toMatchObject({ completion: { values: ['Paris'] } });
    const letters = { type: 'ref/resource', uri: 'test://letters/{name}' } as const;
    expect(await client().complete(letters, { name: 'name', value: '' })).toMatchObject({
      completion: { values: ['alpha', 'beta', 'delta', 'gamma'] },
    });
    await expect(client().complete(visit, { name: 'planet', value: '' })).rejects.toMatchObject({
      code: -32602,
    });
  });
};
