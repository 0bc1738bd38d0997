// Edits a Word document or an Excel workbook as edit_file edits text: all edits or none, with a diff of the text.
import { documentKind, type DocumentEdits } from '@mcp/documents';
import { type FileSystem, inTurn } from '@mcp/files';
import { checkEtag, writeEdited, type EditedFile, type EditRequest } from '../edit/edit-file.ts';
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
      checkEtag(given, etag, ifMatch);
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
      };
      return writeEdited(files, given, { edited, bytes, dryRun, signal: asking.signal });
    }),
  );
};
