// The inline part of Markdown: text, emphasis, links, images and code on one line.
import type { DomElement, DomNode } from 'linkedom';
import { toWebUrl } from './metadata.ts';
import { isHidden } from './visibility.ts';

/** How a page is written. */
export interface Style {
  /** Where relative links begin. */
  readonly base: string;
  /** Text without any marks. */
  readonly isPlain: boolean;
}

const ELEMENT = 1;
const TEXT = 3;
/** What is nested deeper has no marks of its own. */
export const MAX_DEPTH = 120;

export const isElement = (node: DomNode): node is DomElement => node.nodeType === ELEMENT;

/** Nodes as one paragraph, with white space as a browser shows it. */
export const toInline = (nodes: Iterable<DomNode>, style: Style): string => tidy(render(nodes, style, 0));

const render = (nodes: Iterable<DomNode>, style: Style, depth: number): string => {
  const parts: string[] = [];
  for (const node of nodes) {
    if (node.nodeType === TEXT) parts.push(toText(node.textContent ?? '', style));
    else if (isElement(node) && !isHidden(node)) parts.push(renderElement(node, style, depth + 1));
  }
  return parts.join('');
};

const renderElement = (element: DomElement, style: Style, depth: number): string => {
  if (depth > MAX_DEPTH) return toText(element.textContent ?? '', style);
  const name = element.tagName.toUpperCase();
  if (name === 'BR') return '\u0085';
  if (name === 'WBR') return '';
  const inside = (): string => render(element.childNodes, style, depth);
  if (style.isPlain) return name === 'IMG' ? '' : BLOCKS.has(name) ? ` ${inside()} ` : inside();
  switch (name) {
    case 'STRONG':
    case 'B':
      return mark('**', inside());
    case 'EM':
    case 'I':
      return mark('*', inside());
    case 'DEL':
    case 'S':
      return mark('~~', inside());
    case 'CODE':
    case 'KBD':
    case 'SAMP':
    case 'TT':
      return toCode(element.textContent ?? '');
    case 'A':
      return toLink(element, inside(), style);
    case 'IMG':
      return toImage(element, style);
    case 'Q':
      return `“${inside()}”`;
    default:
      return BLOCKS.has(name) ? ` ${inside()} ` : inside();
  }
};

const BLOCKS = new Set([
  'P',
  'DIV',
  'LI',
  'UL',
  'OL',
  'TD',
  'TH',
  'TR',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'PRE',
  'DT',
  'DD',
]);

// The marks must touch the text, or they mark nothing.
const mark = (sign: string, inside: string): string => {
  const [, before = '', text = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(inside) ?? [];
  return text === '' || text.startsWith('*') ? inside : `${before}${sign}${text}${sign}${after}`;
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
  let run = 0;
  for (const each of text) {
    run = each === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
};

const toLink = (element: DomElement, inside: string, { base }: Style): string => {
  const href = element.getAttribute('href');
  const text = inside.replaceAll(/[\s\u0085]+/g, ' ');
  const url = href === null || href.startsWith('#') ? undefined : toWebUrl(href, base);
  if (url === undefined || text.trim() === '') return text;
  const [, before = '', label = '', after = ''] = /^(\s*)(.*?)(\s*)$/.exec(text) ?? [];
  return `${before}[${label}](${toTarget(url)})${after}`;
};

const toImage = (element: DomElement, { base }: Style): string => {
  const alt = toText(element.getAttribute('alt') ?? '', { base, isPlain: false }).trim();
  const source = element.getAttribute('src') ?? element.getAttribute('data-src') ?? '';
  const url = source === '' || alt === '' ? undefined : toWebUrl(source, base);
  return url === undefined ? alt : `![${alt}](${toTarget(url)})`;
};

const toTarget = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29');

const toText = (content: string, { isPlain }: Style): string => {
  const text = content.replaceAll(/[\s\u0085]+/g, ' ');
  return isPlain
    ? text
    : text.replaceAll(/[\\`*[\]]|<(?=[A-Za-z/!?])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
};

// NEL stands for a line break until white space is settled: no page can bring one along.
const tidy = (text: string): string =>
  text
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ?\u0085 ?/g, '\u0085')
    .replaceAll(/^[\s\u0085]+|[\s\u0085]+$/g, '')
    .replaceAll('\u0085', '  \n');
