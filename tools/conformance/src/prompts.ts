// Prompts of the fixture server: text, arguments, a resource, an image, one that asks.
import { definePrompt, embeddedResource, image, text } from '@mcp/runtime';
import { PIXEL } from './content-tools.ts';

const CONTEXT_FORM = {
  type: 'object',
  properties: { context: { type: 'string' } },
  required: ['context'],
} as const;

const simple = definePrompt({
  name: 'test_simple_prompt',
  description: 'One text.',
  get: () => 'This is a simple prompt for testing.',
});

const withArguments = definePrompt({
  name: 'test_prompt_with_arguments',
  description: 'A text with its two arguments.',
  arguments: {
    arg1: {
      description: 'First',
      required: true,
      complete: (value) => ['test1', 'test2', 'other'].filter((known) => known.startsWith(value)),
    },
    arg2: { description: 'Second', required: true },
  },
  get: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
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
    { role: 'user', content: text('Please analyze the image above.') },
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
