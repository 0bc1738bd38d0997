// Visibility: elements that a user of a page does not see.
import { Element, type ParentNode } from 'domhandler';

const NEVER_SHOWN: ReadonlySet<string> = new Set(
  (
    'audio button canvas datalist dialog embed iframe input noframes noscript ' +
    'object script select style svg template textarea video'
  ).split(' '),
);

// All of them match hostile styles in linear time.
const ZERO = String.raw`[-+]?(?:0+(?:\.0*)?|\.0+)`;
/** Out of the scrollable area. */
const FAR = String.raw`(?:\d{4}|[5-9]\d{2}px|\d{3}(?:r?em|vw|vh))`;
const HIDING = [
  String.raw`display:none`,
  String.raw`visibility:(?:hidden|collapse)`,
  String.raw`content-visibility:hidden`,
  String.raw`opacity:(?:${ZERO}|0?\.0\d*|[0-4](?:\.\d*)?%)%?(?:!|$)`,
  // Text smaller than two pixels, or transparent.
  String.raw`font-size:(?:${ZERO}[a-z%]*|[01](?:\.\d*)?px|0?\.\d+px|0?\.0\d*r?em)(?:!|$)`,
  String.raw`font:[a-z-]*${ZERO}(?:[a-z%]*\/|px|[a-z])`,
  String.raw`color:(?:transparent|#[\da-f]{3}0(?:!|$)|#[\da-f]{6}00|(?:rgb|hsl)a?\([^)]*[,/]${ZERO}%?\))`,
  // Out of sight.
  String.raw`(?:left|right|top|bottom|inset|text-indent|margin-left|margin-top):-${FAR}`,
  String.raw`transform:translate(?:x|y|3d)?\((?:[^,)]*,)?-${FAR}`,
  String.raw`clip:rect\((?:[01](?:px)?,?){4}\)`,
  String.raw`clip-path:(?:inset\((?:[5-9]\d|100)%|circle\(${ZERO}[a-z%]*\)|polygon\((?:${ZERO}[a-z%]*,?)+\))`,
  // Without size.
  String.raw`transform:scale[xy]?\(${ZERO}[,)]`,
  String.raw`(?:scale|zoom):${ZERO}(?:!|$)`,
].join('|');
const HIDING_DECLARATION = new RegExp(`^(?:${HIDING})`, 'i');
/** One pixel shows no text either. */
const NO_SIZE = new RegExp(`^(?:max-)?(?:width|height):(?:1px|${ZERO}(?:px)?)(?:!|$)`, 'i');
const COLOURS = /^(background(?:-color)?|color):([^!]{1,50})/i;
const CUT = /^overflow:(?:hidden|clip)/i;

const isHiding = (style: string): boolean => {
  const declarations = withoutEscapes(withoutComments(style)).replaceAll(/\s+/g, '').split(';');
  return (
    declarations.some((each) => HIDING_DECLARATION.test(each)) ||
    (declarations.some((each) => CUT.test(each)) && declarations.some((each) => NO_SIZE.test(each))) ||
    hasTextInBackgroundColour(declarations)
  );
};

/** Whether text and background have the same colour. */
const hasTextInBackgroundColour = (declarations: readonly string[]): boolean => {
  const found = declarations.flatMap((each) => {
    const [, name = '', colour = ''] = COLOURS.exec(each) ?? [];
    return name === '' ? [] : [{ isLetters: name.toLowerCase() === 'color', colour: plainColour(colour) }];
  });
  const letters = found.findLast(({ isLetters }) => isLetters)?.colour;
  return letters !== undefined && found.findLast(({ isLetters }) => !isLetters)?.colour === letters;
};

/** Normalizes common colours of hidden text. */
const plainColour = (colour: string): string =>
  colour
    .toLowerCase()
    .replace(/^#([\da-f])([\da-f])([\da-f])$/, '#$1$1$2$2$3$3')
    .replace(/^(?:white|rgb\(255,255,255\))$/, '#ffffff')
    .replace(/^(?:black|rgb\(0,0,0\))$/, '#000000');

/** Decodes escapes like `\\6e` and `\\n` (CSS Syntax, section 4.3.7). */
const withoutEscapes = (style: string): string =>
  style.includes('\\')
    ? style.replaceAll(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_escape, code: string | undefined, sign = '') =>
        code === undefined ? String(sign) : letterOf(Number.parseInt(code, 16)),
      )
    : style;

const letterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

const withoutComments = (style: string): string =>
  style.includes('/*')
    ? style
        .split('*/')
        .map((part) => part.split('/*', 1).join(''))
        .join('')
    : style;

/** Whether an element is invisible with its content. Style sheets are not applied. */
export const isHidden = (element: Element): boolean => {
  const { name, attribs } = element;
  if (NEVER_SHOWN.has(name) && !isShownAfterAll(element)) return true;
  for (const key in attribs) {
    const value = attribs[key] ?? '';
    if (key === 'hidden') return true;
    // Images with aria-hidden are visible, and formulas are often such images.
    if (key === 'aria-hidden' && value.toLowerCase() === 'true' && name !== 'img') return true;
    if (key === 'class' && isDecoration(name, value)) return true;
    if (key === 'style' && isHiding(value)) return true;
  }
  return false;
};

// TeX formulas, which a script would draw, checkboxes of task lists, and embedded pages.
const isShownAfterAll = ({ name, attribs, parent }: Element): boolean => {
  if (name === 'script') return /^math\/tex\b/i.test(attribs['type'] ?? '');
  // The title of an accordion.
  if (name === 'button') return isHeading(parent);
  if (name === 'dialog') return 'open' in attribs;
  if (name === 'template') return 'shadowrootmode' in attribs;
  if (name === 'input') return attribs['type'] === 'checkbox' && (isItem(parent) || isItem(parent?.parent));
  const isDot = [attribs['width'], attribs['height']].some((size) => /^[01](?:px)?$/.test(size ?? ''));
  return name === 'iframe' && /^(?:https?:)?\/\//i.test(attribs['src'] ?? '') && !isDot;
};

const isHeading = (node: ParentNode | null | undefined): boolean =>
  node instanceof Element && /^h[1-6]$/.test(node.name);

const isItem = (node: ParentNode | null | undefined): boolean =>
  node instanceof Element && node.name === 'li';

const isDecoration = (name: string, classes: string): boolean =>
  (DECORATION.test(classes) && name !== 'mjx-container') || (GUTTER.test(classes) && IN_TABLES.has(name));

/**
 * Line numbers of highlighters, edit links of wikis, and formulas that a script has drawn. The container of newer
 * versions also contains the formula itself.
 */
const DECORATION =
  /(?:^|\s)(?:line-?nos?|line-?numbers?|linenodiv|blob-num|hljs-ln-numbers|mw-editsection|MathJax(?:_Preview|_Display|_SVG|_SVG_Display)?)(?:$|\s)/i;
const GUTTER = /(?:^|\s)(?:rouge-)?gutter(?:$|\s)/i;
const IN_TABLES: ReadonlySet<string> = new Set(['pre', 'span', 'td', 'th']);
