// What the tools that walk a tree share: notes on what is missing from an answer, and how to get it.
import type { WalkReport } from '../search/walk.ts';

/** A note for the model about errors, when there are some. */
export const errorNote = ([first, ...others]: readonly string[]): string[] => {
  if (first === undefined) return [];
  return [
    `[Not everything could be read. ${first}${others.length > 0 ? ` And ${others.length} more.` : ''}]`,
  ];
};

/** A note for the model about what .gitignore files left out, when they did. */
export const ignoredNote = ({ ignored }: Pick<WalkReport, 'ignored'>): string[] => {
  if (ignored === 0) return [];
  const entries = ignored === 1 ? '1 entry' : `${ignored} entries`;
  return [
    `[Left out ${entries} that git ignores, like .git or files named in .gitignore. gitignore: false includes them.]`,
  ];
};

/** A note for the model that there is more, when there is. Many hosts show it nothing but the text. */
export const moreNote = (nextCursor: string | undefined, shown: string): string[] =>
  nextCursor === undefined
    ? []
    : [`[Stopped after ${shown}. Go on with cursor ${JSON.stringify(nextCursor)}, or search for less.]`];
