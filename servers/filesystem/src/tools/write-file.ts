// write_file: creates a file or replaces its content. Like every change it is logged (feature: logging; deprecated in
// 2026-07-28).
import { defineTool, destroys, ToolResult, type Tool } from '@mcp/runtime';
import { makeChange } from '../confirm.ts';
import { writeIcon } from '../icons.ts';
import { encodeFor } from '../text/write-text.ts';
import { createsParents, ifMatchEtag, requiredPath, withoutEmpty, type Toolbox } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    path: requiredPath('Path of the file'),
    content: { type: 'string', description: 'The text.' },
    mode: {
      type: 'string',
      enum: ['overwrite', 'create', 'append'],
      default: 'overwrite',
      description: 'append adds to the file, create refuses to replace it.',
    },
    createParents: createsParents,
    encoding: {
      type: 'string',
      description: 'Encoding to write; default: that of the existing file, else utf-8.',
    },
    ifMatch: ifMatchEtag,
  },
  required: ['path', 'content'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    bytes: { type: 'integer' },
    created: { type: 'boolean' },
    etag: { type: 'string' },
  },
  required: ['path', 'bytes', 'etag'],
} as const;

export const writeFile = ({ access, confirm }: Toolbox): Tool =>
  defineTool({
    name: 'write_file',
    title: 'Write file',
    description:
      'Create a text file, or replace its whole content. To change a part of a file use edit_file.',
    icons: writeIcon,
    annotations: destroys,
    // Repeating an append appends twice.
    atMostOnce: true,
    aliases: {
      file_path: 'path',
      file: 'path',
      text: 'content',
      contents: 'content',
      file_text: 'content',
      create_parents: 'createParents',
    },
    inputSchema: input,
    outputSchema: output,
    async run({ path, content, encoding, mode: wanted, ...options }, ctx) {
      const files = access(ctx);
      const loss = wanted === 'overwrite' ? { path, act: `Replace the content of ${path}` } : undefined;
      const change = { tool: 'write_file', files, confirm, loss };
      const { result: written, note } = await makeChange(
        ctx,
        change,
        async (changing, { mayReplace, etag }) => {
          const mode = loss !== undefined && !mayReplace ? 'create' : wanted;
          const bytes = await encodeFor(files, path, { content, isAppended: mode === 'append', encoding });
          return changing.write(path, bytes, { ...options, ifMatch: options.ifMatch ?? etag, mode });
        },
      );
      const { bytes: length, created } = written;
      const { etag } = written.state;
      ctx.log('info', { wrote: written.path, bytes: length, created }, 'write_file');
      return new ToolResult({
        content: `Successfully wrote to ${path} (${created ? 'created, ' : ''}${length} bytes, etag: ${etag})${note}`,
        structuredContent: { path: written.path, bytes: length, etag, ...withoutEmpty({ created }) },
      });
    },
  });
