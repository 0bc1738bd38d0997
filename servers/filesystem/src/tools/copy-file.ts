// copy_file: a copy of a file or directory. Tells how far it is and can be stopped (features: progress, cancellation).
import { defineTool, destroys, text, ToolError, ToolResult, type Context, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { copy, findDestination, type CopyResult, type FileSystem } from '@mcp/files';
import { makeChange } from '../confirm.ts';
import type { Documents } from '../documents/documents.ts';
import { extract } from '../documents/extract.ts';
import type { Access } from '../access.ts';
import { copyIcon } from '../icons.ts';
import { createsParents } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    source: { type: 'string', description: 'Path of the file or directory to copy.' },
    destination: {
      type: 'string',
      description: 'Path of the copy, or a folder to copy into: one that exists or ends with a slash.',
    },
    overwrite: {
      type: 'boolean',
      description: 'Replace existing files.',
    },
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
  required: ['path', 'files', 'directories', 'bytes', 'skipped', 'failed', 'errors'],
} as const;

export const copyFile = (access: Access, documents: Documents, confirm: Confirm): Tool =>
  defineTool({
    name: 'copy_file',
    title: 'Copy file',
    description:
      'Copy a file, a directory with recursive, or extract a zip archive with member. Reports what it could not copy; ' +
      'symbolic links are skipped.',
    icons: copyIcon,
    annotations: destroys,
    atMostOnce: true,
    aliases: { from: 'source', to: 'destination', create_parents: 'createParents' },
    inputSchema: input,
    outputSchema: output,
    async run(
      { source, destination: given, overwrite = false, recursive = false, createParents = false, member },
      ctx,
    ) {
      const files = access(ctx);
      if (member !== undefined && overwrite)
        throw new ToolError('Extracting replaces nothing. Omit overwrite, or choose another destination.');
      const find = (changing: FileSystem, isMade: boolean): Promise<string> =>
        findDestination(changing, {
          ...{ source, destination: given, createParents, isMade },
          directories: 'merge',
        });
      const path = overwrite ? await find(files, false) : given;
      const loss = overwrite ? { path, act: `Replace ${path} with a copy of ${source}` } : undefined;
      const change = { tool: 'copy_file', files, confirm, loss };
      let to = given;
      const copyAll = () =>
        makeChange(ctx, change, async (changing, agreement) => {
          to = await find(changing, true);
          return copy(changing, {
            ...{ source, destination: to, recursive },
            overwrite: agreement.mayReplace,
            ifDestinationMatch: agreement.etag,
            signal: ctx.signal,
            onProgress: (count: number) => ctx.progress(count, undefined, `${count} files copied`),
          });
        });
      const { result: copied, note } =
        member === undefined
          ? await copyAll()
          : await extract(files, { source, destination: given, member, documents, asking: ctx });
      return report(ctx, copied, { source, to, note });
    },
  });

const report = (
  ctx: Context,
  copied: CopyResult,
  { source, to, note }: { readonly source: string; readonly to: string; readonly note: string },
): ToolResult => {
  ctx.log('info', { copied: source, to: copied.path, files: copied.files, bytes: copied.bytes }, 'copy_file');
  const content = `Successfully copied ${source} to ${to} (${copied.files} files, ${copied.bytes} bytes)${note}`;
  return new ToolResult({
    content: [content, ...notes(copied)].map((block) => text(block)),
    structuredContent: copied,
  });
};

const notes = ({ skipped, failed, errors }: CopyResult): string[] => [
  ...(skipped === 0 ? [] : [`[${skipped} symbolic links and special files were not copied.]`]),
  ...(failed === 0
    ? []
    : [`[${failed} could not be copied:\n${errors.map(({ message }) => message).join('\n')}]`]),
];
