// Block Markdown: paragraphs, headings, lists, quotes, code and tables, in linear time.
import { isTag, isText, type ChildNode, type Element } from 'domhandler';
import { findOne } from 'domutils';
import { BLOCK, isPermalink, longestRun, textOf, toCode, toInline, toTarget, type Style } from './inline.ts';
import { toTable } from './table.ts';
import { MAX_CHARACTERS, requireAtMost } from './text.ts';

/** Writes an element as Markdown. */
export const toMarkdown = (root: Element, style: Style): string =>
  new Writer(style).element(root).join('\n\n');

/** Maximum nesting, because each level makes each line longer. Deeper elements are written at this level. */
const MAX_LEVELS = 16;

class Writer {
  readonly #style: Style;
  /** Number of surrounding quotes and lists. */
  #levels = 0;
  /** Whether a cell is written, which cannot contain a code block. */
  #isInCell = false;
  /** Whether an inline element contains blocks. */
  readonly #hasBlock = new Map<Element, boolean>();

  constructor(style: Style) {
    this.#style = style;
  }

  /** Writes an element that may be a block itself. */
  element(root: Element): string[] {
    return this.#isBlock(root) ? (this.#block(root) ?? this.#blocks(root)) : [this.#paragraph([root])];
  }

  /** Returns the blocks in an element, without empty lines around them. */
  #blocks(parent: Element): string[] {
    const blocks: string[] = [];
    this.#collect(parent, blocks);
    return blocks;
  }

  #collect(parent: Element, blocks: string[]): void {
    let run: ChildNode[] = [];
    const flush = (): void => {
      const text = run.length === 0 ? '' : this.#paragraph(run);
      run = [];
      if (text !== '') blocks.push(text);
    };
    for (const node of parent.children) {
      if (!isTag(node) || !this.#isBlock(node)) run.push(node);
      else {
        flush();
        const written = this.#block(node);
        // Collected into the same list, because nested lists would copy each block once per level.
        if (written === undefined) this.#collect(node, blocks);
        else for (const block of written) blocks.push(block);
      }
    }
    flush();
  }

  // An inline element may contain blocks: a link around a card, or unclosed emphasis.
  #isBlock(element: Element): boolean {
    if (BLOCK.has(element.name)) return true;
    const known = this.#hasBlock.get(element);
    if (known !== undefined) return known;
    const found = element.children.some((child) => isTag(child) && this.#isBlock(child));
    this.#hasBlock.set(element, found);
    return found;
  }

  /** Returns undefined for an element that only contains blocks. */
  #block(element: Element): string[] | undefined {
    const { isPlain } = this.#style;
    if (/^h[1-6]$/.test(element.name)) return this.#heading(element, Number(element.name[1]));
    switch (element.name) {
      case 'pre':
        return [this.#isInCell ? toCodeLines(element, isPlain) : toCodeBlock(element, isPlain)].filter(
          (text) => text !== '',
        );
      case 'blockquote':
        return this.#nested(() => this.#quote(element));
      case 'ul':
      case 'menu':
      case 'ol':
        return this.#nested(() => this.#list(element, element.name === 'ol'));
      case 'table':
        return this.#table(element);
      case 'hr':
        return isPlain ? [] : ['---'];
      case 'dt':
      case 'summary':
        return this.#blocks(element).map((block) =>
          isPlain || block.includes('\n') || block.includes('**') || block.startsWith('#')
            ? block
            : `**${block}**`,
        );
      case 'a':
        return this.#card(element);
      default:
        return undefined;
    }
  }

  // Writes a link around blocks as a link in their first line of text.
  #card(element: Element): string[] {
    const blocks = this.#blocks(element);
    const url = this.#style.isPlain ? undefined : this.#style.base.resolve(element.attribs['href']);
    const at = blocks.findIndex((block) => CARD_TITLE.test(block));
    if (url === undefined || at < 0) return blocks;
    return blocks.with(
      at,
      (blocks[at] ?? '').replace(CARD_TITLE, `$1[$2](${toTarget(url).replaceAll('$', '$$$$')})`),
    );
  }

  #nested(write: () => string[]): string[] | undefined {
    if (this.#levels === MAX_LEVELS) return undefined;
    this.#levels += 1;
    const blocks = write();
    this.#levels -= 1;
    return blocks;
  }

  #paragraph(nodes: readonly ChildNode[]): string {
    const text = toInline(nodes, this.#style);
    return this.#style.isPlain || !/^[#>+\-=\d]/m.test(text) ? text : escapeStarts(text);
  }

  #heading(element: Element, level: number): string[] {
    const text = toHeading(element, this.#style);
    if (text === '') return [];
    // Number signs at the end would be read as closing ones.
    return [this.#style.isPlain ? text : `${'#'.repeat(level)} ${text.replace(/(?<= |^)#+$/, '\\$&')}`];
  }

  #quote(element: Element): string[] {
    const text = this.#blocks(element).join('\n\n');
    if (text === '') return [];
    checkIndentedLength(text, 2);
    return [eachLine(text, (line) => (line === '' ? '>' : `> ${line}`))];
  }

  #table(element: Element): string[] | undefined {
    const { isPlain } = this.#style;
    const isOuter = !this.#isInCell;
    this.#isInCell = true;
    const table = toTable(element, isPlain, (cell) => this.#blocks(cell).join('\n'));
    if (isOuter) this.#isInCell = false;
    return table === undefined ? undefined : [table];
  }

  #list(list: Element, isOrdered: boolean): string[] {
    const step = 'reversed' in list.attribs ? -1 : 1;
    const count = step === 1 ? 1 : list.children.filter((node) => isTag(node) && node.name === 'li').length;
    let number = toNumber(list.attribs['start']) ?? count;
    const items: string[] = [];
    let isLoose = false;
    for (const node of list.children) {
      // Text between the items of a list becomes an item.
      const blocks = isTag(node) ? this.#blocks(node) : [this.#paragraph([node])];
      if (blocks.length === 0 || blocks[0] === '') continue;
      const isTight = blocks.slice(1).every((block) => LIST_ITEM.test(block));
      isLoose ||= !isTight;
      if (isTag(node)) number = toNumber(node.attribs['value']) ?? number;
      const marker = isOrdered ? `${number}. ` : '- ';
      number += step;
      items.push(indent(blocks.join(isTight ? '\n' : '\n\n'), marker));
    }
    return items.length === 0 ? [] : [items.join(isLoose ? '\n\n' : '\n')];
  }
}

/** One line of text, or a heading, without a link. */
const CARD_TITLE = /^(#{1,6} )?((?:(?!\]\()[^\n|])+)$/;

// Markdown allows numbers of up to nine digits.
const toNumber = (given = ''): number | undefined => (/^\d{1,9}$/.test(given) ? Number(given) : undefined);

const LIST_ITEM = /^(?:- |\d+\. )/;

/** Writes a heading on one line, without its anchor. */
const toHeading = (heading: Element, style: Style): string =>
  toInline(
    heading.children.filter((node) => isText(node) || (isTag(node) && !isPermalink(node, /#/))),
    style,
  ).replaceAll(/ *\n/g, ' ');

// Escapes what would start another kind of block, or turn the line before into a heading.
const escapeStarts = (text: string): string =>
  text
    .replaceAll(/^(?:(?:#{1,6}|[-+])(?= |$)|>|(?:-{2,}|=+)(?= *$))/gm, '\\$&')
    .replaceAll(/^(\d{1,9})([.)])(?= |$)/gm, '$1\\$2');

const indent = (text: string, marker: string): string => {
  if (!text.includes('\n')) return marker + text;
  checkIndentedLength(text, marker.length);
  const space = ' '.repeat(marker.length);
  return marker + eachLine(text, (line) => (line === '' ? '' : space + line)).slice(marker.length);
};

// A regular expression would take ten times as long.
const eachLine = (text: string, write: (line: string) => string): string =>
  text.split('\n').map(write).join('\n');

// Checks the length before each line gets longer, because nesting can make a text much larger than its page.
const checkIndentedLength = (text: string, characters: number): void => {
  let length = text.length + characters;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) length += characters;
  requireAtMost(MAX_CHARACTERS, length, 'characters of text');
};

/** Writes a `<pre>` as a fenced block, or as text. */
const toCodeBlock = (pre: Element, isPlain: boolean): string => {
  const content = textOf(pre).replace(/^\n/, '').trimEnd();
  if (content === '' || isPlain) return content;
  const fence = '`'.repeat(Math.max(3, longestRun(content, '`') + 1));
  return `${fence}${languageOf(pre)}\n${content}\n${fence}`;
};

/** Writes each line of a `<pre>` as inline code. */
const toCodeLines = (pre: Element, isPlain: boolean): string => {
  const lines = textOf(pre).split('\n');
  return lines.map((line) => (isPlain ? line.replaceAll(/\s+/g, ' ') : toCode(line))).join('\n');
};

const LANGUAGE =
  /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|sourceCode\s+)([\w+#-]{1,30})/;
/** Classes that look like languages but are not. */
const NO_LANGUAGE = new Set(['default', 'none', 'plain', 'text', 'highlight', 'code']);

// Highlighters set the language on the code, its block, or one of the two elements around it.
const languageOf = (pre: Element): string => {
  const code = findOne(({ name }) => name === 'code', pre.children);
  for (const element of [code, pre, pre.parent, pre.parent?.parent]) {
    if (!element || !isTag(element)) continue;
    const { 'data-lang': lang, 'data-language': language, class: classes = '' } = element.attribs;
    const name = lang ?? language ?? '';
    const found = /^[\w+#-]{1,30}$/.test(name) ? name : LANGUAGE.exec(classes)?.[1];
    if (found !== undefined && !NO_LANGUAGE.has(found)) return found;
  }
  return '';
};
