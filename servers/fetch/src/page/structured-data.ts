// Structured data of a page (JSON-LD, schema.org): who wrote it and when, where no `<meta>` element says so.

/** What is taken from it. */
export interface StructuredData {
  readonly title?: string;
  readonly description?: string;
  readonly author?: string;
  readonly published?: string;
}

const MAX_VALUE = 1000;
const ARTICLE = /(?:Article|Posting|Report|Review|Recipe|HowTo|QAPage|WebPage)$/;

/** The first article or page that is described. What is not valid JSON is passed over. */
export const readStructuredData = (scripts: readonly string[]): StructuredData => {
  const found = scripts
    .flatMap((script) => itemsOf(parse(script)))
    .find((item) => ARTICLE.test(String(item['@type'])));
  if (found === undefined) return {};
  const { headline, description, author, datePublished } = found;
  const entries = { title: headline, description, author: nameOf(author), published: datePublished };
  return Object.fromEntries(
    Object.entries(entries).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value.slice(0, MAX_VALUE)]] : [],
    ),
  );
};

interface Item {
  readonly [property: string]: unknown;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;

const itemsOf = (data: unknown): readonly Item[] => {
  const given = Array.isArray(data) ? data : [data];
  return given.filter(isItem).flatMap((item) => {
    const graph = item['@graph'];
    return Array.isArray(graph) ? graph.filter(isItem) : [item];
  });
};

const nameOf = (author: unknown): string | undefined => {
  if (typeof author === 'string') return author;
  const names = (Array.isArray(author) ? author : [author])
    .map((each: unknown) => (isItem(each) ? each['name'] : each))
    .filter((name) => typeof name === 'string');
  return names.length === 0 ? undefined : names.join(', ');
};
