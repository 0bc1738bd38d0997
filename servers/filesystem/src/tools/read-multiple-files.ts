// read_multiple_files: the texts of several files in one answer. A file that cannot be read has its error in its place.
import { defineTool, readsOnly, ToolResult, type Context, type Tool } from '@mcp/runtime';
import { toText } from '@mcp/documents';
import { FileError, type FileSystem } from '@mcp/files';
import type { Documents } from '../documents/documents.ts';
import { toReadable } from '../documents/readable.ts';
import { filesIcon } from '../icons.ts';
import { readLines, type ReadOptions } from '../text/read-lines.ts';
import type { Toolbox } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    paths: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: 200,
      description: 'Paths of the files.',
    },
  },
  required: ['paths'],
  additionalProperties: false,
} as const;

/** As the official server separates files. */
const SEPARATOR = '\n---\n';

export const readMultipleFiles = ({ access, documents, maxChars }: Toolbox): Tool =>
  defineTool({
    name: 'read_multiple_files',
    title: 'Read files',
    description:
      'Read several text files at once, each with its path and etag. A file that cannot be read gets an error instead. If ' +
      'they are too long together, the longest are cut; continue those with read_text_file.',
    icons: filesIcon,
    annotations: readsOnly,
    aliases: { files: 'paths', file_paths: 'paths' },
    inputSchema: input,
    async run({ paths }, ctx) {
      const read = (path: string, most: number): Promise<Entry> =>
        readEntry(access(ctx), documents, { path, maxChars: most, request: ctx });
      const entries: Entry[] = [];
      for (const path of paths) {
        entries.push(await read(path, maxChars));
        ctx.progress(entries.length, paths.length);
      }
      const lengths = entries.map(({ shown }) => shown.length);
      const share = fairShare(lengths, maxChars);
      for (const [index, { path, shown, textLength }] of entries.entries()) {
        if (shown.length <= share) continue;
        const room = textLength === 0 ? share : share - (shown.length - textLength);
        entries[index] = await read(path, Math.max(1, room));
      }
      return new ToolResult({ content: entries.map(({ shown }) => shown).join(SEPARATOR) });
    },
  });

interface Entry {
  readonly path: string;
  /** The path, the text and a note; or the path and an error. */
  readonly shown: string;
  /** How much of it is text of the file. */
  readonly textLength: number;
}

const readEntry = async (
  files: FileSystem,
  documents: Documents,
  options: ReadOptions & { readonly request: Context },
): Promise<Entry> => {
  const { path, maxChars, request } = options;
  request.signal.throwIfAborted();
  try {
    return await files.read(path, async (file) => {
      const document = await documents.read(file, path, request);
      const source = document === undefined ? file : toReadable(toText(document.parts));
      const { text, endLine, nextLine, isLineCut } = await readLines(source, ALL_LINES, options);
      const notes = [...(document?.notes ?? [])];
      if (nextLine !== undefined)
        notes.push(`Lines 1 to ${endLine}; continue with read_text_file, offset ${nextLine}.`);
      if (isLineCut) notes.push('A long line is cut.');
      const etag = `etag: ${file.state.etag}`;
      return { path, shown: `${path}:\n${text}\n[${[...notes, etag].join(' ')}]\n`, textLength: text.length };
    });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const shown = `${path}: Error - ${error.message}`.slice(0, Math.max(maxChars, 40));
    return { path, shown, textLength: 0 };
  }
};

const ALL_LINES = { first: 1, count: Infinity };

/** The most that each may have so that all fit into `total`: what short ones leave goes to the longer ones. */
const fairShare = (lengths: readonly number[], total: number): number => {
  let left = total;
  for (const [index, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - index));
    if (length > share) return share;
    left -= length;
  }
  return Infinity;
};
