// read_multiple_files: the texts of many files in one answer. What cannot be read says so in its place.
import { defineTool, ToolError, ToolResult, type Tool } from '@mcp/runtime';
import type { Access, FileAccess } from '../files/file-access.ts';
import { FileError } from '../failure.ts';
import { filesIcon } from '../icons.ts';
import { readForward } from '../text/read-lines.ts';
import { fitsMessage } from '../text/message-size.ts';
import { COUNT, countOr } from './arguments.ts';
import { READS } from './hints.ts';

const input = {
  type: 'object',
  properties: {
    paths: { type: 'array', items: { type: 'string' }, minItems: 1 },
    perFileLimit: COUNT,
  },
  required: ['paths'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    files: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          etag: { type: 'string' },
          truncated: { type: 'boolean' },
          error: { type: 'string' },
        },
      },
    },
  },
  required: ['content', 'files'],
} as const;

const SEPARATOR = '\n---\n';

/** `maxOutputBytes` bounds the texts of one answer. */
export const readMultipleFiles = (access: Access, maxOutputBytes: number): Tool =>
  defineTool({
    name: 'read_multiple_files',
    title: 'Read files',
    description: 'Reads text files, up to perFileLimit bytes of each.',
    icons: filesIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ paths, perFileLimit }, ctx) {
      const perFile = countOr(perFileLimit, maxOutputBytes);
      const files = access(ctx);
      const texts: string[] = [];
      const described: Described[] = [];
      let left = maxOutputBytes;
      for (const [index, path] of paths.entries()) {
        ctx.signal.throwIfAborted();
        const options = { maxBytes: Math.min(left, perFile), signal: ctx.signal };
        const { text, ...file } = await readOne(files, path, options);
        texts.push(text);
        described.push(file);
        left = Math.max(0, left - Buffer.byteLength(text));
        ctx.progress(index + 1, paths.length);
      }
      const content = texts.join(SEPARATOR);
      if (!fitsMessage(content)) throw tooLarge();
      return new ToolResult({ content, structuredContent: { content, files: described } });
    },
  });

const tooLarge = (): FileError =>
  new FileError('too_large', 'The files have so many control characters that the answer is too large.', {
    hint: 'They may not be text. Read fewer files at once, or set perFileLimit.',
  });

interface Described {
  readonly path: string;
  readonly size?: number;
  readonly etag?: string;
  readonly truncated?: boolean;
  readonly error?: string;
}

interface Options {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

const readOne = async (
  files: FileAccess,
  given: string,
  options: Options,
): Promise<Described & { readonly text: string }> => {
  try {
    if (options.maxBytes === 0) throw new ToolError('The answer is full. Read it with another call.');
    return await files.read(given, async (file) => {
      const lines = await readForward(file, { first: 1, count: Infinity }, options);
      const { text = '', nextLine, isTruncated = false, isLineCut = false } = lines ?? {};
      const truncated = isTruncated || isLineCut;
      const note = truncated ? `\n[Truncated. Go on with read_text_file, offset ${nextLine}.]` : '';
      const { path, size, state } = file;
      return { path, size, etag: state.etag, truncated, text: `${given}:\n${text}${note}\n` };
    });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { path: given, error: error.message, text: `${given}: Error - ${error.message}` };
  }
};
