// The documents of the tests, and others that are made from them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';

export const FIXTURES = join(import.meta.dirname, 'fixtures');

export const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));

/** A document of Office with other parts. */
export const withParts = (
  name: string,
  parts: { readonly [path: string]: string | Uint8Array },
): Uint8Array =>
  zipSync({
    ...unzipSync(fixture(name)),
    ...Object.fromEntries(
      Object.entries(parts).map(([path, part]) => [path, typeof part === 'string' ? strToU8(part) : part]),
    ),
  });

/** The part of a document of Word that has its text. */
export const WORD_BODY = 'word/document.xml';

export const wordBody = (body: string): string =>
  `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;
