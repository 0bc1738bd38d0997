// The text of a document, and the job of making it. Plain data only: both travel between processes.
import type { OutlineEntry } from './outline.ts';

/** How a page is written: `html` is its content without scripts, styles and hidden elements. */
export type PageFormat = 'markdown' | 'text' | 'html';

/** A page to be read. */
export interface PageJob {
  readonly html: string;
  /** Where it is from: links are made absolute with it. */
  readonly url: string;
  readonly format: PageFormat;
  /** Read only what this CSS selector finds. */
  readonly selector?: string | undefined;
}

/** A link of a page. */
export interface Link {
  readonly url: string;
  readonly text: string;
  readonly rel?: string;
}

/** What a page says about itself. */
export interface Metadata {
  readonly title?: string;
  readonly description?: string;
  readonly author?: string;
  readonly published?: string;
  readonly siteName?: string;
  readonly canonical?: string;
  readonly lang?: string;
  /** Of its `robots` element. */
  readonly robots?: string;
  readonly feeds: readonly string[];
}

/** How a text was made: of the main part of a page, of all of it but menus and the like; `raw` is what the server sent. */
export interface Extraction {
  readonly method: 'article' | 'whole' | 'selector' | 'pdf' | 'raw';
  /** Why it is more than that: the page is nothing but menus, or it has no text at all. */
  readonly fallback?: 'empty' | 'only_navigation';
}

/** A page that was read. */
export interface PageText {
  readonly text: string;
  readonly extraction: Extraction;
  readonly metadata: Metadata;
  readonly links: readonly Link[];
}

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
  /** The memory that it takes, at most. */
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
