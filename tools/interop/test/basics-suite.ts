// Suite of what a server offers: tools, resources, prompts, completion. Runs under every official client.
import { PIXEL, SILENCE } from '@mcp/conformance';
import { expect, test, vi } from 'vitest';
import type { Driven, Driver } from '../src/clients/driven.ts';
import { completes, everyPage, hasText, namesOf, said, saysOf, TOOLS } from './suites.ts';

const icons = [{ src: `data:image/png;base64,${PIXEL}`, mimeType: 'image/png', sizes: ['1x1'] }];

const ARGUMENTS = 'test_prompt_with_arguments';

/** Tests the server's identity and its offers. */
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
    const items = await everyPage(client(), 'tools');
    const names = namesOf(items);
    expect(names.length).toBe(TOOLS);
    expect(new Set(names).size).toBe(TOOLS);
    expect(items.find((item) => 'name' in item && item.name === 'echo')).toMatchObject({
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
    expect(wrong).toMatchObject({ isError: true, ...saysOf('times') });
  });

  test('returns every content block', async () => {
    const { content } = { content: undefined, ...(await client().call('test_multiple_content_types')) };
    expect(content).toEqual([
      {
        type: 'text',
        text: 'Multiple content types test:',
        annotations: { audience: ['assistant'], priority: 0.5 },
      },
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      { type: 'audio', data: SILENCE, mimeType: 'audio/wav' },
      {
        type: 'resource_link',
        uri: 'test://static-text',
        name: 'static-text',
        mimeType: 'text/plain',
        size: 48,
      },
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
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
    expect(broken).toMatchObject({ isError: true, ...saysOf('Internal') });
    expect(broken).not.toHaveProperty('structuredContent');
  });

  test('tells the model of failures, keeps bugs to itself, and refuses unknown tools', async () => {
    expect(await client().call('test_error_handling')).toMatchObject({
      isError: true,
      ...said('This tool intentionally returns an error for testing'),
    });
    const bug = await client().call('bug');
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
    const items = await everyPage(client(), 'resources');
    expect(items.length).toBe(10);
    expect(items[0]).toMatchObject({
      uri: 'test://static-text',
      name: 'static-text',
      title: 'Static text',
      size: 48,
      mimeType: 'text/plain',
      icons,
      annotations: { audience: ['user'], priority: 1, lastModified: '2026-01-02T03:04:05Z' },
    });
    expect(await everyPage(client(), 'resourceTemplates')).toMatchObject([
      { uriTemplate: 'test://template/{id}/data', name: 'template', title: 'Data', icons },
    ]);
  });

  test('reads text, bytes and members of a family, and says what does not exist', async () => {
    expect(await client().read('test://static-text')).toMatchObject({
      contents: [
        {
          uri: 'test://static-text',
          mimeType: 'text/plain',
          text: 'This is the content of the static text resource.',
        },
      ],
    });
    expect(await client().read('test://static-binary')).toMatchObject({ contents: [{ blob: PIXEL }] });
    const uri = 'test://template/beta/data';
    const data = await client().read(uri);
    expect(data).toMatchObject({ contents: [{ uri }] });
    expect(data).toMatchObject(hasText('Data for ID: beta'));
    const code = driver.notFoundCode;
    await expect(client().read('test://template/omega/data')).rejects.toMatchObject({ code });
    await expect(client().read('test://nowhere')).rejects.toMatchObject({ code });
  });

  test('lists prompts and gets them', async () => {
    expect(await everyPage(client(), 'prompts')).toMatchObject([
      { name: 'test_simple_prompt' },
      {
        name: 'test_prompt_with_arguments',
        title: 'With arguments',
        icons,
        // The clients drop the titles of arguments.
        arguments: [
          { name: 'arg1', required: true },
          { name: 'arg2', description: 'A city there' },
        ],
      },
      { name: 'test_prompt_with_embedded_resource' },
      { name: 'test_prompt_with_image' },
      { name: 'test_input_required_result_prompt' },
    ]);
    expect(await client().prompt(ARGUMENTS, { arg1: 'Italy', arg2: 'Rome' })).toMatchObject({
      description: 'Two arguments',
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: "Prompt with arguments: arg1='Italy', arg2='Rome'" },
        },
      ],
    });
    expect(await client().prompt('test_prompt_with_image', {})).toMatchObject({
      messages: [
        { role: 'user', content: { type: 'image', data: PIXEL } },
        { role: 'assistant', content: { type: 'text', text: 'It is one pixel.' } },
      ],
    });
    expect(await client().prompt('test_simple_prompt', {})).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: 'This is a simple prompt for testing.' } }],
    });
    await expect(client().prompt(ARGUMENTS, {})).rejects.toMatchObject({ code: -32602 });
    await expect(client().prompt('leave', {})).rejects.toMatchObject({ code: -32602 });
  });

  test('completes arguments of prompts, with what is known of the others, and variables of templates', async () => {
    const prompt = { type: 'ref/prompt', name: ARGUMENTS } as const;
    expect(await client().complete(prompt, { name: 'arg1', value: 'I' })).toMatchObject({
      completion: { values: ['Italy'], total: 1, hasMore: false },
    });
    const city = await client().complete(prompt, { name: 'arg2', value: 'P' }, { arg1: 'France' });
    expect(city).toMatchObject(completes('Paris'));
    const template = { type: 'ref/resource', uri: 'test://template/{id}/data' } as const;
    expect(await client().complete(template, { name: 'id', value: '' })).toMatchObject(
      completes('alpha', 'beta', 'delta', 'gamma'),
    );
    await expect(client().complete(prompt, { name: 'planet', value: '' })).rejects.toMatchObject({
      code: -32602,
    });
  });
};
