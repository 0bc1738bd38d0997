// write_file: a new file, or new content for one. Tells the client's log what it changed (feature: logging).
import { dirname } from 'node:path';
import { defineTool, ToolError, ToolResult } from '@mcp/runtime';
import { writeAtomically } from '../atomic-write.ts';
import { errorCode, explain } from '../failure.ts';
import { fileSystem } from '../file-system.ts';
import { writeIcon } from '../icons.ts';
import type { Sandbox } from '../sandbox.ts';

const input = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Absolute, or relative to the first allowed directory.' },
    content: { type: 'string', description: 'The whole new content.' },
    createParents: { type: 'boolean', default: false, description: 'Make directories that are missing.' },
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
  },
  required: ['content', 'path', 'bytes', 'created'],
  additionalProperties: false,
} as const;

export const writeFile = (sandbox: Sandbox) =>
  defineTool({
    name: 'write_file',
    title: 'Write file',
    description:
      'Creates a file, or replaces everything in an existing one, with UTF-8 text. The old content is lost. ' +
      'The file is written whole or not at all.',
    icons: writeIcon,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    input,
    output,
    async run({ path, content, createParents }, ctx) {
      const { path: real } = await sandbox.resolveNew(path, ctx);
      if (createParents) await explain(path, fileSystem.mkdir(dirname(real), { recursive: true }));
      const created = await writeAtomically({ path: real, given: path, content, signal: ctx.signal }).catch(
        (error: unknown) => {
          throw isMissingParent(error) ? new ToolError(missingParent(path), { cause: error }) : error;
        },
      );
      const bytes = Buffer.byteLength(content);
      ctx.log('info', { wrote: real, bytes, created }, 'write_file');
      const message = `Successfully wrote to ${path}`;
      return new ToolResult({
        content: message,
        structured: { content: message, path: real, bytes, created },
      });
    },
  });

const isMissingParent = (error: unknown): boolean =>
  error instanceof ToolError && errorCode(error.cause) === 'ENOENT';

const missingParent = (path: string): string =>
  `The directory of ${path} does not exist. Set createParents to make it, or check the path.`;
