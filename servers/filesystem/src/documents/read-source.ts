// Source of lines for read_text_file: the file itself, the text of a document, the list of an archive, or one of its
// members.
import { chooseParts, describeDocument, toText, type DocumentText } from '@mcp/documents';
import { FileError, type OpenFile } from '@mcp/files';
import { isArchive, orFileError, type Call, type Documents } from './documents.ts';
import { toReadable } from './readable.ts';
import type { ReadableBytes } from '../text/read-lines.ts';

export interface Wanted {
  readonly path: string;
  readonly pages: string | undefined;
  readonly member: string | undefined;
  /** Read the file's own text, not that of the document. */
  readonly isRaw: boolean;
  readonly documents: Documents;
  readonly call: Call;
}

/** Bytes to read lines from, with notes for the answer. */
export interface TextSource {
  readonly source: ReadableBytes;
  readonly notes: readonly string[];
  /** The kind of document that the text comes from. */
  readonly kind?: DocumentText['kind'];
}

/** @throws {FileError} `invalid_path` for missing pages or members; others as `Documents`. */
export const openSource = async (file: OpenFile, wanted: Wanted): Promise<TextSource> => {
  const { path, pages, member, isRaw, documents, call } = wanted;
  if (member === undefined && isArchive(path)) return listArchive(file, wanted);
  const [unpacked] = member === undefined ? [] : await documents.unpack(file, path, call, member);
  const document = isRaw
    ? undefined
    : unpacked === undefined
      ? await documents.read(file, path, call)
      : await documents.readMember(unpacked, file.state.etag, call);
  if (document !== undefined) return toParts(document, unpacked?.name ?? path, pages);
  if (pages === undefined)
    return { source: unpacked === undefined ? file : toReadable(unpacked.bytes), notes: [] };
  throw new FileError('invalid_path', `${path} has no pages.`, {
    hint: 'Omit pages; offset and limit choose lines.',
  });
};

const toParts = async (
  document: DocumentText,
  path: string,
  pages: string | undefined,
): Promise<TextSource> => ({
  source: await orFileError(path, () => toReadable(toText(chooseParts(document, pages)))),
  notes: [describeDocument(document)],
  kind: document.kind,
});

const listArchive = async (file: OpenFile, { path, documents, call }: Wanted): Promise<TextSource> => {
  const members = await documents.list(file, path, call);
  const lines = members.map(({ name, size }) => `${size} ${JSON.stringify(name).slice(1, -1)}`);
  return {
    source: toReadable(lines.join('\n')),
    notes: [`Zip archive, ${members.length} members: bytes and name of each. Read one with member.`],
  };
};
