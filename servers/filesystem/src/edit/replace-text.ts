// Replaces a text or regular expression in one file. Runs on a search thread, because an expression can take long.
import { toMatcher, type TextQuery } from '../search/query.ts';
import { isPartOfWord } from './whole-word.ts';
import { unifiedDiff, type UnifiedDiff } from './unified-diff.ts';

/** A replacement to make, as plain data for a thread. */
export interface ReplaceTask extends TextQuery {
  readonly content: string;
  readonly path: string;
  /** For an expression, `$1` and `$<name>` stand for its groups. */
  readonly replacement: string;
  readonly isWholeWord: boolean;
  readonly maxDiffBytes: number;
}

export interface ReplacedText {
  readonly content: string;
  readonly count: number;
  readonly partsOfWords: number;
  /** Whether the expression matches the empty string somewhere, where nothing is replaced. */
  readonly hasEmpty: boolean;
  readonly diff: UnifiedDiff;
}

/** Replaces every match, or with `isWholeWord` only whole words. */
export const replaceText = (task: ReplaceTask): ReplacedText => {
  const { content, path, isRegex, isWholeWord, maxDiffBytes } = task;
  const { regex } = toMatcher(task);
  const replacement = task.replacement.replaceAll(/\r?\n/g, content.includes('\r\n') ? '\r\n' : '\n');
  const pieces: string[] = [];
  let [count, partsOfWords, from] = [0, 0, 0];
  let hasEmpty = false;
  for (const match of content.matchAll(regex)) {
    const [found] = match;
    const span = { start: match.index, end: match.index + found.length };
    if (found === '') hasEmpty = true;
    const isPart = isPartOfWord(content, span);
    if (isPart) partsOfWords++;
    if (found === '' || (isPart && isWholeWord)) continue;
    count++;
    pieces.push(content.slice(from, span.start), isRegex ? expand(replacement, match) : replacement);
    from = span.end;
  }
  const changed = pieces.join('') + content.slice(from);
  return {
    content: changed,
    count,
    partsOfWords,
    hasEmpty,
    diff: unifiedDiff(path, content, changed, maxDiffBytes),
  };
};

/** Inserts the groups of a match into the replacement. */
const expand = (replacement: string, match: RegExpExecArray | RegExpMatchArray): string =>
  replacement.replaceAll(
    /\$(?:(\$|&)|(\d{1,2})|<([^>]*)>)/g,
    (given, sign?: string, number?: string, name?: string) => {
      if (sign !== undefined) return sign === '$' ? '$' : match[0];
      if (number !== undefined) return Number(number) < match.length ? (match[Number(number)] ?? '') : given;
      return match.groups?.[name ?? ''] ?? '';
    },
  );
