// Edits a Word document or an Excel workbook as edit_file edits text: all edits or none, with a diff of the text.
import { documentKind, type DocumentEdits } from '@mcp/documents';
import { FileError, type FileSystem, inTurn } from '@mcp/files';
import type { EditedFile, EditRequest } from '../edit/edit-file.ts';
import { unifiedDiff } from '../edit/unified-diff.ts';
import type { Asking, Documents } from './documents.ts';

/** Whether a file is edited as a document, by its name. */
export const isEditable = (path: string): boolean => /^(?:docx|xlsx)$/.test(documentKind(path) ?? '');

/** What to edit, and for whom. */
export interface DocumentEditing extends DocumentEdits, Omit<EditRequest, 'edits' | 'encoding' | 'signal'> {
  readonly documents: Documents;
  readonly asking: Asking;
}

/** @throws {FileError} `edit_…` when an edit cannot be made; `changed`, `unreadable`, `too_large`. */
export const editDocument = async (
  files: FileSystem,
  given: string,
  { documents, asking, edits, cells, dryRun, ifMatch, maxDiffChars }: DocumentEditing,
): Promise<EditedFile> => {
  const { path } = await files.stat(given);
  return inTurn(path, () =>
    files.read(given, async (file) => {
      const { etag } = file.state;
      if (ifMatch !== undefined && ifMatch !== etag)
        throw new FileError('changed', `${given} has changed since its etag was taken; nothing was done.`, {
          hint: 'Read it again, then decide.',
        });
      const { bytes, before, after, notes } = await documents.edit(file, given, { edits, cells }, asking);
      const edited = {
        path,
        encoding: 'utf-8',
        diff: unifiedDiff(path, before, after, maxDiffChars),
        matches: (edits ?? cells ?? []).map(() => 'exact' as const),
        partsOfWords: 0,
        notes,
        etag,
        isChanged: true,
        isWritten: false,
        before: Buffer.from(before),
        after: Buffer.from(after),
      };
      if (dryRun) return edited;
      const { state } = await files.write(given, bytes, { ifMatch: etag, signal: asking.signal });
      return { ...edited, etag: state.etag, isWritten: true };
    }),
  );
};
