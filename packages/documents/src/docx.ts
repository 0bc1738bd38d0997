// Reads a Word document: paragraphs, headings and lists as in Markdown, tables as rows.
import type { DocumentText } from './document.ts';
import { Parts } from './office-parts.ts';
import { toParagraphs } from './paragraphs.ts';
import { TextWriter } from './text-writer.ts';

export const BODY = 'word/document.xml';

/** Parts with more text, by the prefix of their paths: their title, and the element of one note. */
const OTHERS = [
  ['word/header', 'Header'],
  ['word/footer', 'Footer'],
  ['word/footnotes', 'Footnotes', 'footnote'],
  ['word/endnotes', 'Endnotes', 'endnote'],
  ['word/comments.', 'Comments', 'comment'],
] as const;

/** @throws {DocumentError} `unreadable` if it is damaged, `too_large`. */
export const readDocx = (bytes: Uint8Array): DocumentText => {
  const parts = new Parts(bytes);
  const text = new TextWriter();
  parts.read(BODY, toParagraphs(text, { headings: readHeadings(parts) }));
  for (const [prefix, title, note] of OTHERS) {
    // Headers of first, even and odd pages are often equal.
    const found = new Set(parts.paths(prefix).map((path) => readOther(parts, path, note)));
    found.delete('');
    if (found.size > 0) text.block(`${title}:\n${[...found].join('\n')}`);
  }
  const hasDeletions = /<(?:[\w.-]+:)?delText[\s/>]/.test(parts.xml(BODY));
  const notes = hasDeletions ? ['Text that tracked changes delete is left out.'] : [];
  return { kind: 'docx', parts: [{ title: '', text: text.toString() }], notes };
};

const readOther = (parts: Parts, path: string, note: string | undefined): string => {
  const text = new TextWriter();
  parts.read(path, toParagraphs(text, note === undefined ? {} : { note }));
  return text.toString().trim();
};

const readHeadings = (parts: Parts): ReadonlyMap<string, number> => {
  const headings = new Map<string, number>();
  let style = '';
  parts.readIfThere('word/styles.xml', {
    open: ({ name, attributes }) => {
      if (name === 'style') style = attributes['styleId'] ?? '';
      const level = name === 'name' ? /^heading (\d)$/i.exec(attributes['val'] ?? '')?.[1] : undefined;
      if (level !== undefined) headings.set(style, Number(level));
      if (name === 'name' && /^title$/i.test(attributes['val'] ?? '')) headings.set(style, 1);
    },
  });
  return headings;
};
