// Markdown: renders untrusted text for pages. Nothing in it runs, loads or navigates by itself.
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { ComponentChild } from 'preact';
import type { Host } from './host.ts';
import { messageOf } from './message-of.ts';
import { visible } from './visible.ts';

/** A heading, for an outline. */
export interface Heading {
  /** DOM id of its element. */
  readonly id: string;
  /** Level from 1 to 6. */
  readonly depth: number;
  readonly text: string;
}

/** Parsed Markdown. */
export interface MarkdownText {
  readonly blocks: readonly Token[];
  readonly headings: readonly Heading[];
}

/** Longer paragraphs can take seconds to parse, so they are shown unparsed. */
const MOST_INLINE = 5000;
/** Nesting limit of lists, quotes and the like. Deeper ones are shown as source. */
const MOST_DEPTH = 12;

class CarefulLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (source.length <= MOST_INLINE) return super.inlineTokens(source, tokens);
    tokens.push({ type: 'text', raw: source, text: source, escaped: true });
    return tokens;
  }
}

/** Parses Markdown. Text nested too deeply to parse becomes a single code block. */
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

/** Click handler for links, which are always http or https. Without a handler, links are shown as text. */
export type OpenLink = (address: string) => void;

/** Returns a handler that has the host open links and reports failures, or undefined if the host cannot. */
export const toOpenLink = ({ openLink }: Host, say: (problem: string) => void): OpenLink | undefined =>
  openLink &&
  ((address) =>
    void openLink(address).then(
      () => say(''),
      (error: unknown) => say(messageOf(error)),
    ));

const LEVELS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

interface MarkdownProps {
  readonly text: MarkdownText;
  readonly onLink?: OpenLink | undefined;
}

/** Renders Markdown. Headings start at level 2 and never skip a level downwards. */
export const Markdown = ({ text: { blocks, headings }, onLink }: MarkdownProps): ComponentChild => {
  let [nth, level] = [0, 1];
  const show = (block: Token): ComponentChild => {
    if (block.type !== 'heading') return toElement(block, { depth: 0, onLink });
    const heading = headings[nth++];
    const inside = toChildren((block as Tokens.Heading).tokens, { depth: 1, onLink });
    if (heading === undefined || heading.text.trim() === '') return <p>{inside}</p>;
    level = Math.min(heading.depth + 1, level + 1, 6);
    const Level = LEVELS[level - 2] ?? 'h6';
    return (
      <Level id={heading.id} tabIndex={-1}>
        {inside}
      </Level>
    );
  };
  return <div class="markdown">{blocks.map(show)}</div>;
};

interface Place {
  readonly depth: number;
  readonly onLink: OpenLink | undefined;
}

const toElement = (token: Token, place: Place): ComponentChild => {
  if (place.depth > MOST_DEPTH) return visible(token.raw);
  const known = token as MarkedToken;
  const inside = { ...place, depth: place.depth + 1 };
  switch (known.type) {
    case 'paragraph':
    case 'heading':
      return <p>{toChildren(known.tokens, inside)}</p>;
    case 'blockquote':
      return <blockquote>{toChildren(known.tokens, inside)}</blockquote>;
    case 'strong':
    case 'em':
    case 'del': {
      const Mark = known.type;
      return <Mark>{toChildren(known.tokens, inside)}</Mark>;
    }
    case 'list':
      return toList(known, inside);
    case 'table':
      return toTable(known, inside);
    case 'link':
      return toLink(known, inside);
    case 'image':
      return <span class="image">[{plain(known.tokens, 0) || 'picture'}]</span>;
    case 'text':
      if (known.tokens !== undefined) return <span>{toChildren(known.tokens, inside)}</span>;
      return visible(known.escaped === true ? known.text : decoded(known.text));
    default:
      return toPlain(known);
  }
};

const toPlain = (token: MarkedToken): ComponentChild => {
  switch (token.type) {
    case 'code':
      return (
        <pre>
          <code>{visible(token.text)}</code>
        </pre>
      );
    case 'codespan':
      return <code>{visible(token.text)}</code>;
    case 'html':
      return token.block ? <pre>{visible(token.raw.trim())}</pre> : visible(token.raw);
    case 'escape':
      return visible(token.text);
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return undefined;
    default:
      return visible(token.raw);
  }
};

/** Renders tokens. Text between `<sup>` or `<sub>` tags is raised or lowered. */
const toChildren = (tokens: readonly Token[], place: Place): ComponentChild[] => {
  const children: ComponentChild[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) continue;
    const Shift = (['sub', 'sup'] as const).find((tag) => token.type === 'html' && token.raw === `<${tag}>`);
    const end =
      Shift === undefined ? -1 : tokens.findIndex(({ raw }, to) => to > at && raw === `</${Shift}>`);
    if (Shift === undefined || end === -1 || place.depth > MOST_DEPTH) {
      children.push(toElement(token, place));
      continue;
    }
    const inside = { ...place, depth: place.depth + 1 };
    children.push(<Shift>{toChildren(tokens.slice(at + 1, end), inside)}</Shift>);
    at = end;
  }
  return children;
};

const toList = ({ items, ordered, start }: Tokens.List, place: Place): ComponentChild => {
  const children = items.map(({ tokens }) => <li>{toChildren(tokens, place)}</li>);
  return ordered ? <ol start={Number(start)}>{children}</ol> : <ul>{children}</ul>;
};

const toTable = ({ header, rows }: Tokens.Table, place: Place): ComponentChild => {
  const row = (cells: readonly Tokens.TableCell[], Cell: 'th' | 'td'): ComponentChild => (
    <tr>
      {cells.map(({ tokens, align }) => (
        <Cell class={align ?? ''}>{toChildren(tokens, place)}</Cell>
      ))}
    </tr>
  );
  // A table may be wider than the page.
  return (
    <div class="wide" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>{row(header, 'th')}</thead>
        <tbody>{rows.map((cells) => row(cells, 'td'))}</tbody>
      </table>
    </div>
  );
};

const toLink = ({ href, autolink, tokens }: Tokens.Link, place: Place): ComponentChild => {
  const address = autolink === true ? href : decoded(href);
  const inside = toChildren(tokens, place);
  const isSaid = plain(tokens, 0) === address;
  const { onLink } = place;
  if (onLink === undefined || !/^https?:/i.test(address) || !URL.canParse(address))
    return (
      <span>
        {inside}
        {isSaid ? '' : ` (${visible(address)})`}
      </span>
    );
  return (
    <button
      type="button"
      role="link"
      class="bare link"
      title={visible(address)}
      onClick={() => onLink(address)}
    >
      {inside}
      {!isSaid && <span class="address"> {new URL(address).host}</span>}
    </button>
  );
};

const SHIFT = /^<\/?su[bp]>$/;

/** Returns the text of tokens without markup. */
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

/** Decodes entities like `&amp;`. The document parsed for this is never shown. */
const decoded = (text: string): string =>
  text.replaceAll(/&(?:#\d{1,8}|#[xX][\da-fA-F]{1,8}|[A-Za-z][A-Za-z\d]{1,31});/g, (name) => {
    const { textContent } = new DOMParser().parseFromString(name, 'text/html').documentElement;
    return textContent ?? name;
  });
