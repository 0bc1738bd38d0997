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
  /** False takes the whole page, not what looks like its article. */
  readonly simplify: boolean;
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

/** How a text was made. `raw` is what the server sent. */
export interface Extraction {
  readonly method: 'article' | 'whole' | 'selector' | 'raw';
  /** Why it is not the article: there is none, it leaves too much out, the page is too large, or it took too long. */
  readonly fallback?:
    | 'article_too_short'
    | 'empty'
    | 'no_article'
    | 'only_navigation'
    | 'too_large'
    | 'too_slow';
}

/** A page that was read. */
export interface PageText {
  readonly text: string;
  readonly extraction: Extraction;
  readonly metadata: Metadata;
  readonly links: readonly Link[];
}
