// review-file: a prompt that brings the file along (features: prompts, completion, embedded resources).
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { definePrompt, embeddedResource, ErrorCode, RpcError, text, ToolError } from '@mcp/runtime';
import type { Access } from '../anchored/file-access.ts';
import { reviewIcon } from '../icons.ts';
import { mimeType } from '../mime.ts';
import { completePath } from '../path-completion.ts';
import { readForward } from '../text/read-lines.ts';

const FOCUSES = ['bugs', 'clarity', 'performance', 'security', 'tests'];

/** `maxOutputBytes` bounds the part of the file that is brought along. */
export const reviewFile = (access: Access, maxOutputBytes: number) =>
  definePrompt({
    name: 'review-file',
    title: 'Review a file',
    description: 'Asks for a review of one text file.',
    icons: reviewIcon,
    arguments: {
      path: {
        title: 'File',
        description: 'The file to review.',
        required: true,
        complete: completePath(access),
      },
      focus: {
        title: 'Focus',
        description: 'What to look at most, like security. Everything when left out.',
        complete: (typed: string) => FOCUSES.filter((focus) => focus.startsWith(typed)),
      },
    },
    get: ({ path, focus }, ctx) =>
      asInvalidParams(async () => {
        const limits = { maxBytes: maxOutputBytes, signal: ctx.signal };
        const { real, lines } = await access(ctx).read(path, async (file) => ({
          real: file.path,
          lines: await readForward(file, { first: 1, count: Infinity }, limits),
        }));
        if (lines?.encoding === undefined) throw new ToolError(`${path} is not text. Choose a text file.`);
        const wish = focus === undefined ? '' : ` Look at ${focus} most.`;
        const part = lines.isTruncated
          ? ' Only its beginning fits here; read the rest with read_text_file.'
          : '';
        const ask = `Review the file ${path}.${wish}${part} Say what is wrong, where, and how to mend it.`;
        const resource = {
          uri: pathToFileURL(real).href,
          mimeType: mimeType(basename(real), true),
          text: lines.text,
        };
        return {
          description: `A review of ${basename(real)}`,
          messages: [
            { role: 'user', content: text(ask) },
            { role: 'user', content: embeddedResource(resource) },
          ],
        };
      }),
  });

// A path that cannot be used is the mistake of who filled in the arguments.
const asInvalidParams = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ToolError ? new RpcError(ErrorCode.InvalidParams, error.message) : error;
  }
};
