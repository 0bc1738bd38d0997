// edit_file: replaces text in a file, all edits or none, and shows what changed as a diff.
import { defineTool, ToolResult, type Context } from '@mcp/runtime';
import type { Confirm } from '@mcp/runtime/cli';
import type { Access, FileAccess } from '../files/file-access.ts';
import { editFile as edit, type EditRequest } from '../edit/edit-file.ts';
import { logChange } from '../change-log.ts';
import { fenced } from '../edit/unified-diff.ts';
import { editIcon } from '../icons.ts';
import { IF_MATCH, PATH } from './arguments.ts';
import { REPLACES } from './hints.ts';

const input = {
  type: 'object',
  properties: {
    path: PATH,
    edits: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          oldText: { type: 'string' },
          newText: { type: 'string' },
          replaceAll: { type: 'boolean' },
        },
        required: ['oldText', 'newText'],
        additionalProperties: false,
      },
    },
    dryRun: { type: 'boolean', default: false },
    ifMatch: IF_MATCH,
  },
  required: ['path', 'edits'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    diff: { type: 'string' },
    applied: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          index: { type: 'integer' },
          match: { type: 'string' },
          startLine: { type: 'integer' },
          endLine: { type: 'integer' },
          count: { type: 'integer' },
        },
      },
    },
    etag: { type: 'string' },
    dryRun: { type: 'boolean' },
  },
  required: ['content', 'diff', 'etag'],
} as const;

/** `maxOutputBytes` bounds the diff. */
export const editFile = (access: Access, confirm: Confirm, maxOutputBytes: number) =>
  defineTool({
    name: 'edit_file',
    title: 'Edit file',
    description:
      'Replaces texts in a file, all or none; each must be there once, or with replaceAll. Returns a diff.',
    icons: editIcon,
    annotations: REPLACES,
    inputSchema: input,
    outputSchema: output,
    async run({ path, ...args }, ctx) {
      const files = access(ctx);
      const request = { ...args, maxDiffBytes: maxOutputBytes, signal: ctx.signal };
      const asks = confirm.isOn && !args.dryRun;
      const agreed = asks ? await agree({ files, path, request }, confirm, ctx) : request;
      const { diff, ...edited } = await edit(files, path, agreed);
      if (edited.isWritten)
        logChange(ctx, 'edit_file', { edited: edited.path, edits: edited.applied.length });
      const content = fenced(diff.text);
      return new ToolResult({
        content,
        structuredContent: {
          content,
          path: edited.path,
          diff: diff.text,
          applied: edited.applied,
          etag: edited.etag,
          dryRun: args.dryRun,
          truncated: diff.isCut,
        },
      });
    },
  });

interface Wanted {
  readonly files: FileAccess;
  readonly path: string;
  readonly request: EditRequest;
}

/** Asks only for edits that can be made, and lets them be made only while the file is as it was then. */
const agree = async (
  { files, path, request }: Wanted,
  confirm: Confirm,
  ctx: Context,
): Promise<EditRequest> => {
  const { etag, isChanged } = await edit(files, path, { ...request, dryRun: true });
  if (!isChanged) return request;
  const count = request.edits.length;
  const act = `Make ${count} ${count === 1 ? 'edit' : 'edits'} in ${path}`;
  await confirm.ask(ctx, { question: `${act}?`, act });
  return { ...request, ifMatch: etag };
};
