// Links of a page: makes them absolute and lists them.
import type { Element } from 'domhandler';
import { stripInvisible } from '@mcp/runtime';
import { textContent } from 'domutils';
import { MAX_URL_LENGTH } from '../guard/policy.ts';
import { MAX_CHARACTERS, requireAtMost } from './text.ts';

/** Schemes of links to show. */
const SHOWN = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const MAX_LINKS = 5000;
const MAX_LINK_TEXT = 200;

/** Makes links absolute, and parses repeated ones once. */
export class LinkBase {
  readonly #url: string;
  readonly #known = new Map<string, string | undefined>();
  /** Total length of the returned URLs. */
  #characters = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Returns the absolute URL, or undefined for links within the page and other schemes.
   *
   * @throws {FetchError} `too_large` if a long base makes the links together longer than a text may be.
   */
  resolve(href: string | undefined): string | undefined {
    if (href === undefined || href === '' || href.startsWith('#')) return undefined;
    if (href.length > MAX_URL_LENGTH) return undefined;
    const shown = this.#known.has(href) ? this.#known.get(href) : this.#parse(href);
    this.#known.set(href, shown);
    this.#characters += shown?.length ?? 0;
    // Each link is resolved twice: for the list of links, and for the text.
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
  /** Empty without the attribute. */
  readonly rel: string;
}

/** Returns the distinct links of a page, in order. */
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

/** Returns a value of a page on one line, without invisible characters. */
export const squeeze = (text: string, max: number): string =>
  stripInvisible(text.replaceAll(/\s+/g, ' ').trim().slice(0, max));
