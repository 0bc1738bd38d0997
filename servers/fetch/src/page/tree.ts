// Tree of a page: parsed as in browsers, with their maximum depth, without invisible elements.
import {
  Element,
  isDocument,
  isTag,
  isText,
  type ChildNode,
  type Document,
  type ParentNode,
} from 'domhandler';
import { textContent } from 'domutils';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { requireAtMost } from './text.ts';
import { isHidden } from './visibility.ts';

/** A page. */
export interface PageTree {
  /** The `html` element. */
  readonly root: Element;
  readonly body: Element;
  /** Metadata elements anywhere in the page: `meta`, `link`, `base`, `title`, and scripts with JSON-LD. */
  readonly about: readonly Element[];
  /** The visible `a` elements, in order. */
  readonly anchors: readonly Element[];
  /** Number of loaded scripts. */
  readonly scripts: number;
  /** Number of visible `h1` elements. */
  readonly titles: number;
  /** Whether it has a password field. */
  readonly asksPassword: boolean;
}

/** Each needs some hundred bytes of memory. */
const MAX_ELEMENTS = 500_000;
/** Deeper elements become siblings, as in browsers. */
const MAX_DEPTH = 512;
const ABOUT: ReadonlySet<string> = new Set(['base', 'link', 'meta', 'title']);
const DATA_TYPE = 'application/ld+json';

/** Parses a page. @throws {FetchError} `too_large` for too many elements. Any other content is accepted. */
export const parsePage = (html: string): PageTree => {
  const document: Document = parse(html, { treeAdapter: leanAdapter() });
  const root = findChild(document, 'html') ?? new Element('html', {});
  return { root, ...prune(root), body: findChild(root, 'body') ?? new Element('body', {}) };
};

// Omits the namespaces of attributes, with which a page needs half as much memory again.
const leanAdapter = (): typeof adapter => {
  let elements = 0;
  return {
    ...adapter,
    createElement: (name, namespace, attributes) => {
      elements += 1;
      requireAtMost(MAX_ELEMENTS, elements, 'elements');
      const element = new Element(
        name,
        Object.fromEntries(attributes.map((each) => [each.name, each.value])),
      );
      element.namespace = namespace;
      return element;
    },
    adoptAttributes: ({ attribs }, attributes) => {
      for (const { name, value } of attributes) attribs[name] ??= value;
    },
  };
};

const findChild = ({ children }: ParentNode, name: string): Element | undefined =>
  children.filter(isTag).find((element) => element.name === name);

interface Level {
  readonly parent: Element;
  readonly children: readonly ChildNode[];
  next: number;
}

// Without recursion, because the tree may be as deep as the page is long.
const prune = (root: Element): Omit<PageTree, 'root' | 'body'> => {
  let scripts = 0;
  let titles = 0;
  let asksPassword = false;
  let areDrawn = false;
  const formulas: Element[] = [];
  const about: Element[] = [];
  const anchors: Element[] = [];
  const levels: Level[] = [enter(root, root)];
  for (let level = levels[0]; level !== undefined; level = levels.at(-1)) {
    const node = level.children[level.next];
    level.next += 1;
    if (node === undefined) levels.pop();
    else if (isText(node)) {
      // From `&#13;`. The text after it would become a line without the mark of its quote.
      if (node.data.includes('\r')) node.data = node.data.replaceAll(/\r\n?/g, '\n');
      append(level.parent, node);
    } else if (isTag(node)) {
      if (isLoaded(node)) scripts += 1;
      asksPassword ||= node.name === 'input' && node.attribs['type']?.toLowerCase() === 'password';
      if (isAbout(node)) about.push(node);
      // A hidden body is shown by a script.
      else if (node.name === 'body' || !isHidden(node)) {
        if (node.name === 'a') anchors.push(node);
        if (node.name === 'h1') titles += 1;
        if (node.name === 'script') formulas.push(node);
        append(level.parent, node);
        levels.push(enter(node, levels.length < MAX_DEPTH ? node : level.parent));
      } else areDrawn ||= drawsFormulas(node);
    }
  }
  // Without a script that draws them, formulas are invisible.
  if (!areDrawn) for (const formula of formulas) formula.children = [];
  return { about, anchors, scripts, titles, asksPassword };
};

const drawsFormulas = (node: Element): boolean =>
  node.name === 'script' && /mathjax|katex/i.test(node.attribs['src'] ?? textContent(node));

const isAbout = ({ name, attribs }: Element): boolean =>
  ABOUT.has(name) || (name === 'script' && attribs['type'] === DATA_TYPE);

const isLoaded = ({ name, attribs }: Element): boolean =>
  name === 'script' && (attribs['src'] !== undefined || attribs['type'] === 'module');

const enter = (element: Element, parent: Element): Level => {
  // The content of a template is a separate document.
  const [first] = element.children;
  const { children } = first !== undefined && isDocument(first) ? first : element;
  element.children = [];
  return { parent, children, next: 0 };
};

const append = (parent: Element, node: ChildNode): void => {
  const previous = parent.children.at(-1) ?? null;
  node.parent = parent;
  node.prev = previous;
  node.next = null;
  if (previous !== null) previous.next = node;
  parent.children.push(node);
};
