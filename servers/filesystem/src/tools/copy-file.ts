// copy_file: a copy of a file or directory. Tells how far it is and can be stopped (features: progress, cancellation).
import { defineTool, destroys, text, ToolError, ToolResult, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { askToLose } from '../confirm.ts';
import type { Documents } from '../documents/documents.ts';
import { extract } from '../documents/extract.ts';
import { copy, type CopyResult } from '../files/copy.ts';
import type { Access } from '../files/file-system.ts';
import { copyIcon } from '../icons.ts';
import { lossNote } from '../undo/loss-note.ts';

const input = {
  type: 'object',
  properties: {
    source: { type: 'string', description: 'Path of the file or directory to copy.' },
    destination: {
      type: 'string',
      description: 'Path of the copy, with its name; the directory that holds it must exist.',
    },
    overwrite: {
      type: 'boolean',
      description: 'Replace files that exist at the destination; by default they are an error.',
    },
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
      'Copy a file, or extract a zip archive. Set recursive to copy a directory (symbolic links are skipped) and overwrite to replace existing ' +
      'files. Files of a directory that cannot be copied are reported, and the others are copied.',
    icons: copyIcon,
    annotations: destroys,
    atMostOnce: true,
    aliases: { from: 'source', to: 'destination' },
    inputSchema: input,
    outputSchema: output,
    async run({ source, destination, overwrite: wanted = false, recursive = false, member }, ctx) {
      const files = access(ctx);
      if (member !== undefined && wanted)
        throw new ToolError('Extracting replaces nothing. Omit overwrite, or choose another destination.');
      const act = `Replace ${destination} with a copy of ${source}`;
      const agreement = wanted ? await askToLose(confirm, ctx, { files, path: destination, act }) : undefined;
      const request = {
        source,
        destination,
        overwrite: agreement?.mayReplace === true,
        ifDestinationMatch: agreement?.etag,
        recursive,
        signal: ctx.signal,
        onProgress: (count: number) => ctx.progress(count, undefined, `${count} files copied`),
      };
      const { result: copied, loss } =
        member === undefined
          ? await files.change({ tool: 'copy_file' }, (changing) => copy({ ...request, files: changing }))
          : await extract(files, { source, destination, member, documents, asking: ctx });
      ctx.log(
        'info',
        {
          copied: source,
          to: copied.path,
          files: copied.files,
          bytes: copied.bytes,
        },
        'copy_file',
      );
      const content = `Successfully copied ${source} to ${destination} (${copied.files} files, ${copied.bytes} bytes)${lossNote(loss)}`;
      return new ToolResult({
        content: [content, ...notes(copied)].map((block) => text(block)),
        structuredContent: copied,
      });
    },
  });

const notes = ({ skipped, failed, errors }: CopyResult): string[] => [
  ...(skipped === 0 ? [] : [`[${skipped} symbolic links and special files were not copied.]`]),
  ...(failed === 0
    ? []
    : [`[${failed} could not be copied:\n${errors.map(({ message }) => message).join('\n')}]`]),
];
