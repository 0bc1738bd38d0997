// Content: the elements that a selector finds, or the page without menus, advertisements and the like.
import { isTag, isText, type ChildNode, type Element, type ParentNode } from 'domhandler';
import { selectAll } from 'css-select';
import { existsOne } from 'domutils';
import { FetchError, shown } from '../failure.ts';
import type { Extraction } from './text.ts';
import type { PageTree } from './tree.ts';

/** The elements to write, and how they were chosen. */
export interface Content {
  readonly parts: readonly Element[];
  readonly extraction: Extraction;
}

/**
 * Chooses the content, and removes other elements from the tree.
 *
 * @throws {FetchError} `invalid_selector`, or `no_match`.
 */
export const chooseContent = ({ root, body, titles }: PageTree, selector: string | undefined): Content => {
  if (selector !== undefined) return { parts: select(root, selector), extraction: { method: 'selector' } };
  const isAroundIt: Choose = (element, place) => isAround(element, { place, body, titles });
  if (!hasText(body, isAroundIt)) {
    const fallback = hasText(body, () => false) ? 'only_navigation' : 'empty';
    return { parts: [body], extraction: { method: 'whole', fallback } };
  }
  const kept = removeAll(body, isAroundIt);
  const weigh = createWeigher();
  const main = mainOf(body, kept, weigh);
  removeAll(main, (element) => isNoise(element) && weigh(element) <= weigh(main) * MOST_NOISE);
  if (main === body) return { parts: [body], extraction: { method: 'whole' } };
  return { parts: [...titleOutside(main, kept), main], extraction: { method: 'article' } };
};

// Many pages have their title above their main part.
const titleOutside = (main: Element, kept: readonly Element[]): readonly Element[] => {
  const titles = hasHeading(main) ? [] : kept.filter(({ name }) => name === 'h1');
  if (titles.length !== 1) return [];
  // The header also has the author and the date.
  const header = kept.find(
    (element) => element.name === 'header' && hasHeading(element) && !isIn(main, element),
  );
  return header === undefined ? titles : [header];
};

const isIn = (element: Element, outer: Element): boolean =>
  existsOne((each) => each === element, outer.children);

// Returns the outermost elements that a selector finds.
const select = (root: Element, selector: string): readonly Element[] => {
  let found: Element[];
  try {
    found = selectAll<ParentNode, Element>(selector, root);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FetchError('invalid_selector', `"${shown(selector)}" is not a CSS selector: ${shown(reason)}.`);
  }
  if (found.length > 0) return outermost(found);
  throw new FetchError('no_match', `Nothing on the page matches the selector "${shown(selector)}".`, {
    hint: 'Call again without selector to see the page. It lacks what scripts would add.',
  });
};

// Linear, unlike `removeSubsets` of domutils.
const outermost = (elements: readonly Element[]): readonly Element[] => {
  const all = new Set<ParentNode>(elements);
  return elements.filter((element) => {
    for (let around = element.parent; around !== null; around = around.parent)
      if (all.has(around)) return false;
    return true;
  });
};

const AROUND: ReadonlySet<string> = new Set(['nav', 'aside', 'footer']);
const AROUND_ROLES: ReadonlySet<string> = new Set(
  'navigation banner contentinfo complementary search'.split(' '),
);

/** The context of an element: the page, its main content, or an aside of that. */
type Place = 'page' | 'content' | 'aside';
type Choose = (element: Element, place: Place) => boolean;

const CONTENT: ReadonlySet<string> = new Set(['main', 'article', 'blockquote']);
const IN_CONTENT: ReadonlySet<string> = new Set(['aside', 'footer']);

const placeIn = ({ name, attribs }: Element, place: Place): Place => {
  if (place === 'page') return CONTENT.has(name) || attribs['role'] === 'main' ? 'content' : 'page';
  return IN_CONTENT.has(name) ? 'aside' : place;
};

interface Around {
  readonly place: Place;
  readonly body: Element;
  /** Number of `h1` elements of the page. */
  readonly titles: number;
}

const isAround = (element: Element, { place, body, titles }: Around): boolean => {
  const { name, attribs, parent } = element;
  if (AROUND_ROLES.has(attribs['role'] ?? '')) return true;
  if (name === 'header') return parent === body && !(titles === 1 && hasHeading(element));
  if (!AROUND.has(name)) return false;
  // Keeps notes, quotes and their sources, but not lists of links.
  const isContent = IN_CONTENT.has(name) && place !== 'page';
  return !isContent || (place === 'content' && !hasText(element, isLinkOrHeading));
};

/** An element with a larger share of the text is not an advertisement, whatever its class. */
const MOST_NOISE = 0.15;

// Class names that only noise has. A single word is ambiguous.
const NOISE_WORDS = [
  String.raw`ads?|adsbygoogle|adslot|advert(?:s|isements?|ising)?|sponsored|sharing|newsletter|breadcrumbs?`,
  String.raw`(?:ads?|advert|dfp|share|sharing|social|newsletter|subscribe|signup|cookie|gdpr|consent)[-_](?:slot|unit|box|container|wrap|wrapper|banner|buttons?|bar|links?|list|icons?|signup|form|notice|promo|inline|block|area|shar(?:e|ing))`,
  String.raw`(?:related|recommended|more)[-_](?:articles|posts|stories|content|products)`,
  String.raw`skip[-_](?:link|links|to[-_]content)`,
  // Links of a wiki to other languages.
  'mw-portlet-lang',
];
const NOISE_CLASS = new RegExp(String.raw`(?:^|\s)(?:${NOISE_WORDS.join('|')})(?:\s|$)`, 'i');

const isNoise = (element: Element): boolean => {
  const { class: classes = '', id = '' } = element.attribs;
  if (classes === '' && id === '') return false;
  const names = `${classes} ${id}`;
  return NOISE_CLASS.test(names) || (RELATED.test(names) && !hasText(element, isLinkOrHeading));
};

/** Noise if it contains only links to other pages. */
const RELATED = /(?:^|\s)(?:related|recommended)(?:\s|$)/i;

/** An article with a smaller share of the text is one of several, or a part of the content. */
const LEAST_SHARE = 0.85;

// Returns the main element, or else the only article.
const mainOf = (body: Element, kept: readonly Element[], weigh: Weigh): Element => {
  const mains = kept.filter(({ name, attribs }) => name === 'main' || attribs['role'] === 'main');
  const [main] = mains;
  if (main !== undefined && mains.length === 1 && hasText(main, isLink)) return main;
  const articles = kept.filter(({ name }) => name === 'article');
  const [article] = articles;
  const isWhole =
    article !== undefined &&
    articles.length === 1 &&
    weigh(article) >= weigh(body) * LEAST_SHARE &&
    (hasHeading(article) || !hasHeading(body));
  return isWhole ? article : body;
};

const hasHeading = ({ children }: Element): boolean => existsOne(({ name }) => name === 'h1', children);

const hasText = ({ children }: Element, isSkipped: Choose, place: Place = 'page'): boolean =>
  children.some((node) =>
    isText(node)
      ? node.data.trim() !== ''
      : isTag(node) && !isSkipped(node, place) && hasText(node, isSkipped, placeIn(node, place)),
  );

type Weigh = (element: Element) => number;

// Links do not count as text, because menus consist of them.
const isLink = ({ name }: Element): boolean => name === 'a';

const isLinkOrHeading = ({ name }: Element): boolean => name === 'a' || /^h[1-6]$/.test(name);

/** Returns a function that counts the text of an element, once for each because noise may be nested. */
const createWeigher = (): Weigh => {
  const known = new Map<Element, number>();
  const weigh: Weigh = (parent) => {
    let weight = known.get(parent);
    if (weight !== undefined) return weight;
    weight = 0;
    for (const node of parent.children)
      if (isText(node)) weight += node.data.trim().length;
      else if (isTag(node) && !isLink(node)) weight += weigh(node);
    known.set(parent, weight);
    return weight;
  };
  return weigh;
};

/** Removes elements, and returns the others in order. */
const removeAll = (root: Element, isRemoved: Choose): readonly Element[] => {
  const kept: Element[] = [];
  const gone = new Set<ChildNode>();
  const visit = (parent: Element, place: Place): void => {
    const { size } = gone;
    for (const node of parent.children) {
      if (!isTag(node)) continue;
      if (isRemoved(node, place)) gone.add(node);
      else {
        kept.push(node);
        visit(node, placeIn(node, place));
      }
    }
    if (gone.size > size) parent.children = parent.children.filter((node) => !gone.has(node));
  };
  visit(root, 'page');
  return kept;
};
