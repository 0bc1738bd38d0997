// Script of a process that reads and edits documents.
import { limitProcess } from '@mcp/limited-work/limited-process';
import { fromMessage, toMessage } from '@mcp/limited-work/process-message';
import type { DocumentJobs, DocumentTask } from './document-job.ts';
import { isLike, type DocumentKind, type DocumentText } from './document.ts';
import { refused, toAnswer } from './document-error.ts';
import { readDocx } from './docx.ts';
import { editDocx } from './edit-docx.ts';
import { editXlsx } from './edit-xlsx.ts';
import { readIpynb } from './ipynb.ts';
import { readPdf, readPdfPages } from './pdf.ts';
import { readPptx } from './pptx.ts';
import { listMembers, unpack } from './unpack.ts';
import { readXlsx } from './xlsx.ts';

const limited = limitProcess();

const READERS: { readonly [K in DocumentKind]: (bytes: Uint8Array) => DocumentText | Promise<DocumentText> } =
  { pdf: readPdf, docx: readDocx, xlsx: readXlsx, pptx: readPptx, ipynb: readIpynb };

type Work = {
  readonly [Name in keyof DocumentJobs]: (
    bytes: Uint8Array,
    job: DocumentJobs[Name]['job'],
  ) => DocumentJobs[Name]['result'] | Promise<DocumentJobs[Name]['result']>;
};

const WORK: Work = {
  read: (bytes, { kind }) => READERS[kind](bytes),
  pages: (bytes) => readPdfPages(bytes, { asSeen: true }),
  edit: (bytes, { kind, edits, cells }) => {
    if (kind === undefined || !isLike(kind, bytes)) throw refused('is not a document of Office');
    if (kind === 'docx' && edits !== undefined && cells === undefined) return editDocx(bytes, edits);
    if (kind === 'xlsx' && cells !== undefined && edits === undefined) return editXlsx(bytes, cells);
    throw refused(
      'cannot be changed in this way',
      'Change texts of Word with edits, and cells of Excel with cells.',
    );
  },
  list: (bytes) => listMembers(bytes),
  unpack: (bytes, { member }) => unpack(bytes, member),
};

const run = <Name extends keyof DocumentJobs>({ name, bytes, job }: DocumentTask<Name>) =>
  WORK[name](bytes, job);

export const runDocumentJob = async (message: unknown): Promise<unknown> => {
  const task = fromMessage(message) as DocumentTask;
  return toMessage(await limited(() => toAnswer(async () => run(task))));
};
