// The scope of the packages, in any text that names one of them.

/** A change of scope; both scopes include the @. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** Returns the text with another scope: in package names, in patterns that match them, and alone in quotes. */
export const withScope = (text: string, { from, to }: Rename): string =>
  text.replaceAll(
    new RegExp(`(?<![\\w.])${from.replaceAll('.', String.raw`\.`)}(?=\\\\?/|['"])`, 'g'),
    () => to,
  );
