// Test documents: loads fixtures and derives others from them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { Archive } from '../src/archive.ts';
import { toText } from '../src/document-lines.ts';
import { DocumentError } from '../src/document-error.ts';
import { DocumentReader } from '../src/document-reader.ts';
import type { DocumentText } from '../src/document.ts';

export const FIXTURES = join(import.meta.dirname, 'fixtures');

export const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));

/** Replaces parts of an Office document. */
export const withParts = (
  name: string,
  parts: { readonly [path: string]: string | Uint8Array },
): Uint8Array =>
  zipSync({
    ...(name === 'minimal.docx' ? {} : unzipSync(fixture(name))),
    ...Object.fromEntries(
      Object.entries(parts).map(([path, part]) => [path, typeof part === 'string' ? strToU8(part) : part]),
    ),
  });

/** The part of a Word document with its text. */
export const WORD_BODY = 'word/document.xml';

export const wordBody = (body: string): string =>
  `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;

/** Shared, because each reader starts processes. */
const reader = new DocumentReader();

/** Reads a document of this file name. */
export const read = async (name: string, bytes: Uint8Array): Promise<DocumentText> => {
  const source = {
    name,
    version: String(versions++),
    readWhole: (maxBytes: number) => Promise.resolve(bytes.length > maxBytes ? undefined : bytes),
  };
  const document = await reader.read(source, { signal: AbortSignal.timeout(110_000), client: source });
  if (document === undefined) throw new Error(`${name} is not a document`);
  return document;
};

let versions = 0;

/** Returns the text of a document, or the refusal as `code: message`. */
export const outcome = async (reading: Promise<DocumentText>): Promise<string> => {
  try {
    return toText((await reading).parts);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return `${error.code}: ${error.message}`;
  }
};

/** Makes a workbook with these rows. */
export const sheet = (rows: string, others: { readonly [path: string]: string } = {}): Uint8Array =>
  withParts('data.xlsx', {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...others,
  });

/** Lists members with different packed bytes or in only one archive. */
export const changedMembers = (before: Uint8Array, after: Uint8Array): string[] => {
  const [a, b] = [packedMembers(before), packedMembers(after)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name));
};

const packedMembers = (archive: Uint8Array): Map<string, string> => {
  const bytes = Buffer.from(archive);
  const members = [...new Archive(bytes).members.values()];
  return new Map(
    members.map(({ name, start, packed }) => {
      const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
      return [name, bytes.toString('base64', data, data + packed)];
    }),
  );
};
