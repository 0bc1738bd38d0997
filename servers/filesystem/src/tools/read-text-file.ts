// read_text_file: returns the text of a file or some of its lines, or an image or audio file.
import { defineTool, readsOnly, text, ToolError, ToolResult, type Tool } from '@mcp/runtime';
import { forPage } from '@mcp/runtime/apps';
import { isMedia, readMedia } from '../documents/read-media.ts';
import { openSource } from '../documents/read-source.ts';
import { readIcon } from '../icons.ts';
import { numberLines, readLines, type LineRange, type Lines } from '../text/read-lines.ts';
import { shownAs } from '../views.ts';
import { countOr, limitOf, requiredPath, type Toolbox } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    path: requiredPath('Path of the file'),
    head: { type: 'integer', description: 'Return only the first `head` lines.' },
    tail: { type: 'integer', description: 'Return only the last `tail` lines.' },
    offset: { type: 'integer', description: 'First line to return, from 1.' },
    limit: limitOf('lines'),
    // Models also pass the last line.
    endLine: { type: 'integer' },
    lineNumbers: { type: 'boolean', description: 'Prefix each line with its number and a tab.' },
    pages: {
      type: 'string',
      description: 'Pages, sheets, slides or cells of a document to return, like 3 or 2-5.',
    },
    member: { type: 'string', description: 'Member of a zip archive to read; by default they are listed.' },
    encoding: {
      type: 'string',
      description: 'Encoding like windows-1251, detected by default; shows the source of a notebook.',
    },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

export const readTextFile = ({ access, documents, maxBytes }: Toolbox): Tool =>
  defineTool({
    name: 'read_text_file',
    title: 'Read text file',
    description:
      'Read a text file, the text of a PDF, Office or Jupyter document, a zip archive, an image or audio. A note gives ' +
      'the etag and the offset to continue with.',
    icons: readIcon,
    annotations: readsOnly,
    _meta: shownAs('preview'),
    aliases: ALIASES,
    unlisted: ['endLine'],
    inputSchema: input,
    async run({ path, pages, member, encoding, lineNumbers = false, ...bounds }, ctx) {
      const range = toRange(bounds);
      if (lineNumbers && 'last' in range)
        throw new ToolError('Lines that are counted from the end have no numbers. Omit lineNumbers or tail.');
      const isPlain = pages === undefined && member === undefined && encoding === undefined;
      return access(ctx).read(path, async (file) => {
        if (isPlain && (await isMedia(file))) return readMedia(file, path, maxBytes);
        const wanted = { path, pages, member, isRaw: encoding !== undefined, documents, call: ctx };
        const { source, notes, kind } = await openSource(file, wanted);
        const found = await readLines(source, range, { path, maxBytes, encoding, request: ctx });
        const lines = lineNumbers ? numberLines(found, maxBytes) : found;
        const lineNotes = describe(lines, maxBytes);
        const all = lines.isTruncated ? [...lineNotes, ...notes] : [...notes, ...lineNotes];
        const about = [...all, `etag: ${file.state.etag}`].join(' ');
        const blocks = [withBom(lines), `[${about}]`];
        // The note comes first, because hosts that cut a long answer keep its start.
        return new ToolResult({
          content: (lines.isTruncated ? blocks.toReversed() : blocks).map((block) => text(block)),
          ...forPage(ctx, {
            ...{ kind, isNumbered: lineNumbers, textBlock: lines.isTruncated ? 1 : 0, note: all.join(' ') },
            ...{ firstLine: lines.startLine, nextLine: lines.nextLine },
          }),
        });
      });
    },
  });

const ALIASES = {
  file_path: 'path',
  file: 'path',
  page: 'pages',
  line_numbers: 'lineNumbers',
  startLine: 'offset',
  start_line: 'offset',
  end_line: 'endLine',
} as const;

type Bounds = { readonly [K in 'head' | 'tail' | 'offset' | 'limit' | 'endLine']?: number | undefined };

const toRange = (bounds: Bounds): LineRange => {
  const [head, tail, offset, count, endLine] = (['head', 'tail', 'offset', 'limit', 'endLine'] as const).map(
    (name) => countOr(bounds[name], undefined),
  );
  const first = offset ?? 1;
  if (endLine !== undefined && endLine < first)
    throw new ToolError(`endLine ${endLine} comes before line ${first}.`);
  const limit = count ?? (endLine === undefined ? undefined : endLine - first + 1);
  const isSlice = offset !== undefined || limit !== undefined;
  if ([head !== undefined, tail !== undefined, isSlice].filter(Boolean).length > 1)
    throw new ToolError('Give only one of head, tail, and offset with limit.');
  return tail === undefined ? { first, count: head ?? limit ?? Infinity } : { last: tail };
};

// Like the official server, so that reading and writing back keeps the file. UTF-16 is not written back as such.
const withBom = ({ text: lines, encoding, hasBom, startLine }: Lines): string =>
  hasBom && encoding === 'utf-8' && startLine === 1 ? `\uFEFF${lines}` : lines;

/** Like `Lines 1 to 78; continue with offset 79.` */
const describe = (lines: Lines, maxBytes: number): string[] => {
  const { encoding, hasBom, nextLine, isTruncated, isLineCut } = lines;
  const next = nextLine === undefined ? '' : `; continue with offset ${nextLine}`;
  const notes: string[] = [];
  if (lines.startLine !== undefined) notes.push(`${whichLines(lines)}${next}.`);
  if (isLineCut)
    notes.push(
      `A long line is cut at ${maxBytes} bytes; search_file_contents shows parts of its rest that match.`,
    );
  else if (isTruncated && nextLine === undefined)
    notes.push('Only the last of these lines fit; ask for fewer.');
  if (encoding !== 'utf-8' || hasBom) notes.push(`Encoding: ${encoding}${hasBom ? ' with BOM' : ''}.`);
  if (lines.text.includes('\r\n')) notes.push('Line ends: CRLF.');
  if (lines.isLossy) notes.push(`U+FFFD stands for bytes that are not ${encoding}.`);
  return notes;
};

const whichLines = ({ startLine = 1, endLine, nextLine }: Lines): string => {
  if (startLine > 1 || nextLine !== undefined)
    return `Lines ${startLine} to ${endLine}${nextLine === undefined ? ', the last line' : ''}`;
  return endLine === 1 ? '1 line' : `${endLine} lines`;
};
