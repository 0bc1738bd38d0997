// visible: text of others as a person can see it.

// Format characters, among them those that turn the direction of writing, and controls but tab and line feed; halves
// of pairs, private and unassigned ones have no glyph either.
const WITHOUT_GLYPH = /(?![\t\n])[\p{C}\u2028\u2029]/gu;
// They join what is one glyph, in emoji and in some scripts.
const JOINERS = /^[\u200c\u200d]$/;

/** The text with escapes like `\u202e` for characters that have no glyph and could mislead. */
export const visible = (text: string): string =>
  text.replaceAll(WITHOUT_GLYPH, (character) =>
    JOINERS.test(character)
      ? character
      : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
