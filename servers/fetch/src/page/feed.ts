// Reads a feed (RSS 0.9 to 2.0, Atom, JSON Feed): its entries as a list with dates, links and how each begins.
import { isTag, type Element } from 'domhandler';
import { findAll, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { escape, toTarget } from './inline.ts';
import { LinkBase, squeeze, type Link } from './links.ts';
import { isItem, toMetadata, toValue, type Item } from './metadata.ts';
import { decodeText, readPlainText } from './plain-text.ts';
import { complete, type DocumentText, type TextJob } from './text.ts';

interface Entry {
  readonly title: string | undefined;
  readonly link: string | undefined;
  readonly date: string | undefined;
  /** May be HTML. */
  readonly summary: string | undefined;
}

interface Feed extends Omit<Entry, 'date'> {
  readonly entries: readonly Entry[];
}

const MAX_TITLE = 300;
const MAX_SUMMARY = 300;

/** The entries of a feed as Markdown, the source of a document that is none. */
export const readFeed = (job: TextJob): DocumentText => {
  const { text: source, charset } = decodeText(job.body, job.contentType, false);
  const feed = /^\s*\{/.test(source) ? readJson(source) : readXml(source);
  if (feed === undefined) return readPlainText(job);
  const base = new LinkBase(job.url);
  const about = {
    title: toValue(feed.title),
    description: toPlain(feed.summary, MAX_SUMMARY) || undefined,
    link: base.resolve(feed.link),
  };
  const lines = feed.entries.map((entry) => toLine(entry, base));
  const heading = about.title === undefined ? [] : [`# ${escape(about.title)}`];
  const description = about.description === undefined ? [] : [escape(about.description)];
  const entries = lines.length === 0 ? 'The feed has no entries.' : lines.join('\n');
  const text = [...heading, ...description, entries].join('\n\n');
  const links = feed.entries.flatMap((entry) => toLink(entry, base));
  return complete({ ...toMetadata(about), text, links, charset, extraction: { method: 'feed' } }, true);
};

const toLine = ({ title, link, date, summary }: Entry, base: LinkBase): string => {
  const url = base.resolve(link);
  const name = escape(squeeze(title ?? '', MAX_TITLE) || 'Untitled');
  const when = date === undefined ? '' : `${toDay(date)}: `;
  const begin = toPlain(summary, MAX_SUMMARY);
  return `- ${when}${url === undefined ? name : `[${name}](${toTarget(url)})`}${begin === '' ? '' : `. ${escape(begin)}`}`;
};

const toLink = ({ title, link }: Entry, base: LinkBase): Link[] => {
  const url = base.resolve(link);
  return url === undefined ? [] : [{ text: squeeze(title ?? '', MAX_TITLE), url, rel: '' }];
};

// The form of RFC 822 has names of months and days. A date that is none is shown as it is.
const toDay = (date: string): string => {
  const time = Date.parse(date);
  return Number.isNaN(time)
    ? escape(squeeze(date, 40))
    : new Date(time).toISOString().slice(0, 16).replace('T', ' ');
};

const toPlain = (html: string | undefined, max: number): string => {
  if (html === undefined || html === '') return '';
  const shown = parseDocument(html).children.filter(
    (node) => !isTag(node) || !['script', 'style'].includes(node.name),
  );
  const text = squeeze(shown.map((node) => textContent(node)).join(' '), max + 1);
  return text.length > max ? `${text.slice(0, max)}…` : text;
};

const readXml = (source: string): Feed | undefined => {
  const document = parseDocument(source, { xmlMode: true });
  const root = document.children.filter(isTag).find(({ name }) => ['rss', 'feed', 'rdf:RDF'].includes(name));
  if (root === undefined) return undefined;
  const about = childrenOf(root).find(({ name }) => name === 'channel') ?? root;
  const entries = findAll(({ name }) => name === 'item' || name === 'entry', root.children);
  return { ...readEntry(about), entries: entries.map(readEntry) };
};

const childrenOf = ({ children }: Element): Element[] => children.filter(isTag);

const readEntry = (element: Element): Entry => {
  const children = childrenOf(element);
  const first = (...names: string[]): string | undefined =>
    names
      .flatMap((name) => children.filter((child) => child.name === name))
      .map((child) => textContent(child).trim())
      .find((text) => text !== '');
  const links = children.filter(({ name, attribs }) => name === 'link' && attribs['href'] !== undefined);
  const alternate = links.find(({ attribs }) => (attribs['rel'] ?? 'alternate') === 'alternate');
  // A guid is a link unless it says that it is none (RSS 2.0).
  const guid = children.find(({ name, attribs }) => name === 'guid' && attribs['isPermaLink'] !== 'false');
  return {
    title: titleOf(children.find(({ name }) => name === 'title')),
    link: (alternate ?? links[0])?.attribs['href'] ?? first('link') ?? (guid && textContent(guid).trim()),
    date: first('pubDate', 'published', 'dc:date', 'updated', 'date'),
    summary: first('description', 'summary', 'subtitle', 'content', 'content:encoded'),
  };
};

// Of plain text too, many programs write entities of HTML a second time.
const titleOf = (title: Element | undefined): string | undefined => {
  if (title === undefined) return undefined;
  const text = textContent(title).trim();
  return title.attribs['type'] === 'html' || /&#?\w{1,32};/.test(text) ? toPlain(text, MAX_TITLE) : text;
};

const readJson = (source: string): Feed | undefined => {
  const feed = parseJson(source);
  if (!isItem(feed) || !String(feed['version']).startsWith('https://jsonfeed.org/version/')) return undefined;
  const items = Array.isArray(feed['items']) ? feed['items'].filter(isItem) : [];
  const { title, home_page_url: link, description } = feed;
  return {
    title: toText(title),
    link: toText(link),
    summary: toText(description),
    entries: items.map(readItem),
  };
};

const parseJson = (source: string): unknown => {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
};

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const readItem = (item: Item): Entry => ({
  title: toText(item['title']),
  link: toText(item['url']) ?? toText(item['external_url']),
  date: toText(item['date_published']) ?? toText(item['date_modified']),
  summary: toText(item['summary']) ?? toText(item['content_text']) ?? toText(item['content_html']),
});
