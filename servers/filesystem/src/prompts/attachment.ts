// Attachments of prompts: a file or directory as an embedded resource (feature: embedded resources).
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { embeddedResource, ErrorCode, RpcError, text, type Context, type PromptMessage } from '@mcp/runtime';
import { FileError } from '@mcp/files';
import type { Access } from '../access.ts';
import { completePath } from '../completion.ts';
import { mimeType } from '../mime.ts';
import { readListing } from '../resources/listing.ts';
import { readLines } from '../text/read-lines.ts';

/** How much of a file is attached, so that it fits into a conversation. */
const MAX_BYTES = 36_000;

export const pathArgument = (access: Access, title: string, description: string) =>
  ({ title, description, required: true, complete: completePath(access) }) as const;

/**
 * Returns a user message about a file or directory, with the start of its text or of its list of entries. `toQuestion`
 * is told whether that is only a part.
 *
 * @throws {RpcError} −32602 if the path cannot be read, because the arguments are wrong.
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
