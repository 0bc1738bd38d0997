// Code blocks: their text line by line, and the language that their classes name.
import type { DomElement } from './dom.ts';
import { longestRun } from './inline.ts';

/** A `<pre>` as a fenced block, or its text alone; empty when nothing is in it. */
export const toCodeBlock = (pre: DomElement, isPlain: boolean): string => {
  const content = textOf(pre).replace(/^\n/, '').trimEnd();
  if (content === '' || isPlain) return content;
  const fence = '`'.repeat(Math.max(3, longestRun(content, '`') + 1));
  return `${fence}${languageOf(pre)}\n${content}\n${fence}`;
};

// Some highlighters make a block of each line, and no line end.
const textOf = (element: DomElement): string => {
  let text = '';
  for (const node of element.childNodes) {
    if (node.nodeType === 3) text += node.textContent;
    else if (node.tagName === 'BR') text += '\n';
    else {
      const isLine = LINES.has(node.tagName);
      if (isLine && text !== '' && !text.endsWith('\n')) text += '\n';
      text += textOf(node);
      if (isLine && !text.endsWith('\n')) text += '\n';
    }
  }
  return text;
};

const LINES: ReadonlySet<string> = new Set(['DIV', 'LI', 'P', 'TR']);

const LANGUAGE =
  /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|sourceCode\s+)([\w+#-]{1,30})/;
/** Classes that look like languages, and mean none. */
const NO_LANGUAGE = new Set(['default', 'none', 'plain', 'text', 'highlight', 'code']);

// Of the code, its block, or one of the two elements around: highlighters differ.
const languageOf = (pre: DomElement): string => {
  const code = pre.find('code');
  const around = pre.parentNode?.nodeType === 1 ? pre.parentNode : undefined;
  const outer = around?.parentNode?.nodeType === 1 ? around.parentNode : undefined;
  for (const element of [code, pre, around, outer]) {
    if (element === undefined) continue;
    const name = element.getAttribute('data-lang') ?? element.getAttribute('data-language');
    const found =
      name !== null && /^[\w+#-]{1,30}$/.test(name) ? name : LANGUAGE.exec(element.className)?.[1];
    if (found !== undefined && !NO_LANGUAGE.has(found)) return found;
  }
  return '';
};
