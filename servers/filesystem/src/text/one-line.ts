// Names on one line. A file may be named "a\n[DIR] b", to look like two entries of a list.

// Also what ends a line or hides the rest of it in a terminal.
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** A name or path for a line of text: control characters as escapes, like `\u000a`. */
export const oneLine = (name: string): string =>
  name.search(CONTROLS) < 0 ? name : name.replaceAll(CONTROLS, escapeCharacter);

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
