// The resource guide: a text that the user, or the host, adds to a conversation.
import { defineResource } from '@mcp/runtime';

export const guide = defineResource({
  uri: 'guide:///greetings',
  name: 'guide',
  title: 'How to greet',
  description: 'What a good greeting has.',
  mimeType: 'text/markdown',
  read: () => '# How to greet\n\nSay the name of the person. Be short.\n',
});
