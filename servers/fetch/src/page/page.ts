// What is taken out of an HTML page, and what is asked for. Plain data only: it goes to another process and back.

/** How a page is written: `html` is its content without scripts, styles and what is hidden. */
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
