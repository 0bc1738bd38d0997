// Where relative links of a page begin.
import { MAX_URL_LENGTH } from '../guard/policy.ts';
import { MAX_CHARACTERS, requireAtMost } from './limits.ts';

/** The schemes of links that are worth showing; not `javascript:`, `data:` and the like. */
const SHOWN = new Set(['http:', 'https:', 'mailto:']);

/** Makes links absolute. Pages repeat themselves: each link is parsed once. */
export class LinkBase {
  readonly url: string;
  readonly #known = new Map<string, string | undefined>();
  /** Of all URLs that it gave. */
  #characters = 0;

  constructor(url: string) {
    this.url = url;
  }

  /**
   * Undefined for links within the page, and for those that lead nowhere a fetcher could go.
   *
   * @throws {FetchError} `too_large` when a long base makes all links together longer than a text may be.
   */
  resolve(href: string | undefined): string | undefined {
    if (href === undefined || href === '' || href.startsWith('#')) return undefined;
    if (href.length > MAX_URL_LENGTH) return undefined;
    const shown = this.#known.has(href) ? this.#known.get(href) : this.#parse(href);
    this.#known.set(href, shown);
    this.#characters += shown?.length ?? 0;
    // Each is asked for twice: for the list of links, and for the text.
    requireAtMost(2 * MAX_CHARACTERS, this.#characters, 'characters in its links');
    return shown;
  }

  #parse(href: string): string | undefined {
    const url = URL.canParse(href, this.url) ? new URL(href, this.url) : undefined;
    const isShown = url !== undefined && SHOWN.has(url.protocol) && url.href.length <= MAX_URL_LENGTH;
    return isShown ? url.href : undefined;
  }
}
