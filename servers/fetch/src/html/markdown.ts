// Markdown of a page: paragraphs, headings, lists, quotes, code and tables, in time proportional to its size.
import type { DomElement, DomNode } from 'linkedom';
import { isElement, longestRun, MAX_DEPTH, toInline, type Style } from './inline.ts';
import { toTable } from './table.ts';
import { isHidden } from './visibility.ts';

/** The whole of an element. */
export const toMarkdown = (root: DomElement, style: Style): string =>
  new Writer(style).blocks(root, 0).join('\n\n');

const BLOCK = new Set([
  ...[
    'ADDRESS',
    'ARTICLE',
    'ASIDE',
    'BLOCKQUOTE',
    'BODY',
    'CENTER',
    'DD',
    'DETAILS',
    'DIV',
    'DL',
    'DT',
    'FIELDSET',
  ],
  ...[
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
    'HGROUP',
    'HR',
    'LI',
  ],
  ...[
    'MAIN',
    'MENU',
    'NAV',
    'OL',
    'P',
    'PRE',
    'SEARCH',
    'SECTION',
    'SUMMARY',
    'TABLE',
    'TBODY',
    'TD',
    'TFOOT',
  ],
  ...['TH', 'THEAD', 'TR', 'UL', 'HTML'],
]);

class Writer {
  readonly #style: Style;
  /** Whether there are blocks in an inline element. */
  readonly #hasBlock = new WeakMap<DomElement, boolean>();

  constructor(style: Style) {
    this.#style = style;
  }

  /** The blocks in an element, each without empty lines around it. */
  blocks(parent: DomElement, depth: number): string[] {
    const blocks: string[] = [];
    let run: DomNode[] = [];
    const flush = (): void => {
      const text = this.#paragraph(run);
      run = [];
      if (text !== '') blocks.push(text);
    };
    for (const node of parent.childNodes) {
      if (!isElement(node)) run.push(node);
      else if (isHidden(node)) continue;
      else if (depth < MAX_DEPTH && this.#isBlock(node)) {
        flush();
        blocks.push(...this.#block(node, depth + 1));
      } else run.push(node);
    }
    flush();
    return blocks;
  }

  // An inline element around blocks does not make them inline: a link around a card, or emphasis that nobody closed.
  #isBlock(element: DomElement): boolean {
    if (BLOCK.has(element.tagName.toUpperCase())) return true;
    const known = this.#hasBlock.get(element);
    if (known !== undefined) return known;
    const found = element.children.some((child) => this.#isBlock(child));
    this.#hasBlock.set(element, found);
    return found;
  }

  #block(element: DomElement, depth: number): string[] {
    const name = element.tagName.toUpperCase();
    if (/^H[1-6]$/.test(name)) return this.#heading(element, Number(name[1]));
    switch (name) {
      case 'PRE':
        return this.#code(element);
      case 'BLOCKQUOTE':
        return this.#quote(element, depth);
      case 'UL':
      case 'MENU':
      case 'OL':
        return this.#list(element, name === 'OL', depth);
      case 'TABLE': {
        const table = toTable(element, this.#style);
        return table === undefined ? this.blocks(element, depth) : [table];
      }
      case 'HR':
        return this.#style.isPlain ? [] : ['---'];
      case 'DT':
        return this.blocks(element, depth).map((block) =>
          this.#style.isPlain || block.includes('\n') || block.includes('**') ? block : `**${block}**`,
        );
      default:
        return this.blocks(element, depth);
    }
  }

  #paragraph(nodes: readonly DomNode[]): string {
    const text = toInline(nodes, this.#style);
    // What would begin another kind of block.
    return this.#style.isPlain
      ? text
      : text.replaceAll(/^(#{1,6}(?= )|>|[-+](?= )|\d{1,9}(?=[.)] ))|^(?:-{3,}|={3,})$/gm, escapeFirst);
  }

  #heading(element: DomElement, level: number): string[] {
    const text = toInline(element.childNodes, this.#style).replaceAll(/ *\n/g, ' ');
    if (text === '') return [];
    return [this.#style.isPlain ? text : `${'#'.repeat(level)} ${text}`];
  }

  #code(element: DomElement): string[] {
    const content = (element.textContent ?? '').replace(/^\n/, '').trimEnd();
    if (content === '') return [];
    if (this.#style.isPlain) return [content];
    const fence = '`'.repeat(Math.max(3, longestRun(content, '`') + 1));
    return [`${fence}${languageOf(element)}\n${content}\n${fence}`];
  }

  #quote(element: DomElement, depth: number): string[] {
    const text = this.blocks(element, depth).join('\n\n');
    if (text === '') return [];
    return [
      text
        .split('\n')
        .map((line) => (line === '' ? '>' : `> ${line}`))
        .join('\n'),
    ];
  }

  #list(list: DomElement, isOrdered: boolean, depth: number): string[] {
    let number = Number(list.getAttribute('start') ?? 1) || 1;
    const items: string[] = [];
    let isLoose = false;
    for (const node of list.childNodes) {
      if (!isElement(node) || isHidden(node)) continue;
      const blocks = this.blocks(node, depth);
      if (blocks.length === 0) continue;
      isLoose ||= blocks.slice(1).some((block) => !/^(?:[-*] |\d+\. )/.test(block));
      const marker = isOrdered ? `${number}. ` : '- ';
      number += 1;
      items.push(indent(blocks.join(isTight(blocks) ? '\n' : '\n\n'), marker));
    }
    return items.length === 0 ? [] : [items.join(isLoose ? '\n\n' : '\n')];
  }
}

// A text with a list below it.
const isTight = (blocks: readonly string[]): boolean =>
  blocks.slice(1).every((block) => /^(?:- |\d+\. )/.test(block));

const indent = (text: string, marker: string): string => {
  const [first = '', ...others] = text.split('\n');
  const space = ' '.repeat(marker.length);
  return [`${marker}${first}`, ...others.map((line) => (line === '' ? '' : `${space}${line}`))].join('\n');
};

const escapeFirst = (start: string): string => (/^\d/.test(start) ? `${start}\\` : `\\${start}`);

const LANGUAGE = /(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s*)([\w+#-]{1,30})/;

const languageOf = (pre: DomElement): string => {
  const code = pre.querySelector('code');
  const classes = [code, pre].map((element) => element?.getAttribute('class') ?? '');
  const found = classes.map((names) => LANGUAGE.exec(names)?.[1]).find((name) => name !== undefined);
  return found ?? code?.getAttribute('data-lang') ?? pre.getAttribute('data-lang') ?? '';
};
