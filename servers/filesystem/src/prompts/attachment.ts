// What prompts bring along: a file or directory as an embedded resource (feature: embedded resources).
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  embeddedResource,
  ErrorCode,
  RpcError,
  text,
  type Context,
  type EmbeddedResource,
  type PromptMessage,
} from '@mcp/runtime';
import { FileError } from '@mcp/files';
import type { Access } from '../access.ts';
import { mimeType } from '../mime.ts';
import { readListing } from '../resources/listing.ts';
import { readLines } from '../text/read-lines.ts';

/** As much of a file as a prompt brings along, so that it fits a conversation. */
export const MAX_ATTACHED_CHARS = 40_000;

/** The messages of a prompt: what the user asks, and the file or directory that it is about. */
export const toMessages = (ask: string, { resource }: Attachment): PromptMessage[] => [
  { role: 'user', content: text(ask) },
  { role: 'user', content: resource },
];

/** A file or directory for a prompt. */
export interface Attachment {
  /** The real path. */
  readonly path: string;
  readonly resource: EmbeddedResource;
  /** There is more than fits. */
  readonly isPart: boolean;
}

/**
 * Reads the beginning of a text file.
 *
 * @throws {RpcError} −32602 when it cannot be read: the mistake of who filled in the arguments.
 */
export const attachFile = (access: Access, given: string, ctx: Context): Promise<Attachment> =>
  asInvalidParams(() =>
    access(ctx).read(given, async (file) => {
      const { path, state } = file;
      const options = { path: given, maxChars: MAX_ATTACHED_CHARS, request: ctx };
      const lines = await readLines(file, { first: 1, count: Infinity }, options);
      const contents = {
        uri: pathToFileURL(path).href,
        mimeType: mimeType(basename(path), true),
        text: lines.text,
      };
      return { path, resource: embed(contents, state.mtimeMs), isPart: lines.isTruncated };
    }),
  );

/**
 * Lists a directory.
 *
 * @throws {RpcError} −32602 when it cannot be listed.
 */
export const attachDirectory = (access: Access, given: string, ctx: Context): Promise<Attachment> =>
  asInvalidParams(async () => {
    const files = access(ctx);
    const { path, state } = await files.stat(given);
    const contents = await readListing(files, { path: given, uri: pathToFileURL(path).href });
    const isPart = contents.text?.includes('"next":') === true;
    return { path, resource: embed(contents, state.mtimeMs), isPart };
  });

const embed = (contents: Parameters<typeof embeddedResource>[0], mtimeMs: number): EmbeddedResource =>
  embeddedResource(contents, {
    annotations: {
      audience: ['user', 'assistant'],
      priority: 1,
      lastModified: new Date(mtimeMs).toISOString(),
    },
  });

const asInvalidParams = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileError ? new RpcError(ErrorCode.InvalidParams, error.message) : error;
  }
};
