// The script of a process that reads documents.
import { limitProcess } from '@mcp/workspace/limited-process';
import { fromMessage, toMessage } from '@mcp/workspace/process-message';
import type { DocumentJob, DocumentText } from './document.ts';
import { toAnswer } from './document-error.ts';
import { readDocx } from './docx.ts';
import { readIpynb } from './ipynb.ts';
import { readPdf } from './pdf.ts';
import { readPptx } from './pptx.ts';
import { readXlsx } from './xlsx.ts';

const limited = limitProcess();

const READERS = {
  pdf: readPdf,
  docx: readDocx,
  xlsx: readXlsx,
  pptx: readPptx,
  ipynb: readIpynb,
} as const satisfies {
  [K in DocumentJob['kind']]: (bytes: Uint8Array) => DocumentText | Promise<DocumentText>;
};

/** Called by the pool for each job. */
export const runDocumentJob = async (message: unknown): Promise<unknown> => {
  const { kind, bytes } = fromMessage(message) as DocumentJob;
  return toMessage(await limited(() => toAnswer(async () => READERS[kind](bytes))));
};
