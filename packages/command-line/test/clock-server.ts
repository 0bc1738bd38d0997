// The bin of a server: the example of README.md.
import { serveCommand } from '@mcp/command-line';
import { defineTool } from '@mcp/runtime';

await serveCommand({
  name: 'mcp-server-clock',
  package: 'mcp-server-clock',
  version: '1.0.0',
  summary: 'The time.',
  flags: {
    locale: { type: 'string', default: 'en', placeholder: 'tag', description: 'Language of the answer' },
  },
  examples: ['mcp-server-clock --locale fi'],
  create: ({ flags: { locale } }) => {
    const now = defineTool({
      name: 'now',
      description: 'Tells the time.',
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: () => new Date().toLocaleString(locale),
    });
    return { name: 'clock', version: '1.0.0', tools: [now] };
  },
});
