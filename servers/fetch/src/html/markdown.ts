// Markdown of a page: paragraphs, headings, lists, quotes, code and tables, in time proportional to its size.
import { toCodeBlock } from './code-block.ts';
import type { DomElement, DomNode } from './dom.ts';
import { toInline, type Style } from './inline.ts';
import { MAX_CHARACTERS, requireAtMost } from './limits.ts';
import { toTable } from './table.ts';

/** The whole of an element. */
export const toMarkdown = (root: DomElement, style: Style): string =>
  new Writer(style).element(root).join('\n\n');

const BLOCK: ReadonlySet<string> = new Set([
  ...['ADDRESS', 'ARTICLE', 'ASIDE', 'BLOCKQUOTE', 'BODY', 'CAPTION', 'CENTER', 'DD', 'DETAILS', 'DIV', 'DL'],
  ...[
    'DT',
    'FIELDSET',
    'FIGCAPTION',
    'FIGURE',
    'FOOTER',
    'FORM',
    'H1',
    'H2',
    'H3',
    'H4',
    'H5',
    'H6',
    'HEADER',
  ],
  ...['HGROUP', 'HR', 'HTML', 'LI', 'MAIN', 'MENU', 'NAV', 'OL', 'P', 'PRE', 'SEARCH', 'SECTION', 'SUMMARY'],
  ...['TABLE', 'TBODY', 'TD', 'TFOOT', 'TH', 'THEAD', 'TR', 'UL'],
]);

/** Each level makes each line longer. Deeper ones are written like this one. */
const MAX_LEVELS = 16;

class Writer {
  readonly #style: Style;
  /** Of quotes and lists around. */
  #levels = 0;
  /** Whether there are blocks in an inline element. */
  readonly #hasBlock = new Map<DomElement, boolean>();

  constructor(style: Style) {
    this.#style = style;
  }

  /** An element that may be a block itself. */
  element(root: DomElement): string[] {
    return this.#isBlock(root) ? this.#block(root) : [this.#paragraph([root])];
  }

  /** The blocks in an element, each without empty lines around it. */
  #blocks(parent: DomElement): string[] {
    const blocks: string[] = [];
    let run: DomNode[] = [];
    const flush = (): void => {
      const text = run.length === 0 ? '' : this.#paragraph(run);
      run = [];
      if (text !== '') blocks.push(text);
    };
    for (const node of parent.childNodes) {
      if (node.nodeType === 3 || !this.#isBlock(node)) run.push(node);
      else {
        flush();
        for (const block of this.#block(node)) blocks.push(block);
      }
    }
    flush();
    return blocks;
  }

  // An inline element around blocks does not make them inline: a link around a card, or emphasis that nobody closed.
  #isBlock(element: DomElement): boolean {
    if (BLOCK.has(element.tagName)) return true;
    const known = this.#hasBlock.get(element);
    if (known !== undefined) return known;
    const found = element.childNodes.some((child) => child.nodeType === 1 && this.#isBlock(child));
    this.#hasBlock.set(element, found);
    return found;
  }

  #block(element: DomElement): string[] {
    const { isPlain } = this.#style;
    switch (element.tagName) {
      case 'H1':
      case 'H2':
      case 'H3':
      case 'H4':
      case 'H5':
      case 'H6':
        return this.#heading(element, Number(element.tagName[1]));
      case 'PRE':
        return [toCodeBlock(element, isPlain)].filter((text) => text !== '');
      case 'BLOCKQUOTE':
        return this.#nested(element, () => this.#quote(element));
      case 'UL':
      case 'MENU':
      case 'OL':
        return this.#nested(element, () => this.#list(element, element.tagName === 'OL'));
      case 'TABLE':
        return this.#table(element);
      case 'HR':
        return isPlain ? [] : ['---'];
      case 'DT':
      case 'SUMMARY':
        return this.#blocks(element).map((block) =>
          isPlain || block.includes('\n') || block.includes('**') || block.startsWith('#')
            ? block
            : `**${block}**`,
        );
      default:
        return this.#blocks(element);
    }
  }

  #nested(element: DomElement, write: () => string[]): string[] {
    if (this.#levels === MAX_LEVELS) return this.#blocks(element);
    this.#levels += 1;
    const blocks = write();
    this.#levels -= 1;
    return blocks;
  }

  #paragraph(nodes: readonly DomNode[]): string {
    const text = toInline(nodes, this.#style);
    return this.#style.isPlain || !/^[#>+\-=\d]/m.test(text) ? text : escapeStarts(text);
  }

  #heading(element: DomElement, level: number): string[] {
    const text = toHeading(element, this.#style);
    if (text === '') return [];
    // Signs at its end would be taken for the closing ones.
    return [this.#style.isPlain ? text : `${'#'.repeat(level)} ${text.replace(/(?<= |^)#+$/, '\\$&')}`];
  }

  #quote(element: DomElement): string[] {
    const text = this.#blocks(element).join('\n\n');
    if (text === '') return [];
    requireRoom(text, 2);
    return [eachLine(text, (line) => (line === '' ? '>' : `> ${line}`))];
  }

  #table(element: DomElement): string[] {
    const { isPlain } = this.#style;
    const table = toTable(element, isPlain, (cell) => this.#blocks(cell).join('\n'));
    return table === undefined ? this.#blocks(element) : [table];
  }

  #list(list: DomElement, isOrdered: boolean): string[] {
    let number = toNumber(list.getAttribute('start')) ?? 1;
    const items: string[] = [];
    let isLoose = false;
    for (const node of list.childNodes) {
      // Text between the items of a list belongs to none, but is shown.
      const blocks = node.nodeType === 1 ? this.#blocks(node) : [this.#paragraph([node])];
      if (blocks.length === 0 || blocks[0] === '') continue;
      const isTight = blocks.slice(1).every((block) => LIST_ITEM.test(block));
      isLoose ||= !isTight;
      if (node.nodeType === 1) number = toNumber(node.getAttribute('value')) ?? number;
      const marker = isOrdered ? `${number}. ` : '- ';
      number += 1;
      items.push(indent(blocks.join(isTight ? '\n' : '\n\n'), marker));
    }
    return items.length === 0 ? [] : [items.join(isLoose ? '\n\n' : '\n')];
  }
}

// Markdown has numbers of up to nine digits.
const toNumber = (given: string | null): number | undefined =>
  given !== null && /^\d{1,9}$/.test(given) ? Number(given) : undefined;

const LIST_ITEM = /^(?:- |\d+\. )/;

/** A heading on one line, without the mark that leads to itself. */
export const toHeading = (heading: DomElement, style: Style): string =>
  toInline(
    heading.childNodes.filter((node) => node.nodeType === 3 || !isPermalink(node)),
    style,
  ).replaceAll(/ *\n/g, ' ');

const isPermalink = (element: DomElement): boolean =>
  element.tagName === 'A' &&
  (element.getAttribute('href') ?? '').includes('#') &&
  !/[\p{L}\p{N}]/u.test(element.textContent);

// What would begin another kind of block, or make a heading of the line before. Two spaces end a line with a break.
const escapeStarts = (text: string): string =>
  text
    .replaceAll(/^(?:(?:#{1,6}|[-+])(?= |$)|>|(?:-{2,}|=+)(?= *$))/gm, '\\$&')
    .replaceAll(/^(\d{1,9})([.)])(?= |$)/gm, '$1\\$2');

const indent = (text: string, marker: string): string => {
  if (!text.includes('\n')) return marker + text;
  requireRoom(text, marker.length);
  const space = ' '.repeat(marker.length);
  return marker + eachLine(text, (line) => (line === '' ? '' : space + line)).slice(marker.length);
};

// A regular expression would need ten times the time, and a hundred bytes for each line.
const eachLine = (text: string, write: (line: string) => string): string =>
  text.split('\n').map(write).join('\n');

// Before each line gets so many characters more, level by level: that is where a text outgrows its page.
const requireRoom = (text: string, characters: number): void => {
  let length = text.length + characters;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) length += characters;
  requireAtMost(MAX_CHARACTERS, length, 'characters of text');
};
