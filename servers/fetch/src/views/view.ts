// A view: one text of a document, and what is needed to make it. Plain data only: it goes to another process and back.
import type { Extraction, Link, Metadata, PageFormat } from '../html/page.ts';
import type { OutlineEntry } from './outline.ts';
import type { TextIndex } from './parts.ts';

/** How a document is written: a page in one of three ways, or what the server sent; `json` is that, if it is JSON. */
export type Format = PageFormat | 'json' | 'raw';

/** A text to be made. */
export interface ViewJob {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly isHtml: boolean;
  /** Where it is from: links are made absolute with it. */
  readonly url: string;
  readonly format: Format;
  /** Only what this CSS selector finds. */
  readonly selector?: string | undefined;
  /** False takes a whole page, not what looks like its article. */
  readonly simplify: boolean;
}

/** A text of a document. */
export interface View {
  readonly text: string;
  readonly index: TextIndex;
  /** What it takes to keep it, at most. */
  readonly bytes: number;
  readonly charset: string;
  /** Of the text: parts with the same hash fit together. */
  readonly hash: string;
  readonly extraction: Extraction;
  /** The headings, where it is Markdown. */
  readonly outline: readonly OutlineEntry[];
  /** Of a page. */
  readonly metadata?: Metadata;
  readonly links?: readonly Link[];
}

/** A view, with what it takes to keep it. */
export const weighView = (view: Omit<View, 'bytes'>): View => {
  const { text, index, ...rest } = view;
  const characters = text.length + JSON.stringify(rest).length;
  return { ...view, bytes: characters * BYTES_PER_CHARACTER + index.marks.byteLength };
};

/** One where all of a text is Latin. */
const BYTES_PER_CHARACTER = 2;
