// The prompt welcome: a message that the user picks from a menu of the host.
import { definePrompt } from '@mcp/runtime';

export const welcome = definePrompt({
  name: 'welcome',
  title: 'Welcome a person',
  description: 'Ask for a welcome to a person.',
  arguments: { name: { description: 'The person to welcome', required: true } },
  get: ({ name }) => `Write a warm welcome to ${name}, in two sentences.`,
});
