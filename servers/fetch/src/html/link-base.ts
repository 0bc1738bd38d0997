// Where relative links of a page begin.

/** The schemes of links that are worth showing; not `javascript:`, `data:` and the like. */
const SHOWN = new Set(['http:', 'https:', 'mailto:']);

/** Makes links absolute. Pages repeat themselves: each link is parsed once. */
export class LinkBase {
  readonly url: string;
  readonly #known = new Map<string, string | undefined>();

  constructor(url: string) {
    this.url = url;
  }

  /** Undefined for links within the page, and for those that lead nowhere a fetcher could go. */
  resolve(href: string | null | undefined): string | undefined {
    if (href === null || href === undefined || href === '' || href.startsWith('#')) return undefined;
    if (this.#known.has(href)) return this.#known.get(href);
    const url = URL.canParse(href, this.url) ? new URL(href, this.url) : undefined;
    const shown = url !== undefined && SHOWN.has(url.protocol) ? url.href : undefined;
    this.#known.set(href, shown);
    return shown;
  }
}
