// visible: reveals hidden characters in untrusted text.

// Controls except tab and line feed, and format characters such as those that reverse the writing direction. Lone
// surrogates, private and unassigned characters have no glyph either.
const WITHOUT_GLYPH = /(?![\t\n])[\p{C}\u2028\u2029]/gu;
// Zero-width joiner and non-joiner, which emoji and some scripts need.
const JOINERS = /^[\u200c\u200d]$/;

/** Replaces characters without a glyph, which could mislead, with escapes like `\u202e`. */
export const visible = (text: string): string =>
  text.replaceAll(WITHOUT_GLYPH, (character) =>
    JOINERS.test(character)
      ? character
      : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
