// The text of a document, and what is needed to make it. Plain data only: it goes to another process and back.
import type { FailureSummary } from '../failure.ts';
import type { Extraction, Link, Metadata, PageFormat } from './page.ts';
import type { OutlineEntry } from './outline.ts';

/** How a document is written: a page in one of three ways, or what the server sent; `json` is that, if it is JSON. */
export type Format = PageFormat | 'json' | 'raw';

/** A text to be made. */
export interface TextJob {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly kind: 'html' | 'pdf' | 'text';
  /** Where it is from: links are made absolute with it. */
  readonly url: string;
  readonly format: Format;
  /** Only what this CSS selector finds. */
  readonly selector?: string | undefined;
}

/** The text of a document. */
export interface DocumentText {
  readonly text: string;
  /** In code points. */
  readonly length: number;
  readonly charset: string;
  /** What it takes to keep it, at most. */
  readonly bytes: number;
  /** Of the text: parts with the same hash fit together. */
  readonly hash: string;
  readonly extraction: Extraction;
  /** The headings, where it is Markdown. */
  readonly outline: readonly OutlineEntry[];
  /** Of a page or a PDF. */
  readonly metadata?: Metadata;
  /** Of a page. */
  readonly links?: readonly Link[];
}

/** What comes back from another process. */
export type Answer = { readonly text: DocumentText } | { readonly failure: FailureSummary };
