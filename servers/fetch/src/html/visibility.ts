// What a person who looks at a page does not see.
import type { Attributes } from './dom.ts';

const NEVER_SHOWN = new Set([
  ...['audio', 'button', 'canvas', 'datalist', 'dialog', 'embed', 'iframe', 'input', 'noframes', 'noscript'],
  ...['object', 'script', 'select', 'style', 'svg', 'template', 'textarea', 'video'],
]);

// All of them take time in proportion to the style, however hostile.
const ZERO = String.raw`[-+]?(?:0+(?:\.0*)?|\.0+)`;
const HIDING = [
  String.raw`display:none`,
  String.raw`visibility:(?:hidden|collapse)`,
  String.raw`opacity:(?:${ZERO}|0?\.0\d*)%?(?:!|$)`,
  // Letters of less than two pixels.
  String.raw`font-size:(?:${ZERO}[a-z%]*|[01](?:\.\d*)?px|0?\.\d+px|0?\.0\d*r?em)(?:!|$)`,
  // Out of sight.
  String.raw`(?:left|right|top|bottom|text-indent|margin-left|margin-top):-(?:\d{4}|\d{3}r?em)`,
  String.raw`clip:rect\((?:[01](?:px)?,?){4}\)`,
  String.raw`transform:scale\(${ZERO}[,)]`,
].join('|');
const HIDING_DECLARATION = new RegExp(`^(?:${HIDING})`, 'i');
const NO_SIZE = new RegExp(`^(?:max-)?(?:width|height):${ZERO}(?:px)?(?:!|$)`, 'i');
const CUT = /^overflow:(?:hidden|clip)/i;

const isHiding = (style: string): boolean => {
  const declarations = withoutComments(style).replaceAll(/\s+/g, '').split(';');
  return (
    declarations.some((each) => HIDING_DECLARATION.test(each)) ||
    (declarations.some((each) => CUT.test(each)) && declarations.some((each) => NO_SIZE.test(each)))
  );
};

const withoutComments = (style: string): string =>
  style.includes('/*')
    ? style
        .split('*/')
        .map((part) => part.split('/*', 1).join(''))
        .join('')
    : style;

/** Whether an element, with all in it, is left out. The name is in lower case. Style sheets are not applied. */
export const isHidden = (name: string, attributes: Attributes): boolean => {
  if (NEVER_SHOWN.has(name)) return true;
  for (const key in attributes) {
    if (key === 'hidden') return true;
    // A picture that is not read aloud is still seen: formulas are often such pictures.
    if (key === 'aria-hidden' && attributes[key] === 'true' && name !== 'img') return true;
    if (key === 'class' && isBesideCode(name, attributes[key] ?? '')) return true;
    if (key === 'style' && isHiding(attributes[key] ?? '')) return true;
  }
  return false;
};

// Numbers of lines, which highlighters put beside the code.
const isBesideCode = (name: string, classes: string): boolean =>
  LINE_NUMBERS.test(classes) || (GUTTER.test(classes) && IN_TABLES.has(name));

const LINE_NUMBERS = /(?:^|\s)(?:line-?nos?|line-?numbers?|linenodiv|blob-num|hljs-ln-numbers)(?:$|\s)/i;
const GUTTER = /(?:^|\s)(?:rouge-)?gutter(?:$|\s)/i;
const IN_TABLES: ReadonlySet<string> = new Set(['pre', 'span', 'td', 'th']);
