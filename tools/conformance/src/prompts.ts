// Prompts of the fixture server: text, arguments with completion, a resource, an image, and one that asks the client.
import { definePrompt, embeddedResource, image, text } from '@mcp/runtime';
import { icon, PIXEL } from './content-tools.ts';

const CONTEXT_FORM = {
  type: 'object',
  properties: { context: { type: 'string' } },
  required: ['context'],
} as const;

const cities: { readonly [country: string]: readonly string[] } = {
  France: ['Lyon', 'Paris'],
  Italy: ['Milan', 'Palermo', 'Rome'],
};

const simple = definePrompt({
  name: 'test_simple_prompt',
  description: 'One text.',
  get: () => 'This is a simple prompt for testing.',
});

const withArguments = definePrompt({
  name: 'test_prompt_with_arguments',
  title: 'With arguments',
  description: 'A text with its two arguments.',
  icons: [icon],
  arguments: {
    arg1: {
      title: 'Country',
      required: true,
      complete: (value: string) => Object.keys(cities).filter((country) => country.startsWith(value)),
    },
    arg2: {
      description: 'A city there',
      complete: (value: string, { arguments: { arg1 = '' } }) =>
        (cities[arg1] ?? []).filter((city) => city.startsWith(value)),
    },
  },
  get: ({ arg1, arg2 = '' }) => ({
    description: 'Two arguments',
    messages: [{ role: 'user', content: text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`) }],
  }),
});

const withResource = definePrompt({
  name: 'test_prompt_with_embedded_resource',
  description: 'A resource by its URI.',
  arguments: { resourceUri: { description: 'URI of the resource', required: true } },
  get: ({ resourceUri }) => [
    {
      role: 'user',
      content: embeddedResource({ uri: resourceUri, mimeType: 'text/plain', text: 'Embedded for testing.' }),
    },
    { role: 'user', content: text('Please process the embedded resource above.') },
  ],
});

const withImage = definePrompt({
  name: 'test_prompt_with_image',
  description: 'An image.',
  get: () => [
    { role: 'user', content: image(PIXEL, 'image/png') },
    { role: 'assistant', content: text('It is one pixel.') },
  ],
});

const asking = definePrompt({
  name: 'test_input_required_result_prompt',
  description: 'Asks the user first.',
  get: async (_args, ctx) => {
    const answer = await ctx.ask.elicit('user_context', {
      message: 'What is this about?',
      schema: CONTEXT_FORM,
    });
    return answer.action === 'accept' ? `About: ${answer.content.context}` : 'About anything.';
  },
});

export const prompts = [simple, withArguments, withResource, withImage, asking];
