// The numbers in the prose of the documents, where a change may make them untrue. Code, parts that are made, links, dates,
// versions and codes of errors are left out: other tests compare these.
import { sourceFiles } from './workspace.ts';

/** A number in a document. */
export interface FoundNumber {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly number: string;
  /** The line. */
  readonly text: string;
}

const WORDS =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|million';
const NUMBER = new RegExp(`(?<![\\w./\u2212-])(?:\\d[\\d,.]*\\d|\\d)(?![\\w./-])|\\b(?:${WORDS})\\b`, 'gi');

/** The text with everything emptied that is not prose, line by line. */
const proseOf = (text: string): string => {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ');
  return (
    text
      .replaceAll(/<!-- begin[\s\S]*?<!-- end -->/g, blank)
      .replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2/gm, blank)
      .replaceAll(/`[^`\n]*`|\]\([^)\n]*\)|<[^>\n]*>|https?:\S+/g, blank)
      .replaceAll(/\b20\d\d-\d\d(?:-\d\d)?\b|\bv?\d+\.\d+(?:\.\d+)+\b/g, blank)
      // HTTP statuses.
      .replaceAll(/\b[1-5]\d\d\b(?! (?:ms|s|MB|kB|characters|bytes))/g, blank)
      // Names with a number in them.
      .replaceAll(
        /\b(?:RFC|SHA|HTTP|UTF|IPv|Node\.js|Node|TypeScript|Express|Python|section|level|OAuth)[ -]?\d[\d.]*/g,
        blank,
      )
      .replaceAll(/^ *\d+\. /gm, blank)
  );
};

/** Every number in the prose of the documents. */
export const numbersIn = (path: string, text: string): FoundNumber[] => {
  const lines = text.split('\n');
  return proseOf(text)
    .split('\n')
    .flatMap((prose, index) =>
      [...prose.matchAll(NUMBER)].map(([number]) => ({
        path,
        line: index + 1,
        number,
        text: (lines[index] ?? '').trim(),
      })),
    );
};

/** The documents whose prose people read: neither changesets nor decisions, which say how it was on their day. */
export const documents = sourceFiles.filter(
  ({ path }) =>
    path.endsWith('.md') &&
    !/^\.changeset\/|\/(?:test|template|decisions)\/|\/docs\/\d{4}-|RESULTS\.md$/.test(path),
);
