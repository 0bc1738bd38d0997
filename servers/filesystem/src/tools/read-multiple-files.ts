// read_multiple_files: returns the texts of several files. A file that cannot be read gets an error instead.
import { defineTool, readsOnly, ToolError, ToolResult, type Context, type Tool } from '@mcp/runtime';
import { toText } from '@mcp/documents';
import { FileError, type FileSystem } from '@mcp/files';
import type { Documents } from '../documents/documents.ts';
import { toReadable } from '../documents/readable.ts';
import { filesIcon } from '../icons.ts';
import { readLines, type ReadOptions } from '../text/read-lines.ts';
import { oneOrMore, toList, type Toolbox } from './shared.ts';

const input = {
  type: 'object',
  properties: { paths: { anyOf: oneOrMore, description: 'Paths of the files.' } },
  required: ['paths'],
  additionalProperties: false,
} as const;

const MAX_FILES = 200;

/** The official server's separator. */
const SEPARATOR = '\n---\n';

export const readMultipleFiles = ({ access, documents, maxBytes }: Toolbox): Tool =>
  defineTool({
    name: 'read_multiple_files',
    title: 'Read files',
    description:
      'Read several text files at once, each with its path and etag. A file that cannot be read gets an error instead. If ' +
      'they are too long together, the longest are cut; continue those with read_text_file.',
    icons: filesIcon,
    annotations: readsOnly,
    aliases: { files: 'paths', file_paths: 'paths', path: 'paths', file_path: 'paths' },
    inputSchema: input,
    async run({ paths: given }, ctx) {
      const paths = toList(given);
      if (paths.length === 0 || paths.length > MAX_FILES)
        throw new ToolError(`Give 1 to ${MAX_FILES} paths, not ${paths.length}.`);
      const read = (path: string, maxTextBytes: number): Promise<Entry> =>
        readEntry(access(ctx), documents, { path, maxBytes: maxTextBytes, request: ctx });
      const entries: Entry[] = [];
      for (const path of paths) {
        entries.push(await read(path, maxBytes));
        ctx.progress(entries.length, paths.length);
      }
      const frame = CUT.length + SEPARATOR.length * paths.length;
      const share = fairShare(entries.map(bytesOf), maxBytes - frame);
      for (const [index, entry] of entries.entries()) {
        if (bytesOf(entry) <= share) continue;
        const most = entry.textBytes === 0 ? share : share - NOTE_BYTES - (bytesOf(entry) - entry.textBytes);
        entries[index] = await read(entry.path, Math.max(1, most));
      }
      const head = entries.some(({ isCut }) => isCut) ? CUT : '';
      return new ToolResult({ content: head + entries.map(({ shown }) => shown).join(SEPARATOR) });
    },
  });

const CUT = '[Some texts are cut. The line below a path says how to continue.]\n';

/** Reserved for the note on how to continue. */
const NOTE_BYTES = 100;

interface Entry {
  readonly path: string;
  /** The path with text and note, or with an error. */
  readonly shown: string;
  /** Bytes of file text in it. */
  readonly textBytes: number;
  readonly isCut: boolean;
}

const bytesOf = ({ shown }: Entry): number => Buffer.byteLength(shown);

const readEntry = async (
  files: FileSystem,
  documents: Documents,
  options: ReadOptions & { readonly request: Context },
): Promise<Entry> => {
  const { path, maxBytes, request } = options;
  request.signal.throwIfAborted();
  try {
    return await files.read(path, async (file) => {
      const document = await documents.read(file, path, request);
      const source = document === undefined ? file : toReadable(toText(document.parts));
      const { text, endLine, nextLine, isLineCut } = await readLines(source, ALL_LINES, options);
      const notes = [
        ...(nextLine === undefined
          ? []
          : [`Lines 1 to ${endLine}; continue with read_text_file, offset ${nextLine}.`]),
        ...(isLineCut ? ['A long line is cut.'] : []),
        ...(document?.notes ?? []),
      ];
      const isCut = nextLine !== undefined || isLineCut;
      const note = `[${[...notes, `etag: ${file.state.etag}`].join(' ')}]`;
      const lines = isCut ? [note, text] : [text, note];
      return { path, shown: `${path}:\n${lines.join('\n')}\n`, textBytes: Buffer.byteLength(text), isCut };
    });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const shown = `${path}: Error - ${error.message}`.slice(0, Math.max(maxBytes, 40));
    return { path, shown, textBytes: 0, isCut: false };
  }
};

const ALL_LINES = { first: 1, count: Infinity };

/** Returns the largest share at which all fit into `total`: longer texts get what short ones leave. */
const fairShare = (lengths: readonly number[], total: number): number => {
  let left = total;
  for (const [index, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - index));
    if (length > share) return share;
    left -= length;
  }
  return Infinity;
};
