// Reads and edits documents.
export { chooseParts, describeDocument, toText } from './document-lines.ts';
export { DocumentError, type DocumentErrorCode } from './document-error.ts';
export { DocumentReader, type DocumentSource, type DocumentCaller } from './document-reader.ts';
export {
  documentKind,
  type DocumentKind,
  type DocumentPart,
  type DocumentText,
  type PdfText,
} from './document.ts';
export type { DocumentEdits, EditedDocument, MemberInfo, UnpackedMember } from './document-job.ts';
