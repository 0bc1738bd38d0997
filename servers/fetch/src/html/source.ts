// HTML of the light DOM: the content of a page without scripts, styles, handlers and what is hidden.
import type { DomElement, DomNode } from './dom.ts';
import type { LinkBase } from './link-base.ts';

const VOID: ReadonlySet<string> = new Set(['BR', 'COL', 'HR', 'IMG', 'INPUT', 'SOURCE', 'TRACK', 'WBR']);
/** What says something about the content; not classes, styles and event handlers. */
const KEPT: ReadonlySet<string> = new Set([
  ...[
    'abbr',
    'alt',
    'cite',
    'colspan',
    'datetime',
    'dir',
    'headers',
    'href',
    'id',
    'lang',
    'rowspan',
    'scope',
  ],
  ...['span', 'src', 'start', 'title', 'type', 'value'],
]);
const LINKS: ReadonlySet<string> = new Set(['cite', 'href', 'src']);

/** An element as HTML, with absolute links. */
export const toSource = (node: DomNode, base: LinkBase): string => {
  if (node.nodeType === 3) return escape(node.textContent);
  const tag = node.tagName.toLowerCase();
  const start = `<${tag}${toAttributes(node, base)}>`;
  if (VOID.has(node.tagName)) return start;
  return `${start}${node.childNodes.map((child) => toSource(child, base)).join('')}</${tag}>`;
};

const toAttributes = (element: DomElement, base: LinkBase): string => {
  let text = '';
  for (const { name, value } of element.attributes) {
    if (!KEPT.has(name)) continue;
    const kept = LINKS.has(name) && !value.startsWith('#') ? base.resolve(value) : value;
    if (kept !== undefined) text += ` ${name}="${escape(kept).replaceAll('"', '&quot;')}"`;
  }
  return text;
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
