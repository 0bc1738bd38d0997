// HTML of a part of a page: its content without scripts, styles, handlers and hidden elements.
import type { Element } from 'domhandler';
import { findAll, getOuterHTML, removeElement } from 'domutils';
import type { LinkBase } from './link-base.ts';

/** What says something about the content; not classes, styles and event handlers. */
const KEPT: ReadonlySet<string> = new Set(
  'abbr alt checked cite colspan datetime dir headers href id lang rowspan scope span src start title type value'.split(
    ' ',
  ),
);
const LINKS: ReadonlySet<string> = new Set(['cite', 'href', 'src']);

/** An element as HTML, with absolute links. Changes the element. */
export const toSource = (root: Element, base: LinkBase): string => {
  for (const element of findAll(() => true, [root])) {
    if (element.name === 'script') removeElement(element);
    const kept = Object.entries(element.attribs).flatMap(([name, value]) => {
      const shown = LINKS.has(name) && !value.startsWith('#') ? base.resolve(value) : value;
      return KEPT.has(name) && shown !== undefined ? [[name, shown] as const] : [];
    });
    element.attribs = Object.fromEntries(kept);
  }
  return getOuterHTML(root, { encodeEntities: 'utf8' });
};
