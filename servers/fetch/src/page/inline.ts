// Inline Markdown: text, emphasis, links, images, formulas and code.
import { isTag, isText, type ChildNode, type Element } from 'domhandler';
import { existsOne, findAll, textContent } from 'domutils';
import type { LinkBase } from './links.ts';

/** How to write a page. */
export interface Style {
  /** Makes links absolute. */
  readonly base: LinkBase;
  /** Whether to write text without Markdown. */
  readonly isPlain: boolean;
}

/** Marks a line break until white space is collapsed. No text of a page contains it, because it is white space. */
const BREAK = '\u0085';

/** Writes nodes as one paragraph, with white space as a browser shows it. */
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

// Otherwise 10<sup>6</sup> would become 106, and the number of a note would join the word before it.
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

/** Whether a link leads to the same page. */
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
  // The pronunciation of characters.
  ['rt', (element, style) => `(${render(element.children, style).trim()})`],
  ['rp', () => ''],
  ['br', () => BREAK],
  ['wbr', () => ''],
  // Checkboxes of task lists.
  ['input', ({ attribs }) => ('checked' in attribs ? '[x] ' : '[ ] ')],
]);

/** Labels of form fields, which are separate words. */
const FIELD_NAMES: ReadonlySet<string> = new Set(['label', 'legend']);

/** Elements that are displayed as blocks. */
export const BLOCK: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre search section summary ' +
    'table tbody td tfoot th thead tr ul'
  ).split(' '),
);

// The marks must touch the text to have an effect.
const mark = (sign: string, inside: string): string => {
  const text = inside.trim();
  if (text === '' || text.startsWith('*')) return inside;
  const start = inside.indexOf(text);
  return `${inside.slice(0, start)}${sign}${text}${sign}${inside.slice(start + text.length)}`;
};

/** Writes code on one line. */
export const toCode = (content: string): string => {
  const code = content.replaceAll(/\s+/g, ' ').trim();
  if (code === '') return '';
  const fence = '`'.repeat(longestRun(code, '`') + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
};

/** Returns the text of code. Some highlighters use a block for each line instead of line breaks. */
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

/** Returns the length of the longest run of a character. */
export const longestRun = (text: string, character: string): number => {
  let longest = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at)) {
    const start = at;
    while (text[at] === character) at += 1;
    longest = Math.max(longest, at - start);
  }
  return longest;
};

/** Whether an element is the anchor of a heading or the back link of a note: a symbol without words. */
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
  // A symbol that a style sheet draws.
  const label =
    shown === '' ? escape((element.attribs['aria-label'] ?? '').replaceAll(/\s+/g, ' ').trim()) : shown;
  if (url === undefined || label === '') return inside;
  const before = /^\s/.test(inside) ? ' ' : '';
  const after = /\s$/.test(inside) ? ' ' : '';
  return `${before}[${label}](${toTarget(url)})${after}`;
};

/** Images of formulas in wikis and blogs, with their TeX as alternative text. */
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

/** Escapes a URL for the target of a link. */
export const toTarget = (url: string): string =>
  url.includes('(') || url.includes(')') ? url.replaceAll('(', '%28').replaceAll(')', '%29') : url;

// Prefers the TeX of the author to the sequence of symbols.
const toFormula = (math: Element, style: Style): string => {
  const [source] = findAll(({ attribs }) => attribs['encoding'] === 'application/x-tex', math.children);
  const tex = source === undefined ? math.attribs['alttext'] : textContent(source);
  return tex === undefined ? toText(toSigns(math), style).trim() : toTex(tex, style);
};

/** Notation of MathML elements on one line, with their first children as `a`, `b` and `c`. */
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
  // Odd parts are formulas.
  return text
    .split(TEX)
    .map((part, at) => (at % 2 === 1 && !IN_NO_FORMULA.test(part) ? part : escape(part)))
    .join('');
};

/** Formulas that a script would draw: `\\(a_i\\)`, `\\[a_i\\]`, `$$a_i$$`. */
const TEX = /(\\\((?:(?!\\[()]).){1,1000}\\\)|\\\[(?:(?!\\[[\]]).){1,1000}\\\]|\$\$[^$]{1,1000}\$\$)/;

/** Would be a link, code or an element instead of a formula. */
const IN_NO_FORMULA = /\][([:]|[`<]/;

/** Escapes the characters that Markdown would interpret. */
export const escape = (text: string): string =>
  /[\\`*[\]<_~&]/.test(text) ? text.replaceAll(MARKS, '\\$&') : text;

// Also strikethrough, code and character references. A backslash counts only before a character that it could escape,
// or at the end, before a mark of this server.
const MARKS =
  /[`*[\]]|\\(?=[!-/:-@[-`{-~]| ?$)|<(?=[A-Za-z/!?])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|(?<=~)~|&(?=#?[A-Za-z0-9]{1,32};)/gu;

const tidy = (text: string): string => {
  const line = text.includes('  ') ? text.replaceAll(/ {2,}/g, ' ') : text;
  if (!line.includes(BREAK)) return line.trim();
  const parts = line.split(BREAK).map((part) => part.trim());
  const first = parts.findIndex((part) => part !== '');
  return parts.slice(Math.max(first, 0), parts.findLastIndex((part) => part !== '') + 1).join('  \n');
};
