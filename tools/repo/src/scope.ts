// The scope of the packages, wherever a text names one of them.

/** A change of scope, each with its @. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/**
 * The text with another scope: in names of packages, in patterns that match them, and where it stands alone in quotes.
 */
export const withScope = (text: string, { from, to }: Rename): string =>
  text.replaceAll(
    new RegExp(`(?<![\\w.])${from.replaceAll('.', String.raw`\.`)}(?=\\\\?/|['"])`, 'g'),
    () => to,
  );
