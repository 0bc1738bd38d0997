// The outline of a Markdown text: its headings, and where each begins.

const MAX_ENTRIES = 300;
const MAX_TITLE = 200;
const HEADING_OR_FENCE = /^ {0,3}(?:(#{1,6}) +(.*)|(`{3,}|~{3,})(.*))$/gm;

/**
 * The headings of a text, the first 300, with the `start_index` of each, in code points. What looks like a heading in a
 * code block is none.
 */
export const outlineOf = (markdown: string): string[] => {
  const entries: string[] = [];
  let fence = '';
  let unit = 0;
  let index = 0;
  for (const { 0: line, 1: marks, 2: title = '', 3: ticks = '', index: at } of markdown.matchAll(
    HEADING_OR_FENCE,
  )) {
    if (marks === undefined) {
      if (fence === '') fence = ticks;
      else if (ticks.startsWith(fence) && line.trim() === ticks) fence = '';
    } else if (fence === '') {
      for (; unit < at; unit += (markdown.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1) index += 1;
      entries.push(`${marks} ${plain(title)} (start_index ${index})`);
      if (entries.length === MAX_ENTRIES) break;
    }
  }
  return entries;
};

// Each escape is consumed, and a label ends at the next bracket: no part of a title is searched twice.
const ESCAPE_OR_LINK = /\\.|!?\[((?:\\.|[^[\]\\])*)\]\([^()\s]*\)/g;

// Of links and images their text; without marks.
const plain = (title: string): string =>
  title
    .replaceAll(ESCAPE_OR_LINK, (found: string, label?: string) => label ?? found)
    .replaceAll(/(?<!\\)(?:\*\*|[*`])/g, '')
    .replaceAll(/\\([\\`*_[\]<#~&])/g, '$1')
    .replace(/ #+$/, '')
    .trim()
    .slice(0, MAX_TITLE);
