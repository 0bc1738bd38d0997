// Markdown of others as elements: what it says is shown, and nothing of it runs, loads or leads away by itself.
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { h, type ComponentChild } from 'preact';
import type { Host } from './host.ts';
import { messageOf } from './message-of.ts';
import { visible } from './visible.ts';

/** A heading, for an outline. */
export interface Heading {
  /** Of its element. */
  readonly id: string;
  /** From 1 to 6. */
  readonly depth: number;
  readonly text: string;
}

/** A text that was read. */
export interface MarkdownText {
  readonly blocks: readonly Token[];
  readonly headings: readonly Heading[];
}

/** Reading longer paragraphs can take seconds; they are shown as they are. */
const MOST_INLINE = 5000;
/** Lists in lists, quotes in quotes. What is deeper is shown as it is. */
const MOST_DEPTH = 12;

class CarefulLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (source.length <= MOST_INLINE) return super.inlineTokens(source, tokens);
    tokens.push({ type: 'text', raw: source, text: source, escaped: true });
    return tokens;
  }
}

/** Reads a text. One that nests so deep that it cannot be read is a single block of code. */
export const readMarkdown = (text: string): MarkdownText => {
  const blocks = toBlocks(text);
  const headings = blocks
    .filter((block): block is Tokens.Heading => block.type === 'heading')
    .map(({ depth, tokens }, at) => ({ id: `heading-${at}`, depth, text: plain(tokens, 0) }));
  return { blocks, headings };
};

const toBlocks = (text: string): Token[] => {
  try {
    return new CarefulLexer({ gfm: true }).lex(text);
  } catch {
    return [{ type: 'code', raw: text, text }];
  }
};

/** What is done with links: the address is always one of http or https. Without it they are shown as text. */
export type OpenLink = (address: string) => void;

/** Has the host open links, and says why one was not opened. Undefined where the host opens none. */
export const toOpenLink = ({ openLink }: Host, say: (problem: string) => void): OpenLink | undefined =>
  openLink &&
  ((address) =>
    void openLink(address).then(
      () => say(''),
      (error: unknown) => say(messageOf(error)),
    ));

/** The text as elements. Headings begin at level 2, and none is more than one level below the one before. */
export const Markdown = ({
  text: { blocks, headings },
  onLink,
}: {
  readonly text: MarkdownText;
  readonly onLink?: OpenLink | undefined;
}): ComponentChild => {
  let [nth, level] = [0, 1];
  const show = (block: Token, key: number): ComponentChild => {
    if (block.type !== 'heading') return toElement(block, { key, depth: 0, onLink });
    const heading = headings[nth++];
    const inside = toChildren((block as Tokens.Heading).tokens, { depth: 1, onLink });
    if (heading === undefined || heading.text.trim() === '') return h('p', { key }, inside);
    level = Math.min(heading.depth + 1, level + 1, 6);
    return h(`h${level}`, { key, id: heading.id, tabIndex: -1 }, inside);
  };
  return h('div', { class: 'markdown' }, blocks.map(show));
};

interface Place {
  readonly depth: number;
  readonly onLink: OpenLink | undefined;
}

const toElement = (token: Token, { key, ...place }: Place & { readonly key: number }): ComponentChild => {
  if (place.depth > MOST_DEPTH) return visible(token.raw);
  const known = token as MarkedToken;
  const inside = { ...place, depth: place.depth + 1 };
  const within = (tag: string, tokens: readonly Token[]): ComponentChild =>
    h(tag, { key }, toChildren(tokens, inside));
  switch (known.type) {
    case 'paragraph':
      return within('p', known.tokens);
    case 'heading':
      return within('p', known.tokens);
    case 'blockquote':
      return within('blockquote', known.tokens);
    case 'strong':
    case 'em':
    case 'del':
      return within(known.type, known.tokens);
    case 'list':
      return toList(known, { key, ...inside });
    case 'table':
      return toTable(known, { key, ...inside });
    case 'code':
      return h('pre', { key }, h('code', {}, visible(known.text)));
    case 'codespan':
      return h('code', { key }, visible(known.text));
    case 'link':
      return toLink(known, { key, ...inside });
    case 'image':
      return h('span', { key, class: 'image' }, `[${plain(known.tokens, 0) || 'picture'}]`);
    case 'html':
      return known.block ? h('pre', { key }, visible(known.raw.trim())) : visible(known.raw);
    case 'text':
      if (known.tokens !== undefined) return h('span', { key }, toChildren(known.tokens, inside));
      return visible(known.escaped === true ? known.text : decoded(known.text));
    default:
      return toSign(known);
  }
};

const toSign = (token: MarkedToken): ComponentChild => {
  switch (token.type) {
    case 'escape':
      return visible(token.text);
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'br':
      return h('br', {});
    case 'hr':
      return h('hr', {});
    case 'space':
    case 'def':
      return undefined;
    default:
      return visible(token.raw);
  }
};

/** Elements of one line. What stands between `<sup>` and `</sup>` is raised, between `<sub>` and `</sub>` lowered. */
const toChildren = (tokens: readonly Token[], place: Place): ComponentChild[] => {
  const children: ComponentChild[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) continue;
    const shift = token.type === 'html' ? /^<(su[bp])>$/.exec(token.raw)?.[1] : undefined;
    const end =
      shift === undefined ? -1 : tokens.findIndex(({ raw }, to) => to > at && raw === `</${shift}>`);
    if (shift === undefined || end === -1 || place.depth > MOST_DEPTH) {
      children.push(toElement(token, { key: at, ...place }));
      continue;
    }
    const inside = toChildren(tokens.slice(at + 1, end), { ...place, depth: place.depth + 1 });
    children.push(h(shift, { key: at }, inside));
    at = end;
  }
  return children;
};

const toList = (list: Tokens.List, { key, ...place }: Place & { readonly key: number }): ComponentChild => {
  const items = list.items.map((item, at) => h('li', { key: at }, toChildren(item.tokens, place)));
  return list.ordered
    ? h('ol', { key, start: typeof list.start === 'number' ? list.start : 1 }, items)
    : h('ul', { key }, items);
};

const toTable = (
  table: Tokens.Table,
  { key, ...place }: Place & { readonly key: number },
): ComponentChild => {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td', at: number): ComponentChild =>
    h(
      'tr',
      { key: at },
      cells.map(({ tokens, align }, column) =>
        h(tag, { key: column, ...(align === null ? {} : { class: align }) }, toChildren(tokens, place)),
      ),
    );
  // It may be wider than the page.
  return h(
    'div',
    { key, class: 'wide', tabIndex: 0, role: 'group', 'aria-label': 'Table' },
    h(
      'table',
      {},
      h('thead', {}, row(table.header, 'th', 0)),
      h(
        'tbody',
        {},
        table.rows.map((cells, at) => row(cells, 'td', at)),
      ),
    ),
  );
};

const toLink = (
  { href, autolink, tokens }: Tokens.Link,
  { key, ...place }: Place & { readonly key: number },
): ComponentChild => {
  const address = autolink === true ? href : decoded(href);
  const inside = toChildren(tokens, place);
  const isSaid = plain(tokens, 0) === address;
  const { onLink } = place;
  if (onLink === undefined || !/^https?:/i.test(address) || !URL.canParse(address))
    return h('span', { key }, inside, isSaid ? '' : ` (${visible(address)})`);
  // Where it leads is said beside what it says of itself.
  const where = isSaid ? undefined : h('span', { class: 'address' }, ` ${new URL(address).host}`);
  const onClick = (): void => onLink(address);
  const about = {
    type: 'button' as const,
    role: 'link' as const,
    class: 'bare link',
    title: visible(address),
  };
  return h('button', { key, ...about, onClick }, inside, where);
};

const SHIFT = /^<\/?su[bp]>$/;

/** The text of some tokens without marks. */
const plain = (tokens: readonly Token[], depth: number): string =>
  tokens
    .map((token) => {
      const known = token as MarkedToken;
      if (known.type === 'image') return '';
      if (depth < MOST_DEPTH && 'tokens' in known && known.tokens !== undefined)
        return plain(known.tokens, depth + 1);
      if (known.type === 'text') return visible(known.escaped === true ? known.text : decoded(known.text));
      if (known.type === 'html') return SHIFT.test(known.raw) ? '' : visible(known.raw);
      return 'text' in known ? visible(known.text) : '';
    })
    .join('');

/** With characters for their names, like `&amp;`. The document that knows the names is never shown. */
const decoded = (text: string): string =>
  text.replaceAll(/&(?:#\d{1,8}|#[xX][\da-fA-F]{1,8}|[A-Za-z][A-Za-z\d]{1,31});/g, (name) => {
    const { textContent } = new DOMParser().parseFromString(name, 'text/html').documentElement;
    return textContent ?? name;
  });
