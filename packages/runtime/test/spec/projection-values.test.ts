// Projection: values that an older revision cannot express arrive in a form that it can.
import { expect } from 'vitest';
import {
  audio,
  defineServer,
  definePrompt,
  defineTool,
  embeddedResource,
  image,
  resourceLink,
  RpcError,
  text,
} from '../../src/index.ts';
import type { ContentBlock } from '../../src/index.ts';
import { verifies } from './harness.ts';
import type { Bench } from './harness.ts';

const info = { name: 'test', version: '1.0.0' };

/** What a client of this revision receives for a block, in a tool result and in a prompt. */
const received = async ({ connect }: Bench, block: ContentBlock): Promise<readonly unknown[]> => {
  const client = await connect(
    defineServer({
      ...info,
      tools: [defineTool({ name: 'a', run: () => block })],
      prompts: [definePrompt({ name: 'a', get: () => [{ role: 'user', content: block }] })],
    }),
  );
  const { content } = await client.request('tools/call', { name: 'a' });
  const { messages } = await client.request('prompts/get', { name: 'a' });
  return [Reflect.get(Object(content), 0), Reflect.get(Object(messages), 0).content];
};
const annotations = { priority: 1 };

verifies('PROJ-20', 'turns audio into an embedded resource with the same bytes', async (bench) => {
  const resource = { uri: expect.stringMatching(/^[a-z]+:/), mimeType: 'audio/wav', blob: 'UklGRg==' };
  const embedded = { type: 'resource', resource, annotations };
  const block = audio('UklGRg==', 'audio/wav', { annotations });
  expect(await received(bench, block)).toEqual([embedded, embedded]);
});

verifies('PROJ-20', 'leaves text, images and embedded resources as they are', async (bench) => {
  const blocks = [
    text('a', { annotations }),
    image('AAAA', 'image/png'),
    embeddedResource({ uri: 'test://a', text: 'a' }, { annotations }),
  ];
  for (const block of blocks) expect(await received(bench, block)).toEqual([block, block]);
});

verifies('PROJ-21', 'turns a link into text with name and URI', async (bench) => {
  const link = resourceLink({ uri: 'file:///a.txt', name: 'a.txt', description: 'About a.', annotations });
  const shown = {
    type: 'text',
    text: expect.stringMatching(/^(?=[^]*a\.txt)(?=[^]*file:\/\/\/a\.txt)(?=[^]*About a\.)/),
    annotations,
  };
  expect(await received(bench, link)).toEqual([shown, shown]);
});

verifies('PROJ-51', 'uses none of the codes of the modern era', async ({ connect }) => {
  const codes = [-32020, -32021, -32022];
  const throwing = codes.map((code) =>
    definePrompt({
      name: `p${code}`,
      get: (): string => {
        throw new RpcError(code, 'From a handler.', {});
      },
    }),
  );
  const needy = definePrompt({ name: 'needy', get: async (_, ctx) => `${(await ctx.ask.roots()).length}` });
  const client = await connect(defineServer({ ...info, prompts: [...throwing, needy] }));
  for (const name of [...throwing.map((prompt) => prompt.name), 'needy']) {
    const error: unknown = await client.request('prompts/get', { name }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RpcError);
    expect(codes).not.toContain(Reflect.get(Object(error), 'code'));
  }
});
