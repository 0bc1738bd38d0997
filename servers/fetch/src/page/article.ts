// The part of a page that is worth reading: without menus, advertisements and the like, or the main part alone.
import { isTag, isText, type Element } from 'domhandler';
import { existsOne, findAll } from 'domutils';
import type { Extraction } from './text.ts';

/** What to write of a page, and how it was chosen. */
export interface Content {
  readonly root: Element;
  readonly extraction: Extraction;
}

/** An article with less of the text than this is one of several, or a part of what the page is about. */
const LEAST_SHARE = 0.85;
/** Something with more of the text than this is no advertisement, whatever its class is. */
const MOST_NOISE = 0.15;

/** Chooses the part to read, and takes everything else out of the tree. */
export const findContent = (body: Element): Content => {
  const restore = removeAll(body, (element) => isAround(element, body));
  if (!hasText(body)) {
    restore();
    return { root: body, extraction: hasText(body) ? whole('only_navigation') : whole('empty') };
  }
  const root = mainOf(body);
  const most = weigh(root) * MOST_NOISE;
  removeAll(root, (element) => isNoise(element) && weigh(element) <= most);
  return { root, extraction: root === body ? whole() : { method: 'article' } };
};

const whole = (fallback?: Extraction['fallback']): Extraction => ({
  method: 'whole',
  ...(fallback === undefined ? {} : { fallback }),
});

const AROUND: ReadonlySet<string> = new Set(['nav', 'aside', 'footer']);
const AROUND_ROLES: ReadonlySet<string> = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
]);

const isAround = ({ name, attribs, parent }: Element, body: Element): boolean =>
  AROUND.has(name) || AROUND_ROLES.has(attribs['role'] ?? '') || (name === 'header' && parent === body);

// Words of classes that nothing but noise has. One word alone may be anything.
const NOISE_CLASS = new RegExp(
  [
    String.raw`ads?|adsbygoogle|adslot|advert(?:s|isements?|ising)?|sponsored|sharing|newsletter|breadcrumbs?`,
    String.raw`(?:ads?|advert|dfp|share|sharing|social|newsletter|subscribe|signup|cookie|gdpr|consent)[-_](?:slot|unit|box|container|wrap|wrapper|banner|buttons?|bar|links?|list|icons?|signup|form|notice|promo|inline|block|area)`,
    String.raw`(?:related|recommended|more)[-_](?:articles|posts|stories|content|products)`,
    String.raw`skip[-_](?:link|links|to[-_]content)`,
  ]
    .map((words) => `(?:${words})`)
    .join('|')
    .replace(/^.*$/s, String.raw`(?:^|\s)(?:$&)(?:\s|$)`),
  'i',
);

const isNoise = ({ attribs }: Element): boolean =>
  NOISE_CLASS.test(attribs['class'] ?? '') || NOISE_CLASS.test(attribs['id'] ?? '');

// Its main part, or its only article.
const mainOf = (body: Element): Element => {
  const mains = findAll(({ name, attribs }) => name === 'main' || attribs['role'] === 'main', body.children);
  const [main] = mains;
  if (main !== undefined && mains.length === 1 && weigh(main) > 0) return main;
  const articles = findAll(({ name }) => name === 'article', body.children);
  const [article] = articles;
  const isWhole =
    article !== undefined &&
    articles.length === 1 &&
    weigh(article) >= weigh(body) * LEAST_SHARE &&
    (hasHeading(article) || !hasHeading(body));
  return isWhole ? article : body;
};

const hasHeading = ({ children }: Element): boolean => existsOne(({ name }) => name === 'h1', children);

const hasText = ({ children }: Element): boolean =>
  children.some((node) => (isText(node) ? node.data.trim() !== '' : isTag(node) && hasText(node)));

/** How much there is to read. Menus are nearly all links, so these do not count. */
const weigh = (parent: Element): number => {
  let weight = 0;
  for (const node of parent.children)
    if (isText(node)) weight += node.data.trim().length;
    else if (isTag(node) && node.name !== 'a') weight += weigh(node);
  return weight;
};

/** Takes elements out of the tree. The result puts them back. */
const removeAll = (root: Element, isRemoved: (element: Element) => boolean): (() => void) => {
  const changed = new Map<Element, Element['children']>();
  const visit = (parent: Element): void => {
    const { children } = parent;
    const kept = children.filter((node) => !isTag(node) || !isRemoved(node));
    if (kept.length < children.length) {
      changed.set(parent, children);
      parent.children = kept;
    }
    kept.filter(isTag).forEach(visit);
  };
  visit(root);
  return () => changed.forEach((children, parent) => (parent.children = children));
};
