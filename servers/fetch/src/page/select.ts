// What a CSS selector finds on a page.
import type { Element, ParentNode } from 'domhandler';
import { selectAll } from 'css-select';
import { FetchError, shown } from '../failure.ts';

/**
 * The elements that a selector finds, without those in another one.
 *
 * @throws {FetchError} `invalid_selector`, or `no_match`.
 */
export const select = (root: Element, selector: string): readonly Element[] => {
  let found: Element[];
  try {
    found = selectAll<ParentNode, Element>(selector, root);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FetchError('invalid_selector', `"${shown(selector)}" is no CSS selector: ${shown(reason)}.`);
  }
  if (found.length > 0) return outermost(found);
  throw new FetchError('no_match', `Nothing on the page matches the selector "${shown(selector)}".`, {
    hint: 'Call again without selector to see the page; what scripts would add is not there.',
  });
};

// That of domutils searches the list for each element.
const outermost = (elements: readonly Element[]): readonly Element[] => {
  const all = new Set<ParentNode>(elements);
  return elements.filter((element) => {
    for (let around = element.parent; around !== null; around = around.parent)
      if (all.has(around)) return false;
    return true;
  });
};
