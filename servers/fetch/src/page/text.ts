// The text of a document: the job of making one, what comes back from other processes, and parts of it.
import { hash } from 'node:crypto';
import { fitBytes } from '@mcp/runtime';
import { FetchError } from '../failure.ts';
import type { Link } from './links.ts';

/**
 * How a document is written: a page as Markdown, as text without marks, or as its content without scripts, styles and
 * hidden elements (`html`). `raw` is what the server sent, and `json` is that, if it is JSON.
 */
export type Format = 'markdown' | 'text' | 'html' | 'json' | 'raw';

/** A text to be made. */
export interface TextJob {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly kind: 'feed' | 'html' | 'text';
  /** Where it is from: links are made absolute with it. */
  readonly url: string;
  readonly format: Format;
  /** Only what this CSS selector finds. */
  readonly selector?: string | undefined;
}

/**
 * How a text was made: of the main part of a page, of all of it but menus and the like; `raw` is what the server sent.
 */
export interface Extraction {
  readonly method: 'article' | 'whole' | 'selector' | 'document' | 'feed' | 'pdf' | 'raw';
  /** Why it is more than that: the page is nothing but menus, or it has no text at all. */
  readonly fallback?: 'empty' | 'only_navigation';
}

/** A text, and what is known about it. */
export interface Content {
  readonly text: string;
  readonly charset: string;
  readonly extraction: Extraction;
  /** What a page or a PDF says about itself: these two, and all as lines like `author: a`. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly metadata?: readonly string[];
  /** Of a page or a feed. */
  readonly links?: readonly Link[];
  /** Of a page: it has scripts and little text. */
  readonly needsScripts?: boolean;
  /** Of a page: it has a field for a password. */
  readonly asksPassword?: boolean;
}

/** The text of a document. */
export interface DocumentText extends Content {
  /** In code points. */
  readonly length: number;
  /** The memory that it takes, at most. */
  readonly bytes: number;
  /** Of the text: parts with the same hash fit together. */
  readonly hash: string;
  /** The headings, where it is Markdown, as lines. */
  readonly outline: readonly string[];
}

/** Adds what follows from the text. */
export const complete = (content: Content, isMarkdown: boolean): DocumentText => {
  const { text, ...rest } = content;
  const outline = isMarkdown ? outlineOf(text) : [];
  // At most two bytes for each character.
  const bytes = 2 * (text.length + JSON.stringify({ ...rest, outline }).length);
  return { ...content, length: lengthOf(text), hash: shortHash(text), outline, bytes };
};

/** A short name for a content: 64 bits of SHA-256, enough to tell versions of one document apart. */
export const shortHash = (content: string | Uint8Array): string =>
  hash('sha256', content, 'hex').slice(0, 16);

/** Of a text, in characters, at any step on the way to it. A small source can stand for a text that is larger still. */
export const MAX_CHARACTERS = 16_000_000;

/** @throws {FetchError} `too_large` when `count` is more than `most`. */
export const requireAtMost = (most: number, count: number, counted: string): void => {
  if (count <= most) return;
  throw new FetchError('too_large', `The page has more than ${most} ${counted}.`, {
    hint: 'Call again with raw: true for its source.',
  });
};

/** A part of a text. */
export interface Part {
  readonly text: string;
  /** Where the next part begins, in code points; undefined at the end. */
  readonly nextIndex: number | undefined;
}

const isLead = (text: string, unit: number): boolean => (text.codePointAt(unit) ?? 0) > 0xffff;

/** In code points, as the official server counts. */
export const lengthOf = (text: string): number => {
  if (!/[\uD800-\uDBFF]/.test(text)) return text.length;
  let length = text.length;
  for (let unit = 0; unit < text.length; unit += 1) if (isLead(text, unit)) length -= 1;
  return length;
};

/** The most of a part: code points, and bytes of UTF-8. */
export interface PartLimits {
  readonly count: number;
  readonly maxBytes: number;
}

/** Returns the part of a text of that length which begins at `start`; at least one code point. */
export const partOf = (
  text: string,
  length: number,
  start: number,
  { count, maxBytes }: PartLimits,
): Part => {
  if (start >= length) return { text: '', nextIndex: undefined };
  const most = Math.min(start + count, length);
  const isNarrow = text.length === length;
  const from = isNarrow ? start : skip(text, 0, start);
  const to = isNarrow ? most : skip(text, from, most - start);
  const slice = text.slice(from, to);
  const part = slice.slice(0, fitBytes(slice, Math.max(MOST_OF_A_CHARACTER, maxBytes)).read);
  const end = start + lengthOf(part);
  return { text: copyOf(part), nextIndex: end < length ? end : undefined };
};

/** Bytes. */
const MOST_OF_A_CHARACTER = 4;

// A slice keeps the whole text in memory for as long as an answer is on its way.
const copyOf = (slice: string): string => Buffer.from(slice, 'utf16le').toString('utf16le');

/** The code unit that stands so many code points behind another. */
export const skip = (text: string, from: number, count: number): number => {
  let unit = from;
  for (let left = count; left > 0; left -= 1) unit += isLead(text, unit) ? 2 : 1;
  return unit;
};

/** More than fit into a result, which says how many are missing. */
const MAX_ENTRIES = 5000;
const MAX_TITLE = 200;
const HEADING_OR_FENCE = /^ {0,3}(?:(#{1,6}) +(.*)|(`{3,}|~{3,})(.*))$/gm;

/**
 * The headings of a text, the first 5000, with the `start_index` of each, in code points. What looks like a heading in
 * a code block is none.
 */
export const outlineOf = (markdown: string): string[] => {
  const entries: string[] = [];
  let fence = '';
  let unit = 0;
  let index = 0;
  for (const { 0: line, 1: marks, 2: title = '', 3: ticks = '', index: at } of markdown.matchAll(
    HEADING_OR_FENCE,
  )) {
    if (marks === undefined) {
      if (fence === '') fence = ticks;
      else if (ticks.startsWith(fence) && line.trim() === ticks) fence = '';
    } else if (fence === '') {
      for (; unit < at; unit += (markdown.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1) index += 1;
      entries.push(`${marks} ${plain(title)} (start_index ${index})`);
      if (entries.length === MAX_ENTRIES) break;
    }
  }
  return entries;
};

// Each escape is consumed, and a label ends at the next bracket: no part of a title is searched twice.
const ESCAPE_OR_LINK = /\\.|!?\[((?:\\.|[^[\]\\])*)\]\([^()\s]*\)/g;

// Of links and images their text; without marks.
const plain = (title: string): string =>
  title
    .replaceAll(ESCAPE_OR_LINK, (found: string, label?: string) => label ?? found)
    .replaceAll(/(?<!\\)(?:\*\*|[*`])/g, '')
    .replaceAll(/\\([\\`*_[\]<#~&])/g, '$1')
    .replace(/ #+$/, '')
    .trim()
    .slice(0, MAX_TITLE);
