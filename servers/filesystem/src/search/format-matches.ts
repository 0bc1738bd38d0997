// Matches as text: each file once, then its lines, like `12: text`; lines around a match as `11- text`.
import { oneLine } from '../text/one-line.ts';
import type { ContentMatch } from './contents.ts';

/** The matches in their order, those of a file one after the other. A line that several of them have comes once. */
export const formatMatches = (matches: readonly ContentMatch[]): string => {
  const files: string[] = [];
  for (let first = 0; first < matches.length;) {
    const path = matches[first]?.path ?? '';
    let end = first;
    while (matches[end]?.path === path) end++;
    files.push(`${oneLine(path)}\n${formatFile(matches.slice(first, end))}`);
    first = end;
  }
  return files.join('\n\n');
};

const formatFile = (matches: readonly ContentMatch[]): string => {
  const lines = new Map<number, string>();
  for (const { line, before = [], after = [] } of matches) {
    for (const [i, around] of before.entries()) lines.set(line - before.length + i, `- ${around}`);
    for (const [i, around] of after.entries()) lines.set(line + 1 + i, `- ${around}`);
  }
  for (const { line, text } of matches) lines.set(line, `: ${text}`);
  const hasContext = lines.size > matches.length;
  const shown: string[] = [];
  let last: number | undefined;
  for (const [line, text] of [...lines].toSorted(([a], [b]) => a - b)) {
    if (hasContext && last !== undefined && line > last + 1) shown.push('--');
    shown.push(`${line}${text}`);
    last = line;
  }
  return shown.join('\n');
};
