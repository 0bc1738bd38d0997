// What a person who looks at a page does not see.
import type { Attributes } from './dom.ts';

const NEVER_SHOWN = new Set([
  ...['audio', 'button', 'canvas', 'datalist', 'dialog', 'embed', 'iframe', 'input', 'noframes', 'noscript'],
  ...['object', 'script', 'select', 'style', 'svg', 'template', 'textarea', 'video'],
]);

const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0*)?\s*(?:;|!|$)|font-size\s*:\s*0(?:\.0*)?(?:px|em|rem|pt|%)?\s*(?:;|!|$))/i;

/** Whether an element, with all in it, is left out. The name is in lower case. Style sheets are not applied. */
export const isHidden = (name: string, attributes: Attributes): boolean => {
  if (NEVER_SHOWN.has(name)) return true;
  for (const key in attributes) {
    if (key === 'hidden') return true;
    // A picture that is not read aloud is still seen: formulas are often such pictures.
    if (key === 'aria-hidden' && attributes[key] === 'true' && name !== 'img') return true;
    if (key === 'class' && isBesideCode(name, attributes[key] ?? '')) return true;
    if (key === 'style' && HIDING_STYLE.test(attributes[key] ?? '')) return true;
  }
  return false;
};

// Numbers of lines, which highlighters put beside the code.
const isBesideCode = (name: string, classes: string): boolean =>
  LINE_NUMBERS.test(classes) || (GUTTER.test(classes) && IN_TABLES.has(name));

const LINE_NUMBERS = /(?:^|\s)(?:line-?nos?|line-?numbers?|linenodiv|blob-num|hljs-ln-numbers)(?:$|\s)/i;
const GUTTER = /(?:^|\s)(?:rouge-)?gutter(?:$|\s)/i;
const IN_TABLES: ReadonlySet<string> = new Set(['pre', 'span', 'td', 'th']);
