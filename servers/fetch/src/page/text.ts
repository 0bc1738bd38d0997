// Text of a document: the extraction job, its result, and parts of it.
import { hash } from 'node:crypto';
import { fitBytes } from '@mcp/runtime';
import { FetchError } from '../failure.ts';
import type { Link } from './links.ts';

/**
 * The format of a text: Markdown, text without Markdown, or the content of a page without scripts, styles and hidden
 * elements (`html`). `raw` is the source, and `json` is a source that is JSON.
 */
export type Format = 'markdown' | 'text' | 'html' | 'json' | 'raw';

/** A text to extract. */
export interface TextJob {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly kind: 'feed' | 'html' | 'text';
  /** Base of its links. */
  readonly url: string;
  readonly format: Format;
  /** CSS selector of the elements to write. */
  readonly selector?: string | undefined;
}

/**
 * How a text was extracted: from the main part of a page (`article`), or from the page without menus and the like
 * (`whole`). `raw` is the source.
 */
export interface Extraction {
  readonly method: 'article' | 'whole' | 'selector' | 'document' | 'feed' | 'pdf' | 'raw';
  /** Why nothing was removed: the page has only menus, or no text. */
  readonly fallback?: 'empty' | 'only_navigation';
}

/** A text and its metadata. */
export interface Content {
  readonly text: string;
  readonly charset: string;
  readonly extraction: Extraction;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** All metadata of a page or a PDF, as lines like `author: a`. */
  readonly metadata?: readonly string[];
  /** Links of a page or a feed. */
  readonly links?: readonly Link[];
  /** Whether a page has scripts and little text. */
  readonly needsScripts?: boolean;
  /** Whether a page has a password field. */
  readonly asksPassword?: boolean;
}

/** The text of a document. */
export interface DocumentText extends Content {
  /** In code points. */
  readonly length: number;
  /** Its maximum memory. */
  readonly bytes: number;
  /** Parts with the same hash belong to the same text. */
  readonly hash: string;
  /** The headings of Markdown, as lines. */
  readonly outline: readonly string[];
}

/** Adds the length, hash and outline of a text. */
export const complete = (content: Content, isMarkdown: boolean): DocumentText => {
  const { text, ...rest } = content;
  const outline = isMarkdown ? outlineOf(text) : [];
  // At most two bytes for each character.
  const bytes = 2 * (text.length + JSON.stringify({ ...rest, outline }).length);
  return { ...content, length: lengthOf(text), hash: shortHash(text), outline, bytes };
};

/** Returns 64 bits of SHA-256, enough to distinguish the versions of a document. */
export const shortHash = (content: string | Uint8Array): string =>
  hash('sha256', content, 'hex').slice(0, 16);

/** Maximum characters of a text at any step of the extraction, because a small source can become a huge text. */
export const MAX_CHARACTERS = 16_000_000;

/** @throws {FetchError} `too_large` if `count` is more than `most`. */
export const requireAtMost = (most: number, count: number, counted: string): void => {
  if (count <= most) return;
  throw new FetchError('too_large', `The page has more than ${most} ${counted}.`, {
    hint: 'Call again with raw: true for its source.',
  });
};

/** A part of a text. */
export interface Part {
  readonly text: string;
  /** Start of the next part, in code points. Undefined at the end. */
  readonly nextIndex: number | undefined;
}

const isLead = (text: string, unit: number): boolean => (text.codePointAt(unit) ?? 0) > 0xffff;

/** Returns the length in code points, as the official server counts. */
export const lengthOf = (text: string): number => {
  if (!/[\uD800-\uDBFF]/.test(text)) return text.length;
  let length = text.length;
  for (let unit = 0; unit < text.length; unit += 1) if (isLead(text, unit)) length -= 1;
  return length;
};

/** Maximum size of a part, in code points and in bytes of UTF-8. */
export interface PartLimits {
  readonly count: number;
  readonly maxBytes: number;
}

/** Returns the part of a text that begins at `start`, at least one code point. `length` is that of the text. */
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

// A slice would keep the whole text in memory until the answer is sent.
const copyOf = (slice: string): string => Buffer.from(slice, 'utf16le').toString('utf16le');

/** Returns the code unit that is `count` code points after `from`. */
export const skip = (text: string, from: number, count: number): number => {
  let unit = from;
  for (let left = count; left > 0; left -= 1) unit += isLead(text, unit) ? 2 : 1;
  return unit;
};

/** More than fit into a result. */
const MAX_ENTRIES = 5000;
const MAX_TITLE = 200;
const HEADING_OR_FENCE = /^ {0,3}(?:(#{1,6}) +(.*)|(`{3,}|~{3,})(.*))$/gm;

/**
 * Returns the first 5000 headings of a text, each with its `start_index` in code points. Ignores code blocks.
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

// Consumes escapes and ends a label at the next bracket, so that the search is linear.
const ESCAPE_OR_LINK = /\\.|!?\[((?:\\.|[^[\]\\])*)\]\([^()\s]*\)/g;

// Returns a title without Markdown. Links and images become their text.
const plain = (title: string): string =>
  title
    .replaceAll(ESCAPE_OR_LINK, (found: string, label?: string) => label ?? found)
    .replaceAll(/(?<!\\)(?:\*\*|[*`])/g, '')
    .replaceAll(/\\([\\`*_[\]<#~&])/g, '$1')
    .replace(/ #+$/, '')
    .trim()
    .slice(0, MAX_TITLE);
