// read_multiple_files: the texts of several files in one answer. A file that cannot be read has its error in its place.
import { defineTool, readsOnly, ToolError, ToolResult, type Tool } from '@mcp/runtime';
import type { Access } from '../files/file-access.ts';
import { filesIcon } from '../icons.ts';
import { readLines } from '../text/read-lines.ts';

const input = {
  type: 'object',
  properties: {
    paths: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: 200,
      description: 'Paths of the files, absolute or relative to the first allowed directory.',
    },
    perFileLimit: {
      type: 'integer',
      description:
        'Return at most so many characters of each file; by default all files share the limit fairly.',
    },
  },
  required: ['paths'],
  additionalProperties: false,
} as const;

/** As the official server separates files. */
const SEPARATOR = '\n---\n';

/** `maxChars` bounds the texts of one answer. */
export const readMultipleFiles = (access: Access, maxChars: number): Tool =>
  defineTool({
    name: 'read_multiple_files',
    title: 'Read files',
    description:
      'Read several text files at once. Each text follows its path, and a note with the etag follows the text. A file that ' +
      'cannot be read has an error in its place. When the files are too long together, the longest are cut after a line; ' +
      'continue those with read_text_file.',
    icons: filesIcon,
    annotations: readsOnly,
    inputSchema: input,
    async run({ paths, perFileLimit = 0 }, ctx) {
      const files = access(ctx);
      const limit = perFileLimit < 1 ? maxChars : Math.min(perFileLimit, maxChars);
      const read = async (path: string, chars: number): Promise<FileText> => {
        ctx.signal.throwIfAborted();
        try {
          return await files.read(path, async (file) => {
            const lines = await readLines(file, WHOLE, { path, maxChars: chars, request: ctx });
            const { endLine, nextLine, text } = lines;
            const next =
              nextLine === undefined
                ? ''
                : `Lines 1 to ${endLine}; continue with read_text_file, offset ${nextLine}. `;
            return { path, text, entry: `${path}:\n${text}\n[${next}etag: ${file.state.etag}]\n` };
          });
        } catch (error) {
          if (!(error instanceof ToolError)) throw error;
          return { path, text: '', entry: `${path}: Error - ${error.message}` };
        }
      };
      const found: FileText[] = [];
      for (const path of paths) {
        found.push(await read(path, limit));
        ctx.progress(found.length, paths.length);
      }
      const share = fairShare(
        found.map(({ entry }) => entry.length),
        maxChars,
      );
      const entries: string[] = [];
      for (const { path, text, entry } of found) {
        const room = share - (entry.length - text.length);
        const isOver = entry.length > share && text !== '';
        entries.push(isOver ? (await read(path, Math.max(1, room))).entry : entry);
      }
      return new ToolResult({ content: entries.join(SEPARATOR) });
    },
  });

const WHOLE = { first: 1, count: Infinity };

interface FileText {
  readonly path: string;
  readonly text: string;
  /** The text between its path and a note, or an error. */
  readonly entry: string;
}

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
