// CSS selectors over the light DOM.
import { selectAll } from 'css-select';
import { FetchError } from '../failure.ts';
import type { DomDocument, DomElement, DomNode, DomParent } from './dom.ts';

type Place = DomNode | DomParent;

const adapter = {
  isTag: (node: Place): node is DomElement => node.nodeType === 1,
  getAttributeValue: (element: DomElement, name: string): string | undefined =>
    element.getAttribute(name) ?? undefined,
  getChildren: (node: Place): Place[] => (node.nodeType === 3 ? [] : node.childNodes),
  getName: ({ tagName }: DomElement): string => tagName.toLowerCase(),
  getParent: ({ parentNode }: DomElement): Place | null => parentNode,
  getSiblings: (node: Place): Place[] => node.parentNode?.childNodes ?? [node],
  getText: (node: Place): string => node.textContent,
  hasAttrib: (element: DomElement, name: string): boolean => element.hasAttribute(name),
  removeSubsets: outermost,
};

/**
 * What a selector finds, without what stands in another find.
 *
 * @throws {FetchError} `invalid_selector`, or `no_match`.
 */
export const select = (document: DomDocument, selector: string): DomElement[] => {
  let found: Place[];
  try {
    found = selectAll<Place, DomElement>(selector, document.documentElement, { adapter });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FetchError('invalid_selector', `"${selector}" is no CSS selector: ${reason}.`);
  }
  const elements = outermost(found).filter(adapter.isTag);
  if (elements.length > 0) return elements;
  throw new FetchError('no_match', `Nothing on the page matches the selector "${selector}".`, {
    hint: 'Call again without selector to see the page; what scripts would add is not there.',
  });
};

function outermost(nodes: Place[]): Place[] {
  const all = new Set(nodes);
  return nodes.filter((node) => {
    for (let around = node.parentNode; around !== null; around = around.parentNode)
      if (all.has(around)) return false;
    return true;
  });
}
