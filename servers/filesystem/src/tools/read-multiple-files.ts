// read_multiple_files: the texts of several files in one answer. A file that cannot be read has its error in its place.
import { defineTool, readsOnly, ToolResult, type Tool } from '@mcp/runtime';
import { toText } from '@mcp/documents';
import { FileError, type FileSystem } from '@mcp/files';
import type { Documents } from '../documents/documents.ts';
import { toReadable } from '../documents/readable.ts';
import type { Access } from '../access.ts';
import { filesIcon } from '../icons.ts';
import { readLines, type ReadOptions } from '../text/read-lines.ts';

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

/** `maxChars` bounds the texts of one answer. */
export const readMultipleFiles = (access: Access, documents: Documents, maxChars: number): Tool =>
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
      const files = access(ctx);
      const entries: Entry[] = [];
      for (const path of paths) {
        entries.push(await readEntry(files, path, { documents, maxChars, request: ctx }));
        ctx.progress(entries.length, paths.length);
      }
      const lengths = entries.map(({ shown }) => shown.length);
      const share = fairShare(lengths, maxChars);
      for (const [index, { path, shown, textLength }] of entries.entries()) {
        if (shown.length <= share) continue;
        const room = Math.max(1, textLength === 0 ? share : share - (shown.length - textLength));
        entries[index] = await readEntry(files, path, { documents, maxChars: room, request: ctx });
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
  path: string,
  {
    documents,
    maxChars,
    request,
  }: Pick<ReadOptions, 'maxChars' | 'request'> & { readonly documents: Documents },
): Promise<Entry> => {
  request.signal.throwIfAborted();
  try {
    return await files.read(path, async (file) => {
      const document = await documents.read(file, path, request);
      const source = document === undefined ? file : toReadable(toText(document.parts));
      const lines = await readLines(source, { first: 1, count: Infinity }, { path, maxChars, request });
      const { text, endLine, nextLine, isLineCut } = lines;
      const next =
        nextLine === undefined
          ? ''
          : `Lines 1 to ${endLine}; continue with read_text_file, offset ${nextLine}. `;
      const cut = isLineCut ? 'A long line is cut. ' : '';
      const notes = (document?.notes ?? []).map((note) => `${note} `).join('');
      const shown = `${path}:\n${text}\n[${notes}${next}${cut}etag: ${file.state.etag}]\n`;
      return { path, shown, textLength: text.length };
    });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return {
      path,
      shown: `${path}: Error - ${error.message}`.slice(0, Math.max(maxChars, 40)),
      textLength: 0,
    };
  }
};

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
