// What is taken out of an HTML page, and what is asked of the thread that does it. Plain data only.

/** A page to be read. */
export interface PageJob {
  readonly html: string;
  /** Where it is from: links are made absolute with it. */
  readonly url: string;
  readonly format: 'markdown' | 'text';
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

/** A page that was read. */
export interface PageText {
  readonly text: string;
  /** `article`: what readability found; `whole`: everything but menus and the like. */
  readonly method: 'article' | 'whole';
  readonly metadata: Metadata;
  readonly links: readonly Link[];
}
