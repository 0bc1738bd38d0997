// The inline part of Markdown: text, emphasis, links, images, formulas and code on one line.
import { isTag, isText, type ChildNode, type Element } from 'domhandler';
import { existsOne, findAll, textContent } from 'domutils';
import type { LinkBase } from './links.ts';

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
export const toInline = (nodes: readonly ChildNode[], style: Style): string => tidy(render(nodes, style));

const render = (nodes: readonly ChildNode[], style: Style): string => {
  let text = '';
  for (const node of nodes)
    if (isText(node)) text += toText(node.data, style);
    else if (isTag(node)) text += renderElement(node, style);
  return text;
};

const renderElement = (element: Element, style: Style): string => {
  const write = WRITERS.get(element.name);
  if (write !== undefined) return write(element, style);
  const inside = render(element.children, style);
  return BLOCK.has(element.name) || FIELD_NAMES.has(element.name) ? ` ${inside} ` : inside;
};

type Write = (element: Element, style: Style) => string;

const marked =
  (sign: string): Write =>
  (element, style) => {
    const inside = render(element.children, style);
    return style.isPlain ? inside : mark(sign, inside);
  };

// Without them 10<sup>6</sup> is 106, and a reference to a note is a number behind a word.
const shifted =
  (tag: 'sub' | 'sup', plain: string): Write =>
  (element, style) => {
    const inside = render(element.children, style).trim();
    if (inside === '') return '';
    if (isReference(element)) {
      if (!/^[\p{L}\p{N}]+$/u.test(inside)) return inside;
      return style.isPlain ? `[${inside}]` : `\\[${inside}\\]`;
    }
    return style.isPlain ? `${plain}${inside}` : `<${tag}>${inside}</${tag}>`;
  };

const isReference = ({ children, parent }: Element): boolean =>
  existsOne(({ name }) => name === 'a', children) ||
  (parent !== null && isTag(parent) && isWithin(parent) && parent.children.length === 1);

/** Whether it leads to another place of the page. */
const isWithin = ({ name, attribs }: Element): boolean =>
  name === 'a' && attribs['href']?.startsWith('#') === true;

const coded: Write = (element, style) =>
  style.isPlain ? render(element.children, style) : toCode(textOf(element));

const WRITERS: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['strong', marked('**')],
  ['b', marked('**')],
  ['em', marked('*')],
  ['i', marked('*')],
  ['del', marked('~~')],
  ['s', marked('~~')],
  ['strike', marked('~~')],
  ['code', coded],
  ['kbd', coded],
  ['samp', coded],
  ['tt', coded],
  ['sub', shifted('sub', '')],
  ['sup', shifted('sup', '^')],
  ['a', (element, style) => toLink(element, render(element.children, style), style)],
  ['img', (element, style) => toImage(element, style)],
  [
    'iframe',
    (element, style) => toLink(element, toText(element.attribs['title'] ?? 'Embedded page', style), style),
  ],
  ['math', (element, style) => toFormula(element, style)],
  ['script', (element, style) => toTex(textContent(element), style)],
  ['q', (element, style) => `“${render(element.children, style)}”`],
  // A reading beside its characters.
  ['rt', (element, style) => `(${render(element.children, style).trim()})`],
  ['rp', () => ''],
  ['br', () => BREAK],
  ['wbr', () => ''],
  // Of a list of tasks.
  ['input', ({ attribs }) => ('checked' in attribs ? '[x] ' : '[ ] ')],
]);

/** What fields of forms are called: beside them, and no part of the word before. */
const FIELD_NAMES: ReadonlySet<string> = new Set(['label', 'legend']);

/** Elements that begin and end lines of their own. */
export const BLOCK: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre search section summary ' +
    'table tbody td tfoot th thead tr ul'
  ).split(' '),
);

// The marks must touch the text, or they mark nothing.
const mark = (sign: string, inside: string): string => {
  const text = inside.trim();
  if (text === '' || text.startsWith('*')) return inside;
  const start = inside.indexOf(text);
  return `${inside.slice(0, start)}${sign}${text}${sign}${inside.slice(start + text.length)}`;
};

/** On one line. */
export const toCode = (content: string): string => {
  const code = content.replaceAll(/\s+/g, ' ').trim();
  if (code === '') return '';
  const fence = '`'.repeat(longestRun(code, '`') + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
};

/** The text of code. Some highlighters make a block of each line, and no line end. */
export const textOf = (element: Element): string => {
  let text = '';
  for (const node of element.children) {
    if (isText(node)) text += node.data;
    else if (isTag(node) && node.name === 'br') text += '\n';
    else if (isTag(node)) {
      const isLine = LINES.has(node.name);
      if (isLine && text !== '' && !text.endsWith('\n')) text += '\n';
      text += textOf(node);
      if (isLine && !text.endsWith('\n')) text += '\n';
    }
  }
  return text;
};

const LINES: ReadonlySet<string> = new Set(['div', 'li', 'p', 'tr']);

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

/**
 * Whether it leads from a heading to itself, or from a note back to the text: a sign, and no word or mark of a note.
 */
export const isPermalink = (element: Element, href: RegExp): boolean =>
  element.name === 'a' &&
  href.test(element.attribs['href'] ?? '') &&
  !/[\p{L}\p{N}*†‡]/u.test(textContent(element)) &&
  !existsOne(({ name }) => name === 'img', element.children);

const toLink = (element: Element, inside: string, { base, isPlain }: Style): string => {
  if (isPermalink(element, /^#/)) return '';
  if (isPlain) return inside;
  const url = base.resolve(element.attribs['href'] ?? element.attribs['src']);
  const shown = inside.replaceAll(BREAK, ' ').trim();
  // A sign that a style sheet draws.
  const label =
    shown === '' ? escape((element.attribs['aria-label'] ?? '').replaceAll(/\s+/g, ' ').trim()) : shown;
  if (url === undefined || label === '') return inside;
  const before = /^\s/.test(inside) ? ' ' : '';
  const after = /\s$/.test(inside) ? ' ' : '';
  return `${before}[${label}](${toTarget(url)})${after}`;
};

/** Formulas as wikis and blogs show them: the picture says in TeX what it is. */
const FORMULA = /(?:^|\s)(?:mwe-math-fallback-image-(?:inline|display)|tex|latex)(?:\s|$)/;

const toImage = (element: Element, style: Style): string => {
  const { base, isPlain } = style;
  const { alt: given = '', class: classes = '' } = element.attribs;
  if (FORMULA.test(classes)) return toTex(given.replace(/^\{\\displaystyle (.*)\}$/s, '$1'), style);
  const alt = isPlain ? '' : escape(given.replaceAll(/\s+/g, ' ')).trim();
  if (alt === '') return '';
  const url = [element.attribs['src'], element.attribs['data-src']]
    .map((source) => base.resolve(source))
    .find((found) => found !== undefined);
  return url === undefined ? alt : `![${alt}](${toTarget(url)})`;
};

/** A URL between the brackets of a link. */
export const toTarget = (url: string): string =>
  url.includes('(') || url.includes(')') ? url.replaceAll('(', '%28').replaceAll(')', '%29') : url;

// What its author wrote in TeX says more than the symbols one after the other.
const toFormula = (math: Element, style: Style): string => {
  const [source] = findAll(({ attribs }) => attribs['encoding'] === 'application/x-tex', math.children);
  const tex = source === undefined ? math.attribs['alttext'] : textContent(source);
  return tex === undefined ? toText(toSigns(math), style).trim() : toTex(tex, style);
};

/** How elements of MathML are written on one line, with their first children as `a`, `b` and `c`. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['mfrac', 'a/b'],
  ['msup', 'a^b'],
  ['mover', 'a^b'],
  ['msub', 'a_b'],
  ['munder', 'a_b'],
  ['msubsup', 'a_b^c'],
  ['munderover', 'a_b^c'],
  ['mroot', 'a^(1/b)'],
]);

const toSigns = (node: ChildNode): string => {
  if (isText(node)) return node.data.trim();
  if (!isTag(node) || node.name.startsWith('annotation')) return '';
  const parts = node.children.map(toSigns).filter((part) => part !== '');
  const signs = SIGNS.get(node.name);
  if (signs !== undefined) return signs.replaceAll(/[abc]/g, (at) => grouped(parts['abc'.indexOf(at)] ?? ''));
  return node.name === 'msqrt' ? `√${grouped(parts.join(''))}` : parts.join('');
};

const grouped = (part: string): string => (/^(?:.|[\d.]+)$/su.test(part) ? part : `(${part})`);

const toTex = (content: string, { isPlain }: Style): string => {
  const tex = content.replaceAll(/\s+/g, ' ').trim();
  return tex === '' || isPlain ? tex : `$${tex}$`;
};

const toText = (content: string, { isPlain }: Style): string => {
  const text = /[^\S ]| {2}/.test(content) ? content.replaceAll(/\s+/g, ' ') : content;
  if (isPlain) return text;
  if (!/\\[([]|\$\$/.test(text)) return escape(text);
  // Formulas stand at odd places.
  return text
    .split(TEX)
    .map((part, at) => (at % 2 === 1 && !IN_NO_FORMULA.test(part) ? part : escape(part)))
    .join('');
};

/** Formulas that a script would draw: `\\(a_i\\)`, `\\[a_i\\]`, `$$a_i$$`. */
const TEX = /(\\\((?:(?!\\[()]).){1,1000}\\\)|\\\[(?:(?!\\[[\]]).){1,1000}\\\]|\$\$[^$]{1,1000}\$\$)/;

/** Would be a link, code or an element. */
const IN_NO_FORMULA = /\][([:]|[`<]/;

/** Text whose characters are no marks. */
export const escape = (text: string): string =>
  /[\\`*[\]<_~&]/.test(text) ? text.replaceAll(MARKS, '\\$&') : text;

// Also what would be struck out, or begin a block of code, and what would be read as another character. A backslash
// counts only before what it could escape, which may be a mark of this server behind the text.
const MARKS =
  /[`*[\]]|\\(?=[!-/:-@[-`{-~]| ?$)|<(?=[A-Za-z/!?])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|(?<=~)~|&(?=#?[A-Za-z0-9]{1,32};)/gu;

const tidy = (text: string): string => {
  const line = text.includes('  ') ? text.replaceAll(/ {2,}/g, ' ') : text;
  if (!line.includes(BREAK)) return line.trim();
  const parts = line.split(BREAK).map((part) => part.trim());
  const first = parts.findIndex((part) => part !== '');
  return parts.slice(Math.max(first, 0), parts.findLastIndex((part) => part !== '') + 1).join('  \n');
};
