// The inline part of Markdown: text, emphasis, links, images, formulas and code on one line.
import type { DomElement, DomNode } from './dom.ts';
import type { LinkBase } from './link-base.ts';
import { TASK_MARK } from './parse.ts';

/** How a page is written. */
export interface Style {
  /** Makes links absolute. */
  readonly base: LinkBase;
  /** Text without any marks. */
  readonly isPlain: boolean;
}

/** Stands for a line break until white space is settled: no page can bring one along, as it is white space itself. */
const BREAK = '\u0085';

/** Nodes as one paragraph, with white space as a browser shows it. */
export const toInline = (nodes: readonly DomNode[], style: Style): string => tidy(render(nodes, style));

const render = (nodes: readonly DomNode[], style: Style): string => {
  let text = '';
  for (const node of nodes)
    text += node.nodeType === 1 ? renderElement(node, style) : toText(node.textContent, style);
  return text;
};

const renderElement = (element: DomElement, style: Style): string => {
  const write = WRITERS.get(element.tagName);
  if (write !== undefined) return write(element, style);
  const inside = render(element.childNodes, style);
  return BLOCKS.has(element.tagName) ? ` ${inside} ` : inside;
};

type Write = (element: DomElement, style: Style) => string;

const marked =
  (sign: string): Write =>
  (element, style) => {
    const inside = render(element.childNodes, style);
    return style.isPlain ? inside : mark(sign, inside);
  };

// Without them 10<sup>6</sup> is 106. References to notes are links, and look like it.
const shifted =
  (tag: 'sub' | 'sup', plain: string): Write =>
  (element, style) => {
    const inside = render(element.childNodes, style).trim();
    if (inside === '' || element.find('a') !== undefined) return inside;
    return style.isPlain ? `${plain}${inside}` : `<${tag}>${inside}</${tag}>`;
  };

const WRITERS: ReadonlyMap<string, Write> = new Map<string, Write>([
  ...['STRONG', 'B'].map((name) => [name, marked('**')] as const),
  ...['EM', 'I'].map((name) => [name, marked('*')] as const),
  ...['DEL', 'S', 'STRIKE'].map((name) => [name, marked('~~')] as const),
  ...['CODE', 'KBD', 'SAMP', 'TT'].map(
    (name) =>
      [
        name,
        (element: DomElement, style: Style): string =>
          style.isPlain ? render(element.childNodes, style) : toCode(element.textContent),
      ] as const,
  ),
  ['SUB', shifted('sub', '')],
  ['SUP', shifted('sup', '^')],
  ['A', (element, style) => toLink(element, render(element.childNodes, style), style)],
  ['IMG', (element, style) => (style.isPlain ? '' : toImage(element, style))],
  ['MATH', (element, { isPlain }) => toFormula(element, isPlain)],
  ['Q', (element, style) => `“${render(element.childNodes, style)}”`],
  // A reading beside its characters.
  ['RT', (element, style) => `(${render(element.childNodes, style).trim()})`],
  ['RP', () => ''],
  ['BR', () => BREAK],
  ['WBR', () => ''],
  [TASK_MARK.toUpperCase(), (element) => (element.hasAttribute('checked') ? '[x] ' : '[ ] ')],
]);

const BLOCKS: ReadonlySet<string> = new Set([
  ...[
    'ARTICLE',
    'BLOCKQUOTE',
    'DD',
    'DIV',
    'DT',
    'FIGCAPTION',
    'H1',
    'H2',
    'H3',
    'H4',
    'H5',
    'H6',
    'LI',
    'OL',
  ],
  ...['P', 'PRE', 'SECTION', 'TABLE', 'TD', 'TH', 'TR', 'UL'],
]);

// The marks must touch the text, or they mark nothing.
const mark = (sign: string, inside: string): string => {
  const text = inside.trim();
  if (text === '' || text.startsWith('*')) return inside;
  const start = inside.indexOf(text);
  return `${inside.slice(0, start)}${sign}${text}${sign}${inside.slice(start + text.length)}`;
};

const toCode = (content: string): string => {
  const code = content.replaceAll(/\s+/g, ' ').trim();
  if (code === '') return '';
  const fence = '`'.repeat(longestRun(code, '`') + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
};

/** How often a character stands in a row at most. */
export const longestRun = (text: string, character: string): number => {
  let longest = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at)) {
    const start = at;
    while (text[at] === character) at += 1;
    longest = Math.max(longest, at - start);
  }
  return longest;
};

const toLink = (element: DomElement, inside: string, { base, isPlain }: Style): string => {
  if (isPlain) return inside;
  const url = base.resolve(element.getAttribute('href'));
  const label = inside.replaceAll(BREAK, ' ').trim();
  if (url === undefined || label === '') return inside;
  const before = /^\s/.test(inside) ? ' ' : '';
  const after = /\s$/.test(inside) ? ' ' : '';
  return `${before}[${label}](${toTarget(url)})${after}`;
};

const toImage = (element: DomElement, { base }: Style): string => {
  const alt = escape((element.getAttribute('alt') ?? '').replaceAll(/\s+/g, ' ')).trim();
  if (alt === '') return '';
  const url = [element.getAttribute('src'), element.getAttribute('data-src')]
    .map((source) => base.resolve(source))
    .find((found) => found !== undefined);
  return url === undefined ? alt : `![${alt}](${toTarget(url)})`;
};

const toTarget = (url: string): string =>
  url.includes('(') || url.includes(')') ? url.replaceAll('(', '%28').replaceAll(')', '%29') : url;

// What its author wrote in TeX says more than the symbols one after the other.
const toFormula = (math: DomElement, isPlain: boolean): string => {
  const source = math
    .getElementsByTagName('annotation')
    .find((element) => element.getAttribute('encoding') === 'application/x-tex');
  const text = (source?.textContent ?? math.getAttribute('alttext') ?? math.textContent)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text === '' || isPlain) return text;
  return source === undefined && !math.hasAttribute('alttext') ? escape(text) : `$${text}$`;
};

const toText = (content: string, { isPlain }: Style): string => {
  const text = /[^\S ]| {2}/.test(content) ? content.replaceAll(/\s+/g, ' ') : content;
  return isPlain ? text : escape(text);
};

const escape = (text: string): string => (/[\\`*[\]<_~&]/.test(text) ? text.replaceAll(MARKS, '\\$&') : text);

// Also what would be struck out, or begin a block of code, and what would be read as another character.
const MARKS =
  /[\\`*[\]]|<(?=[A-Za-z/!?])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|(?<=~)~|&(?=#?[A-Za-z0-9]{1,32};)/gu;

const tidy = (text: string): string => {
  const line = text.includes('  ') ? text.replaceAll(/ {2,}/g, ' ') : text;
  if (!line.includes(BREAK)) return line.trim();
  return line
    .split(BREAK)
    .map((part) => part.trim())
    .join(BREAK)
    .replaceAll(EDGE_BREAKS, '')
    .replaceAll(BREAK, '  \n');
};

const EDGE_BREAKS = /^[\s\u0085]+|[\s\u0085]+$/g;
