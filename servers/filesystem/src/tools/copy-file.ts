// copy_file: a copy of a file or directory. Tells how far it is and can be stopped (features: progress, cancellation).
import { defineTool, text, ToolResult, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/runtime/cli';
import type { Access } from '../files/file-access.ts';
import { askToReplace } from '../confirm.ts';
import { copy } from '../files/copy.ts';
import { copyIcon } from '../icons.ts';
import { REPLACES } from './hints.ts';

const input = {
  type: 'object',
  properties: {
    source: { type: 'string' },
    destination: { type: 'string' },
    overwrite: { type: 'boolean' },
    recursive: { type: 'boolean' },
  },
  required: ['source', 'destination'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    files: { type: 'integer' },
    bytes: { type: 'integer' },
  },
  required: ['files', 'bytes'],
} as const;

export const copyFile = (access: Access, confirm: Confirm): Tool =>
  defineTool({
    name: 'copy_file',
    title: 'Copy file',
    description: 'Copies a file, or with recursive a directory without links; overwrite replaces files.',
    icons: copyIcon,
    annotations: REPLACES,
    atMostOnce: true,
    inputSchema: input,
    outputSchema: output,
    async run({ source, destination, overwrite: wanted = false, recursive = false }, ctx) {
      const files = access(ctx);
      const replacement = {
        files,
        path: destination,
        act: `Replace ${destination} with a copy of ${source}`,
      };
      const overwrite = wanted && (await askToReplace(confirm, ctx, replacement));
      const { signal } = ctx;
      const copied = await copy({
        ...{ files, source, destination, overwrite, recursive, signal },
        onProgress: (count) => ctx.progress(count, undefined, `${count} files copied`),
      });
      const content = `Successfully copied ${source} to ${destination}`;
      const note = `[${copied.skipped} symbolic links and special files were left out.]`;
      return new ToolResult({
        content: [text(content), ...(copied.skipped > 0 ? [text(note)] : [])],
        structuredContent: copied,
      });
    },
  });
