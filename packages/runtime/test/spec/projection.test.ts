// Projection: how a client of each revision sees the same server (schema of each revision).
import { expect } from 'vitest';
import {
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
  embeddedResource,
  image,
  resourceLink,
  text,
  ToolResult,
} from '../../src/index.ts';
import { verifies } from './harness.ts';
import type { Revision } from './requirements/index.ts';

const info = { name: 'test', version: '1.0.0' };
const icons = [
  { src: 'https://example.com/a.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' },
] as const;
const meta = { 'com.example/a': 1 };
const annotations = { audience: ['user'], priority: 0.5, lastModified: '2025-01-12T15:00:58Z' } as const;
const inputSchema = { type: 'object', properties: {}, additionalProperties: false };

/** Returns `value` from a revision on, nothing before. */
const since = (revision: Revision, first: Revision, value: object): object =>
  revision >= first ? value : {};

verifies(['PROJ-1', 'PROJ-2'], 'shows of itself what the revision knows', async ({ connect, revision }) => {
  const about = { title: 'Test', description: 'For tests.', websiteUrl: 'https://example.com', icons };
  const client = await connect(defineServer({ ...info, ...about }));
  const { title, ...rest } = about;
  expect(client.server['serverInfo']).toEqual({
    ...info,
    ...since(revision, '2025-06-18', { title }),
    ...since(revision, '2025-11-25', rest),
  });
});

verifies('PROJ-3', 'declares completions to clients that know the flag', async ({ connect, revision }) => {
  const prompt = definePrompt({ name: 'p', arguments: { a: { complete: () => ['x'] } }, get: () => 'a' });
  const client = await connect(defineServer({ ...info, logging: false, prompts: [prompt] }));
  expect(client.server['capabilities']).toEqual({
    prompts: {},
    ...since(revision, '2025-03-26', { completions: {} }),
  });
});

verifies(
  ['PROJ-5', 'PROJ-6', 'PROJ-7', 'PROJ-8', 'PROJ-10'],
  'shows of a tool what the revision knows',
  async ({ connect, revision }) => {
    const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    const output = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } as const;
    const shared = {
      description: 'A tool.',
      icons,
      _meta: meta,
      outputSchema: output,
      run: () => ({ a: 'a' }),
    } as const;
    const client = await connect(
      defineServer({
        ...info,
        tools: [
          defineTool({ name: 'a', title: 'A', annotations: hints, ...shared }),
          defineTool({ name: 'b', title: 'B', annotations: { title: 'Other' }, ...shared }),
          defineTool({ name: 'c', title: 'C', run: () => 'c' }),
          defineTool({ name: 'd', annotations: { title: 'Other' }, run: () => 'd' }),
        ],
      }),
    );
    const rest = {
      description: 'A tool.',
      inputSchema,
      ...since(revision, '2025-06-18', { outputSchema: output, _meta: meta }),
      ...since(revision, '2025-11-25', { icons }),
    };
    const title = (value: string): object => since(revision, '2025-06-18', { title: value });
    const shown = (own: object, inOldAnnotations: object): object =>
      since(revision, '2025-03-26', {
        annotations: revision === '2025-03-26' ? { ...inOldAnnotations, ...own } : own,
      });
    expect(await client.request('tools/list')).toEqual({
      tools: [
        { name: 'a', ...title('A'), ...rest, ...shown(hints, { title: 'A' }) },
        { name: 'b', ...title('B'), ...rest, ...shown({ title: 'Other' }, {}) },
        {
          name: 'c',
          ...title('C'),
          inputSchema,
          ...(revision === '2025-03-26' ? { annotations: { title: 'C' } } : {}),
        },
        { name: 'd', inputSchema, ...shown({ title: 'Other' }, {}) },
      ],
    });
  },
);

verifies(
  ['PROJ-10', 'PROJ-11', 'PROJ-12', 'PROJ-13', 'PROJ-14'],
  'shows of resources, templates and prompts what the revision knows',
  async ({ connect, revision }) => {
    const common = { title: 'A', description: 'One.', icons, _meta: meta } as const;
    const client = await connect(
      defineServer({
        ...info,
        resources: [
          defineResource({
            ...common,
            uri: 'test://a',
            name: 'a',
            mimeType: 'text/plain',
            size: 12,
            annotations,
            read: () => 'a',
          }),
        ],
        resourceTemplates: [
          defineResourceTemplate({
            ...common,
            uriTemplate: 'test://{b}',
            name: 'b',
            annotations,
            read: () => 'b',
          }),
        ],
        prompts: [
          definePrompt({
            ...common,
            name: 'c',
            arguments: { d: { title: 'D', description: 'An argument.', required: true } },
            get: () => 'c',
          }),
        ],
      }),
    );
    const { lastModified, ...oldAnnotations } = annotations;
    const shown = {
      description: 'One.',
      ...since(revision, '2025-06-18', { title: 'A', _meta: meta }),
      ...since(revision, '2025-11-25', { icons }),
    };
    const annotated = {
      ...shown,
      annotations: { ...oldAnnotations, ...since(revision, '2025-06-18', { lastModified }) },
    };
    expect(await client.request('resources/list')).toEqual({
      resources: [{ uri: 'test://a', name: 'a', mimeType: 'text/plain', size: 12, ...annotated }],
    });
    expect(await client.request('resources/templates/list')).toEqual({
      resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', ...annotated }],
    });
    const argument = { name: 'd', description: 'An argument.', required: true };
    expect(await client.request('prompts/list')).toEqual({
      prompts: [
        {
          name: 'c',
          arguments: [{ ...argument, ...since(revision, '2025-06-18', { title: 'D' }) }],
          ...shown,
        },
      ],
    });
  },
);

verifies(
  ['PROJ-10', 'PROJ-14', 'PROJ-16'],
  'shows of results and blocks what the revision knows',
  async ({ connect, revision }) => {
    const contents = { uri: 'test://a', mimeType: 'text/plain', text: 'a', _meta: meta };
    const blocks = [
      text('a', { annotations, _meta: meta }),
      image('AA==', 'image/png', { annotations, _meta: meta }),
      embeddedResource(contents, { annotations, _meta: meta }),
    ];
    const client = await connect(
      defineServer({
        ...info,
        tools: [defineTool({ name: 'a', run: () => new ToolResult({ content: blocks, _meta: meta }) })],
        resources: [defineResource({ uri: 'test://a', name: 'a', read: () => contents })],
        prompts: [
          definePrompt({
            name: 'a',
            get: () => blocks.map((content) => ({ role: 'user', content }) as const),
          }),
        ],
      }),
    );
    const { lastModified, ...oldAnnotations } = annotations;
    const onObjects = since(revision, '2025-06-18', { _meta: meta });
    const more = {
      annotations: { ...oldAnnotations, ...since(revision, '2025-06-18', { lastModified }) },
      ...onObjects,
    };
    const resource = { uri: 'test://a', mimeType: 'text/plain', text: 'a', ...onObjects };
    const shown = [
      { type: 'text', text: 'a', ...more },
      { type: 'image', data: 'AA==', mimeType: 'image/png', ...more },
      { type: 'resource', resource, ...more },
    ];
    expect(await client.request('tools/call', { name: 'a' })).toEqual({ content: shown, _meta: meta });
    expect(await client.request('prompts/get', { name: 'a' })).toEqual({
      messages: shown.map((content) => ({ role: 'user', content })),
    });
    expect(await client.request('resources/read', { uri: 'test://a' })).toEqual({ contents: [resource] });
  },
);

verifies(
  'PROJ-12',
  'shows of a link what the revision knows',
  async ({ connect, revision }) => {
    const link = resourceLink({
      uri: 'test://a',
      name: 'a',
      title: 'A',
      size: 3,
      icons,
      annotations,
      _meta: meta,
    });
    const client = await connect(
      defineServer({ ...info, tools: [defineTool({ name: 'a', run: () => link })] }),
    );
    const { icons: _, ...older } = link;
    expect(await client.request('tools/call', { name: 'a' })).toEqual({
      content: [revision === '2025-06-18' ? older : link],
    });
  },
  { revisions: ['2025-06-18', '2025-11-25'] },
);

verifies(
  'PROJ-15',
  'sends structured content, or its JSON where there is no text',
  async ({ connect, revision }) => {
    const picture = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
    const output = { type: 'object', properties: { a: { type: 'number' } } } as const;
    const tools = [
      defineTool({ name: 'plain', outputSchema: output, run: () => ({ a: 1 }) }),
      defineTool({
        name: 'own',
        outputSchema: output,
        run: () => new ToolResult({ content: 'one', structuredContent: { a: 1 } }),
      }),
      defineTool({
        name: 'picture',
        outputSchema: output,
        run: () => new ToolResult({ content: [picture], structuredContent: { a: 1 } }),
      }),
    ];
    const client = await connect(defineServer({ ...info, tools }));
    const structured = since(revision, '2025-06-18', { structuredContent: { a: 1 } });
    expect(await client.request('tools/call', { name: 'plain' })).toEqual({
      content: [{ type: 'text', text: '{"a":1}' }],
      ...structured,
    });
    expect(await client.request('tools/call', { name: 'own' })).toEqual({
      content: [{ type: 'text', text: 'one' }],
      ...structured,
    });
    const json = { type: 'text', text: '{"a":1}' };
    expect(await client.request('tools/call', { name: 'picture' })).toEqual({
      content: [picture, ...(revision < '2025-06-18' ? [json] : [])],
      ...structured,
    });
  },
);
