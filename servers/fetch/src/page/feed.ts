// Feeds (RSS 0.9 to 2.0, Atom, JSON Feed): lists the entries with dates, links and summaries.
import { isTag, type Element } from 'domhandler';
import { findAll, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { escape, toTarget } from './inline.ts';
import { LinkBase, squeeze } from './links.ts';
import { isItem, parseJson, toMetadata, toValue, type Item } from './metadata.ts';
import { decodeText, readPlainText } from './plain-text.ts';
import { complete, MAX_CHARACTERS, requireAtMost, type DocumentText, type TextJob } from './text.ts';

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

/** Returns the entries of a feed as Markdown, or the source if the document is not a feed. */
export const readFeed = (job: TextJob): DocumentText => {
  const { text: source, charset } = decodeText(job.body, job.contentType, false);
  const feed = /^\s*\{/.test(source) ? readJson(source) : readXml(source, job.url);
  if (feed === undefined) return readPlainText(job);
  const base = new LinkBase(job.url);
  const entries = feed.entries.map(({ title = '', link, ...entry }) => ({
    ...{ ...entry, title: squeeze(title, MAX_TITLE), url: base.resolve(link) },
  }));
  const description = toPlain(feed.summary, MAX_SUMMARY);
  const title = toValue(feed.title);
  const about = toMetadata({ title, description: description || undefined, link: base.resolve(feed.link) });
  const heading = title === undefined ? '' : `# ${escape(title)}`;
  const lines = entries.map(toLine).join('\n') || 'The feed has no entries.';
  const text = [heading, escape(description), lines].filter((part) => part !== '').join('\n\n');
  requireAtMost(MAX_CHARACTERS, text.length, 'characters of text');
  const links = entries.flatMap((entry) =>
    entry.url === undefined ? [] : [{ text: entry.title, url: entry.url, rel: '' }],
  );
  return complete({ ...about, text, links, charset, extraction: { method: 'feed' } }, true);
};

interface ListedEntry extends Omit<Entry, 'link'> {
  readonly title: string;
  readonly url: string | undefined;
}

const toLine = ({ title, url, date, summary }: ListedEntry): string => {
  const name = escape(title || 'Untitled');
  const when = date === undefined ? '' : `${toMinute(squeeze(date, 40))}: `;
  const begin = toPlain(summary, MAX_SUMMARY);
  return `- ${when}${url === undefined ? name : `[${name}](${toTarget(url)})`}${begin === '' ? '' : `. ${escape(begin)}`}`;
};

/** RFC 3339 and RFC 822 dates, because `Date.parse` also accepts other texts. */
const DATE =
  /^(?:(?:19|20)\d\d-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?|(?:[a-z]{3,9}, )?\d{1,2} [a-z]{3,9} (?:19|20)?\d\d [\d:]{5,8} [a-z+-][a-z\d]{0,4})$/i;

// Shows a date in another format unchanged.
const toMinute = (date: string): string => {
  const time = DATE.test(date) ? Date.parse(date) : NaN;
  return Number.isNaN(time) ? escape(date) : new Date(time).toISOString().slice(0, 16).replace('T', ' ');
};

const toPlain = (html: string | undefined, max: number): string => {
  if (html === undefined || html === '') return '';
  const shown = parseDocument(html).children.filter(
    (node) => !isTag(node) || !['script', 'style'].includes(node.name),
  );
  const text = squeeze(shown.map((node) => textContent(node)).join(' '), max + 1);
  return text.length > max ? `${text.slice(0, max)}…` : text;
};

const ROOT = /^(?:rdf:RDF|([\w.-]+:)?(?:rss|feed))$/;

const readXml = (source: string, url: string): Feed | undefined => {
  const document = parseDocument(source, { xmlMode: true });
  const root = document.children.filter(isTag).find(({ name }) => ROOT.test(name));
  if (root === undefined) return undefined;
  // Some libraries prefix the names of Atom.
  const [, prefix = ''] = ROOT.exec(root.name) ?? [];
  for (const element of findAll(({ name }) => name.startsWith(prefix), root.children))
    element.name = element.name.slice(prefix.length);
  const about = root.children.filter(isTag).find(({ name }) => name === 'channel') ?? root;
  const entries = findAll(({ name }) => name === 'item' || name === 'entry', root.children);
  const base = absolute(root.attribs['xml:base'], url) ?? url;
  return { ...readEntry(about, url), entries: entries.map((entry) => readEntry(entry, base)) };
};

/** Returns the absolute URL, or undefined if it is not valid. */
const absolute = (href: string | undefined, base?: string): string | undefined =>
  href !== undefined && URL.canParse(href, base) ? new URL(href, base).href : undefined;

const readEntry = (element: Element, outerBase: string): Entry => {
  const children = element.children.filter(isTag);
  const first = (...names: string[]): string | undefined =>
    names
      .flatMap((name) => children.filter((child) => child.name === name))
      .map((child) => textContent(child).trim())
      .find((text) => text !== '');
  const links = children.filter(({ name, attribs }) => name === 'link' && attribs['href'] !== undefined);
  const alternate = links.find(({ attribs }) => (attribs['rel'] ?? 'alternate') === 'alternate');
  // A guid is a link by default (RSS 2.0).
  const guid = children.find(({ name, attribs }) => name === 'guid' && attribs['isPermaLink'] !== 'false');
  const sound = children.find(({ name }) => name === 'enclosure')?.attribs['url'];
  const link =
    (alternate ?? links[0])?.attribs['href'] ?? first('link') ?? (guid && textContent(guid).trim());
  return {
    title: titleOf(children.find(({ name }) => name === 'title')),
    link: absolute(link ?? sound, absolute(element.attribs['xml:base'], outerBase) ?? outerBase),
    date: first('pubDate', 'published', 'dc:date', 'updated', 'date'),
    summary: first('description', 'summary', 'subtitle', 'content', 'content:encoded'),
  };
};

// Many programs escape HTML entities twice, even in plain text.
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

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const readItem = (item: Item): Entry => ({
  title: toText(item['title']),
  // Programs that omit the URL use it as the id.
  link: toText(item['url']) ?? toText(item['external_url']) ?? absolute(toText(item['id'])),
  date: toText(item['date_published']) ?? toText(item['date_modified']),
  summary: toText(item['summary']) ?? toText(item['content_text']) ?? toText(item['content_html']),
});
