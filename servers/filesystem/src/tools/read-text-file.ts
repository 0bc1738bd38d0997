// read_text_file: the whole text of a file, or some lines of it.
import { defineTool, text, ToolError, ToolResult, type Tool } from '@mcp/runtime';
import { readIcon } from '../icons.ts';
import type { Access } from '../files/file-access.ts';
import type { OpenFile } from '../files/open-file.ts';
import { ENCODINGS, type Encoding } from '../text/encoding.ts';
import { fitsMessage, SURE_BYTES } from '../text/message-size.ts';
import { readBackward, readForward, type Lines, type ReadOptions } from '../text/read-lines.ts';
import { COUNT, countOr, PATH } from './arguments.ts';
import { READS } from './hints.ts';
import { numberLines } from './line-numbers.ts';

const input = {
  type: 'object',
  properties: {
    path: PATH,
    head: COUNT,
    tail: COUNT,
    offset: COUNT,
    limit: COUNT,
    lineNumbers: { type: 'boolean' },
    encoding: { type: 'string', enum: ENCODINGS },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    path: { type: 'string' },
    size: { type: 'integer' },
    mtime: { type: 'string' },
    etag: { type: 'string' },
    encoding: { type: 'string' },
    bom: { type: 'boolean' },
    eol: { type: 'string' },
    startLine: { type: 'integer' },
    endLine: { type: 'integer' },
    totalLines: { type: 'integer' },
    nextOffset: { type: 'integer' },
    truncated: { type: 'boolean' },
  },
  required: ['content', 'path', 'etag'],
} as const;

/** `maxOutputBytes` bounds the text of one answer. */
export const readTextFile = (access: Access, maxOutputBytes: number): Tool =>
  defineTool({
    name: 'read_text_file',
    title: 'Read text file',
    description: 'Reads a text file: all, first head or last tail lines, or limit lines from line offset.',
    icons: readIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ path, ...args }, ctx) {
      const range = toRange(args);
      checkRange(range);
      const options = {
        maxBytes: maxOutputBytes,
        encoding: range.encoding,
        // Made only when it is needed: most files are read at once.
        get signal() {
          return ctx.signal;
        },
      };
      return access(ctx).read(path, async (file) => {
        let maxBytes = maxOutputBytes;
        let lines = await readRange(file, range, options);
        if (lines !== undefined && !fitsMessage(lines.text)) {
          maxBytes = Math.min(SURE_BYTES, maxBytes);
          lines = await readRange(file, range, { ...options, maxBytes });
        }
        if (lines === undefined)
          throw new ToolError(`${path} has fewer than ${range.offset} lines. Give a smaller offset.`);
        return toResult(file, range.lineNumbers ? numberLines(lines, maxBytes) : lines, maxBytes);
      });
    },
  });

/** Its name in the official server, where it is deprecated. It can be called; it is listed only on demand. */
export const readFile = (tool: Tool, isListed: boolean): Tool => ({
  ...tool,
  name: 'read_file',
  title: 'Read file',
  description: 'The former name of read_text_file. Use that.',
  unlisted: !isListed,
});

interface Range {
  readonly head?: number | undefined;
  readonly tail?: number | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly lineNumbers?: boolean;
  readonly encoding?: Encoding;
}

const toRange = ({ head, tail, offset, limit, ...others }: Range): Range => ({
  ...others,
  head: countOr(head, undefined),
  tail: countOr(tail, undefined),
  offset: countOr(offset, undefined),
  limit: countOr(limit, undefined),
});

const checkRange = ({ head, tail, offset, limit, lineNumbers }: Range): void => {
  const isSlice = offset !== undefined || limit !== undefined;
  if ([head !== undefined, tail !== undefined, isSlice].filter(Boolean).length > 1)
    throw new ToolError('Give only one of head, tail, and offset with limit.');
  if (tail !== undefined && lineNumbers === true)
    throw new ToolError(
      'Lines that are counted from the end have no numbers. Leave out lineNumbers or tail.',
    );
};

const readRange = (
  file: OpenFile,
  { head, tail, offset = 1, limit = Infinity }: Range,
  options: ReadOptions,
): Promise<Lines | undefined> =>
  tail === undefined
    ? readForward(file, { first: offset, count: head ?? limit }, options)
    : readBackward(file, tail, options);

const toResult = (file: OpenFile, lines: Lines, maxBytes: number): ToolResult => {
  const { encoding, hasBom, lineEnding, startLine, endLine, nextLine } = lines;
  const content = withBom(lines);
  return new ToolResult({
    content: [text(content), ...notes(lines, maxBytes).map((note) => text(`[${note}]`))],
    structuredContent: {
      content,
      path: file.path,
      size: file.size,
      mtime: new Date(file.state.mtimeMs).toISOString(),
      etag: file.state.etag,
      ...(encoding === undefined ? {} : { encoding, bom: hasBom, eol: lineEnding }),
      ...(startLine === undefined ? {} : { startLine, endLine }),
      // Without a next line it ends here, unless it was read from its end.
      ...(nextLine === undefined && endLine !== undefined ? { totalLines: endLine } : {}),
      ...(nextLine === undefined ? {} : { nextOffset: nextLine }),
      truncated: lines.isTruncated || lines.isLineCut,
    },
  });
};

// As the official server, so that what is read and written again is the same file. UTF-16 is not written again as such.
const withBom = ({ text: lines, encoding, hasBom, startLine }: Lines): string =>
  hasBom && encoding === 'utf-8' && startLine === 1 ? `\uFEFF${lines}` : lines;

// In blocks of their own, so that the first block is the text of the file and nothing else.
const notes = (lines: Lines, maxBytes: number): string[] => {
  const found: string[] = [];
  if (lines.isLineCut) found.push(`A line is longer than the limit of ${maxBytes} bytes and is cut.`);
  if (lines.isTruncated && lines.startLine === undefined)
    found.push(`The last lines are longer than the limit of ${maxBytes} bytes; earlier ones are left out.`);
  if (lines.isTruncated && lines.nextLine !== undefined)
    found.push(`Truncated at ${maxBytes} bytes. Go on with offset ${lines.nextLine}.`);
  if (lines.encoding === undefined)
    found.push('The file is not text. It is shown as UTF-8; read_media_file returns its bytes.');
  else if (lines.isLossy)
    found.push('The file is not UTF-8 text; bytes that could not be decoded are shown as U+FFFD.');
  return found;
};
