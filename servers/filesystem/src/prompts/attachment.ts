// What prompts bring along: a file or directory as an embedded resource (feature: embedded resources).
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { embeddedResource, ErrorCode, RpcError, text, type Context, type PromptMessage } from '@mcp/runtime';
import { FileError } from '@mcp/files';
import type { Access } from '../access.ts';
import { completePath } from '../completion.ts';
import { mimeType } from '../mime.ts';
import { readListing } from '../resources/listing.ts';
import { readLines } from '../text/read-lines.ts';

/** As much of a file as a prompt brings along, so that it fits a conversation. */
const MAX_BYTES = 36_000;

/** The argument that names what a prompt is about. */
export const pathArgument = (access: Access, title: string, description: string) =>
  ({ title, description, required: true, complete: completePath(access) }) as const;

/**
 * Asks about a file or directory: a message of the user, and the beginning of the text or of the list of entries.
 * `toQuestion` learns whether there is more than that.
 *
 * @throws {RpcError} −32602 when it cannot be read: the mistake of who filled in the arguments.
 */
export const askAbout = async (
  { access, ctx }: { readonly access: Access; readonly ctx: Context },
  { path: given, kind }: { readonly path: string; readonly kind: 'file' | 'directory' },
  description: string,
  toQuestion: (isPart: boolean) => string,
) => {
  try {
    const files = access(ctx);
    const { path, state } = await files.stat(given);
    const uri = pathToFileURL(path).href;
    const options = { path: given, maxBytes: MAX_BYTES, request: ctx };
    const { contents, isPart } =
      kind === 'directory'
        ? await readListing(files, { path: given, uri })
        : await files.read(given, async (file) => {
            const lines = await readLines(file, { first: 1, count: Infinity }, options);
            const type = mimeType(basename(path), true);
            return { contents: { uri, mimeType: type, text: lines.text }, isPart: lines.isTruncated };
          });
    const lastModified = new Date(state.mtimeMs).toISOString();
    const annotations = { audience: ['user', 'assistant'], priority: 1, lastModified } as const;
    const messages: PromptMessage[] = [
      { role: 'user', content: text(toQuestion(isPart)) },
      { role: 'user', content: embeddedResource(contents, { annotations }) },
    ];
    return { description: `${description} ${basename(path)}`, messages };
  } catch (error) {
    throw error instanceof FileError ? new RpcError(ErrorCode.InvalidParams, error.message) : error;
  }
};
