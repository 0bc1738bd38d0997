// Feeds in the forms of their producers, and documents that other programs wrote: nothing that an independent reader
// finds is missing. `producers/feeds.json` was made by feedparser 6.0.10 (titles as plain text, dates in UTC, the
// enclosure where an entry has no link), for JSON Feed by Python's json. The names of the documents say what wrote
// them; `documents.json` was made by python-docx, openpyxl and EbookLib, for slides by pdftotext of the PDF that
// LibreOffice 7.4 writes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textsOf, useInFile } from '../setup.ts';

type Entry = readonly [date: string, title: string, link: string];

const FOLDER = join(import.meta.dirname, 'producers');
const feeds = Object.entries(
  JSON.parse(readFileSync(join(FOLDER, 'feeds.json'), 'utf8')) as {
    readonly [file: string]: { readonly title: string; readonly entries: readonly Entry[] };
  },
);
const TYPES: { readonly [extension: string]: string } = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json',
  rdf: 'application/rdf+xml',
  rss: 'text/xml',
};

const server = await useInFile(
  Object.fromEntries(
    feeds.map(([file]) => [
      `/${file}`,
      { type: TYPES[file.replace(/^.*\./, '')] ?? '', body: readFileSync(join(FOLDER, file)) },
    ]),
  ),
);

/** What Markdown shows: without the escapes. */
const unescaped = (text: string): string => text.replaceAll(/\\([\\`*_[\]<#~&])/g, '$1');

// Hugo writes the year 1 for an entry without a date: the list shows what the feed says.
const NO_DATE: readonly [read: string, shown: string] = [
  '0001-01-01 00:00',
  'Mon, 01 Jan 0001 00:00:00 +0000',
];

const toLine = ([read, title, link]: Entry): string => {
  const date = read.replace(...NO_DATE);
  return `- ${date === '' ? '' : `${date}: `}[${title === '' ? 'Untitled' : title}](${link})`;
};

test.each(feeds)('%s', async (file, { title, entries }) => {
  const [answer = ''] = textsOf(await server.fetch(`/${file}`));
  const lines = unescaped(answer).split('\n');
  expect(lines[1]).toBe(`# ${title}`);
  const begins = lines
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(0, line.indexOf(')', line.lastIndexOf('](')) + 1));
  expect(begins).toEqual(entries.map(toLine));
});

const documents = Object.entries(
  JSON.parse(readFileSync(join(FOLDER, 'documents.json'), 'utf8')) as {
    readonly [file: string]: readonly string[];
  },
);
const files = await useInFile(
  Object.fromEntries(
    documents.map(([file]) => [
      `/${file}`,
      { type: 'application/octet-stream', body: readFileSync(join(FOLDER, file)) },
    ]),
  ),
);

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

test.each(documents)('%s', async (file, parts) => {
  const [answer = ''] = textsOf(await files.fetch(`/${file}`, { format: 'text' }));
  let rest = onOneLine(answer);
  for (const part of parts.map(onOneLine)) {
    expect(rest).toContain(part);
    rest = rest.slice(rest.indexOf(part) + part.length);
  }
});
