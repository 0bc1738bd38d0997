// A whole server: a model saves notes, a person attaches them to a chat.
import { defineResourceTemplate, defineServer, defineTool, ResourceNotFoundError } from '@mcp/runtime';
import { serveStdio } from '@mcp/runtime/stdio';

const notes = new Map<string, string>();
const save = defineTool({
  name: 'save_note',
  description: 'Saves a note. A note with the same title is replaced.',
  inputSchema: {
    type: 'object',
    properties: { title: { type: 'string', minLength: 1 }, text: { type: 'string' } },
    required: ['title', 'text'],
  },
  run: ({ title, text }) => `Saved. Notes: ${notes.set(title, text).size}.`,
});
const note = defineResourceTemplate({
  uriTemplate: 'note:///{title}',
  name: 'note',
  mimeType: 'text/plain',
  complete: { title: (value) => [...notes.keys()].filter((title) => title.startsWith(value)) },
  read: (uri, { title = '' }) => notes.get(title) ?? Promise.reject(new ResourceNotFoundError(uri)),
});

const server = defineServer({ name: 'notes', version: '1.0.0', tools: [save], resourceTemplates: [note] });
await serveStdio(server);
