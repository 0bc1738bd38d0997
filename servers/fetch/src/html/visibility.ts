// What a person who looks at a page does not see.
import type { DomElement } from 'linkedom';

const NEVER_SHOWN = new Set([
  ...[
    'SCRIPT',
    'STYLE',
    'TEMPLATE',
    'NOSCRIPT',
    'HEAD',
    'TITLE',
    'META',
    'LINK',
    'IFRAME',
    'OBJECT',
    'EMBED',
    'CANVAS',
  ],
  ...[
    'SVG',
    'MATH',
    'AUDIO',
    'VIDEO',
    'DATALIST',
    'DIALOG',
    'INPUT',
    'SELECT',
    'TEXTAREA',
    'BUTTON',
    'NOFRAMES',
  ],
]);

const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0*)?\s*(?:;|!|$)|font-size\s*:\s*0(?:\.0*)?(?:px|em|rem|pt|%)?\s*(?:;|!|$))/i;

/** Whether the element, with all in it, is left out. Style sheets are not applied. */
export const isHidden = (element: DomElement): boolean =>
  NEVER_SHOWN.has(element.tagName.toUpperCase()) ||
  element.hasAttribute('hidden') ||
  element.getAttribute('aria-hidden') === 'true' ||
  HIDING_STYLE.test(element.getAttribute('style') ?? '');
