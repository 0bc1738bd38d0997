// write_file: a new file, or new content for one.
import { defineTool, ToolResult, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/runtime/cli';
import type { Access } from '../files/file-access.ts';
import { logChange } from '../change-log.ts';
import { askToReplace } from '../confirm.ts';
import { writeIcon } from '../icons.ts';
import { bomOf, encodeText, ENCODINGS, type Encoding } from '../text/encoding.ts';
import { IF_MATCH, PATH } from './arguments.ts';
import { REPLACES } from './hints.ts';

const input = {
  type: 'object',
  properties: {
    path: PATH,
    content: { type: 'string' },
    mode: { type: 'string', enum: ['overwrite', 'create', 'append'] },
    createParents: { type: 'boolean' },
    encoding: { type: 'string', enum: ENCODINGS },
    ifMatch: IF_MATCH,
  },
  required: ['path', 'content'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    path: { type: 'string' },
    bytes: { type: 'integer' },
    created: { type: 'boolean' },
    etag: { type: 'string' },
  },
  required: ['content', 'etag'],
} as const;

export const writeFile = (access: Access, confirm: Confirm): Tool =>
  defineTool({
    name: 'write_file',
    title: 'Write file',
    description: 'Creates a file or replaces its content; mode create never replaces, append adds.',
    icons: writeIcon,
    // Adding to the end twice adds twice.
    annotations: REPLACES,
    atMostOnce: true,
    inputSchema: input,
    outputSchema: output,
    async run({ path, content, encoding = 'utf-8', mode: wanted = 'overwrite', ...options }, ctx) {
      const files = access(ctx);
      const replaces = wanted === 'overwrite';
      const mayReplace =
        replaces &&
        (await askToReplace(confirm, ctx, { files, path, act: `Replace the content of ${path}` }));
      const mode = replaces && !mayReplace ? 'create' : wanted;
      const bytes = toContent(content, encoding, mode === 'append');
      const written = await files.write(path, bytes, { ...options, mode, signal: ctx.signal });
      logChange(ctx, 'write_file', { wrote: written.path, bytes: written.bytes, created: written.created });
      const message = `Successfully wrote to ${path}`;
      return new ToolResult({
        content: message,
        structuredContent: {
          content: message,
          path: written.path,
          bytes: written.bytes,
          created: written.created,
          etag: written.state.etag,
        },
      });
    },
  });

// UTF-16 is known by its byte order mark; at the end of a file it would be a character.
const toContent = (content: string, encoding: Encoding, isAppended: boolean): string | Uint8Array => {
  if (encoding === 'utf-8') return content;
  const bytes = encodeText(content, encoding);
  return isAppended || !encoding.startsWith('utf-16') ? bytes : Buffer.concat([bomOf(encoding), bytes]);
};
