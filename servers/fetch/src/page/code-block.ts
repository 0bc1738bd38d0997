// Code blocks: their text line by line, and the language that their classes name.
import { isTag, isText, type Element } from 'domhandler';
import { findOne } from 'domutils';
import { longestRun } from './inline.ts';

/** A `<pre>` as a fenced block, or its text alone; empty when nothing is in it. */
export const toCodeBlock = (pre: Element, isPlain: boolean): string => {
  const content = textOf(pre).replace(/^\n/, '').trimEnd();
  if (content === '' || isPlain) return content;
  const fence = '`'.repeat(Math.max(3, longestRun(content, '`') + 1));
  return `${fence}${languageOf(pre)}\n${content}\n${fence}`;
};

// Some highlighters make a block of each line, and no line end.
const textOf = (element: Element): string => {
  let text = '';
  for (const node of element.children) {
    if (isText(node)) text += node.data;
    else if (isTag(node) && node.name === 'br') text += '\n';
    else if (isTag(node)) {
      const isLine = LINES.has(node.name);
      if (isLine && text !== '' && !text.endsWith('\n')) text += '\n';
      text += textOf(node);
      if (isLine && !text.endsWith('\n')) text += '\n';
    }
  }
  return text;
};

const LINES: ReadonlySet<string> = new Set(['div', 'li', 'p', 'tr']);

const LANGUAGE =
  /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|sourceCode\s+)([\w+#-]{1,30})/;
/** Classes that look like languages, and mean none. */
const NO_LANGUAGE = new Set(['default', 'none', 'plain', 'text', 'highlight', 'code']);

// Of the code, its block, or one of the two elements around: highlighters differ.
const languageOf = (pre: Element): string => {
  const code = findOne(({ name }) => name === 'code', pre.children);
  for (const element of [code, pre, pre.parent, pre.parent?.parent]) {
    if (!element || !isTag(element)) continue;
    const { 'data-lang': lang, 'data-language': language, class: classes = '' } = element.attribs;
    const name = lang ?? language ?? '';
    const found = /^[\w+#-]{1,30}$/.test(name) ? name : LANGUAGE.exec(classes)?.[1];
    if (found !== undefined && !NO_LANGUAGE.has(found)) return found;
  }
  return '';
};
