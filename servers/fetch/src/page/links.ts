// The links of a page: where they lead, and those that are worth listing.
import type { Element } from 'domhandler';
import { stripInvisible } from '@mcp/runtime';
import { textContent } from 'domutils';
import { MAX_URL_LENGTH } from '../guard/policy.ts';
import { MAX_CHARACTERS, requireAtMost } from './text.ts';

/** The schemes of links that are worth showing; not `javascript:`, `data:` and the like. */
const SHOWN = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const MAX_LINKS = 5000;
const MAX_LINK_TEXT = 200;

/** Makes links absolute. Pages repeat themselves: each link is parsed once. */
export class LinkBase {
  readonly #url: string;
  readonly #known = new Map<string, string | undefined>();
  /** Of all URLs that it gave. */
  #characters = 0;

  constructor(url: string) {
    this.#url = url;
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
    try {
      const url = new URL(href, this.#url);
      return SHOWN.has(url.protocol) && url.href.length <= MAX_URL_LENGTH ? url.href : undefined;
    } catch {
      return undefined;
    }
  }
}

/** A link of a page. */
export interface Link {
  readonly text: string;
  readonly url: string;
  /** Empty when the page says nothing. */
  readonly rel: string;
}

/** Where the links of a page lead, each once, in order. */
export const readLinks = (anchors: readonly Element[], base: LinkBase): Link[] => {
  const links = new Map<string, Link>();
  for (const anchor of anchors) {
    const { href, rel } = anchor.attribs;
    const url = base.resolve(href);
    if (url === undefined || links.has(url)) continue;
    const text = squeeze(textContent(anchor), MAX_LINK_TEXT);
    links.set(url, { text, url, rel: rel === undefined ? '' : squeeze(rel, MAX_LINK_TEXT) });
    if (links.size === MAX_LINKS) break;
  }
  return [...links.values()];
};

/** A value of a page on one line, without what cannot be seen. */
export const squeeze = (text: string, max: number): string =>
  stripInvisible(text.replaceAll(/\s+/g, ' ').trim().slice(0, max));
