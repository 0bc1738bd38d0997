// read_text_file: the whole text of a file, or some lines of it.
import { defineTool, text, ToolError, ToolResult } from '@mcp/runtime';
import { readIcon } from '../icons.ts';
import type { Access } from '../anchored/file-access.ts';
import type { OpenFile } from '../anchored/open-file.ts';
import { readBackward, readForward, type Lines, type ReadLimits } from '../text-lines.ts';

const input = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Absolute, or relative to the first allowed directory.' },
    head: { type: 'integer', minimum: 1, description: 'Only this many lines from the beginning.' },
    tail: { type: 'integer', minimum: 1, description: 'Only this many lines from the end.' },
    offset: { type: 'integer', minimum: 1, description: 'The first line to return, counted from 1.' },
    limit: { type: 'integer', minimum: 1, description: 'How many lines to return.' },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    path: { type: 'string', description: 'With symbolic links resolved.' },
    size: { type: 'integer', description: 'Bytes of the whole file.' },
    etag: { type: 'string', description: 'Another one when the file has changed.' },
    startLine: { type: 'integer', description: 'Not known after tail.' },
    endLine: { type: 'integer', description: 'Not known after tail.' },
    nextOffset: {
      type: 'integer',
      description: 'The line to go on with. Absent at the end of the file.',
    },
    truncated: { type: 'boolean', description: 'The size limit left out text that was asked for.' },
  },
  required: ['content', 'path', 'size', 'etag', 'truncated'],
  additionalProperties: false,
} as const;

/** `maxOutputBytes` bounds the text of one answer. */
export const readTextFile = (access: Access, maxOutputBytes: number) =>
  defineTool({
    name: 'read_text_file',
    title: 'Read text file',
    description:
      'Reads a file as UTF-8 text. Give head for the first lines, tail for the last, or offset and limit for lines ' +
      `in between. At most ${maxOutputBytes} bytes are returned; nextOffset says where to go on.`,
    icons: readIcon,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input,
    output,
    async run({ path, ...range }, ctx) {
      checkRange(range);
      const limits = { maxBytes: maxOutputBytes, signal: ctx.signal };
      return access(ctx).read(path, async (file) => {
        const lines = await readRange(file, range, limits);
        if (lines === undefined)
          throw new ToolError(`${path} has fewer than ${range.offset} lines. Give a smaller offset.`);
        const { startLine, endLine, nextLine } = lines;
        return new ToolResult({
          content: [text(lines.text), ...notes(lines, maxOutputBytes).map((note) => text(`[${note}]`))],
          structured: {
            content: lines.text,
            path: file.path,
            size: file.size,
            etag: file.state.etag,
            ...(startLine === undefined ? {} : { startLine, endLine }),
            ...(nextLine === undefined ? {} : { nextOffset: nextLine }),
            truncated: lines.isTruncated || lines.isLineCut,
          },
        });
      });
    },
  });

interface Range {
  readonly head?: number;
  readonly tail?: number;
  readonly offset?: number;
  readonly limit?: number;
}

const checkRange = ({ head, tail, offset, limit }: Range): void => {
  const kinds = [head, tail, offset ?? limit].filter((kind) => kind !== undefined);
  if (kinds.length > 1) throw new ToolError('Give only one of head, tail, and offset with limit.');
};

const readRange = (file: OpenFile, range: Range, limits: ReadLimits): Promise<Lines | undefined> => {
  if (range.tail !== undefined) return readBackward(file, range.tail, limits);
  const count = range.head ?? range.limit ?? Infinity;
  return readForward(file, { first: range.offset ?? 1, count }, limits);
};

// In blocks of their own, so that the first block is the text of the file and nothing else.
const notes = (lines: Lines, maxBytes: number): string[] => {
  const found: string[] = [];
  if (lines.isLineCut) found.push(`A line is longer than the limit of ${maxBytes} bytes and is cut.`);
  if (lines.isTruncated && lines.startLine === undefined)
    found.push(`The last lines are longer than the limit of ${maxBytes} bytes; earlier ones are left out.`);
  if (lines.isTruncated && lines.nextLine !== undefined)
    found.push(`Truncated at ${maxBytes} bytes. Go on with offset ${lines.nextLine}.`);
  if (!lines.isUtf8)
    found.push('The file is not UTF-8 text; bytes that could not be decoded are shown as U+FFFD.');
  return found;
};
