// write_file: a new file, or new content for one. Tells the client's log what it changed (feature: logging).
import { defineTool, ToolResult } from '@mcp/runtime';
import type { Access } from '../anchored/file-access.ts';
import { writeIcon } from '../icons.ts';

const input = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Absolute, or relative to the first allowed directory.' },
    content: { type: 'string', description: 'The whole new content, or what to add.' },
    mode: {
      type: 'string',
      enum: ['overwrite', 'create', 'append'],
      default: 'overwrite',
      description: 'create: refuse to replace. append: add to the end.',
    },
    createParents: { type: 'boolean', default: false, description: 'Make directories that are missing.' },
    ifMatch: { type: 'string', description: 'Refuse unless the file still has this etag.' },
  },
  required: ['path', 'content'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    path: { type: 'string', description: 'With symbolic links resolved.' },
    bytes: { type: 'integer' },
    created: { type: 'boolean', description: 'The file did not exist before.' },
    etag: { type: 'string', description: 'For ifMatch of the next write.' },
  },
  required: ['content', 'path', 'bytes', 'created', 'etag'],
  additionalProperties: false,
} as const;

export const writeFile = (access: Access) =>
  defineTool({
    name: 'write_file',
    title: 'Write file',
    description:
      'Creates a file, or replaces everything in an existing one, with UTF-8 text. The old content is lost, unless mode says otherwise. ' +
      'The file is written whole or not at all.',
    icons: writeIcon,
    // Adding to the end twice adds twice.
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    input,
    output,
    async run({ path, content, ...options }, ctx) {
      const written = await access(ctx).write(path, content, { ...options, signal: ctx.signal });
      const { path: real, bytes, created, state } = written;
      ctx.log('info', { wrote: real, bytes, created }, 'write_file');
      const message = `Successfully wrote to ${path}`;
      return new ToolResult({
        content: message,
        structured: { content: message, path: real, bytes, created, etag: state.etag },
      });
    },
  });
