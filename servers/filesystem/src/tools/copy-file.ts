// copy_file: copies a file or directory, or extracts an archive (features: progress, cancellation).
import { dirname } from 'node:path';
import { defineTool, destroys, text, ToolError, ToolResult, type Context, type Tool } from '@mcp/runtime';
import { copy, findDestination, type Changed, type CopyResult } from '@mcp/files';
import { makeChange } from '../confirm.ts';
import { extract } from '../documents/extract.ts';
import { copyIcon } from '../icons.ts';
import { createsParents, withoutEmpty, type Toolbox } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    source: { type: 'string', description: 'Path of the file or directory to copy.' },
    destination: {
      type: 'string',
      description: 'Path of the copy, or a folder to copy into: one that exists or ends with a slash.',
    },
    overwrite: { type: 'boolean', description: 'Replace existing files.' },
    createParents: createsParents,
    recursive: { type: 'boolean', description: 'Copy a directory with everything in it.' },
    member: {
      type: 'string',
      description: 'Member to extract from the zip archive source; * extracts all into destination.',
    },
  },
  required: ['source', 'destination'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    files: { type: 'integer' },
    directories: { type: 'integer' },
    bytes: { type: 'integer' },
    skipped: { type: 'integer' },
    failed: { type: 'integer' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
  required: ['path', 'files', 'directories', 'bytes'],
} as const;

export const copyFile = ({ access, documents, confirm }: Toolbox): Tool =>
  defineTool({
    name: 'copy_file',
    title: 'Copy file',
    description:
      'Copy a file, a directory with recursive, or extract a zip archive with member. Skips symbolic links and reports ' +
      'what it could not copy.',
    icons: copyIcon,
    annotations: destroys,
    atMostOnce: true,
    aliases: { from: 'source', to: 'destination', create_parents: 'createParents' },
    inputSchema: input,
    outputSchema: output,
    async run(
      { source, destination, overwrite = false, recursive = false, createParents = false, member },
      ctx,
    ) {
      const files = access(ctx);
      if (member !== undefined) {
        if (overwrite)
          throw new ToolError('Extracting replaces nothing. Omit overwrite, or choose another destination.');
        const extracted = await extract(files, { source, destination, member }, documents, ctx);
        return report(ctx, extracted, { source, to: destination });
      }
      const request = { source, destination, createParents, isMade: false, directories: 'merge' } as const;
      const path = await findDestination(files, request);
      const loss = overwrite ? { path, act: `Replace ${path} with a copy of ${source}` } : undefined;
      const change = { tool: 'copy_file', files, confirm, loss };
      const copied = await makeChange(ctx, change, async (changing, { mayReplace, etag }) => {
        if (createParents) await changing.makeDirectory(dirname(path));
        return copy(changing, {
          ...{ source, destination: path, recursive },
          overwrite: mayReplace,
          ifDestinationMatch: etag,
          signal: ctx.signal,
          onProgress: (count) => ctx.progress(count, undefined, `${count} files copied`),
        });
      });
      return report(ctx, copied, { source, to: path });
    },
  });

const report = (
  ctx: Context,
  { result, note }: Changed<CopyResult>,
  { source, to }: { readonly source: string; readonly to: string },
): ToolResult => {
  const { skipped, failed, errors, ...made } = result;
  const { path, files, bytes } = made;
  ctx.log('info', { copied: source, to: path, files, bytes }, 'copy_file');
  const messages = errors.map(({ message }) => message).join('\n');
  const blocks = [
    `Successfully copied ${source} to ${to} (${files} files, ${bytes} bytes)${note}`,
    ...(skipped === 0 ? [] : [`[${skipped} symbolic links and special files were not copied.]`]),
    ...(failed === 0 ? [] : [`[${failed} could not be copied:\n${messages}]`]),
  ];
  return new ToolResult({
    content: blocks.map((block) => text(block)),
    structuredContent: { ...made, ...withoutEmpty({ skipped, failed, errors }) },
  });
};
