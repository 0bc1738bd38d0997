// Text of a PDF, page by page.
import type { PdfText } from '@mcp/documents';
import { shown } from '../failure.ts';
import { toMetadata, toValue } from './metadata.ts';
import type { Content } from './text.ts';

/** Writes the pages, each with a heading, and the metadata. */
export const toPdfContent = ({ pages, info }: PdfText, isMarkdown: boolean): Content => {
  const mark = isMarkdown ? '## ' : '';
  const texts = pages.map(toText);
  const parts = texts.map((page, index) => `${mark}Page ${index + 1}\n\n${page}`.trim());
  const isEmpty = texts.every((page) => page === '');
  const { Title, Author, Subject, CreationDate } = info;
  return {
    ...toMetadata({
      title: toValue(Title),
      author: toValue(Author),
      description: toValue(Subject),
      published: toDate(CreationDate),
    }),
    text: isEmpty ? '' : parts.join('\n\n'),
    charset: 'utf-8',
    extraction: { method: 'pdf', ...(isEmpty ? { fallback: 'empty' } : {}) },
  };
};

const toText = ({ text, invisible }: PdfText['pages'][number]): string =>
  invisible === ''
    ? text.trim()
    : `${text.trim()}\n\n[Invisible on this page, as in scans: ${shown(invisible)}]`;

// `D:20240131…`
const toDate = (value: unknown): string | undefined => {
  const [, year, month = '01', day = '01'] = /^D:(\d{4})(\d\d)?(\d\d)?/.exec(String(value)) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
};
