// Names on one line. A file may be named "a\n[DIR] b", to look like two entries of a list.

// Most names have nothing else.
const PLAIN = /^[\x20-\x7e]*$/;

/** A name or path for a line of text: hidden characters as the escapes of JSON, like `\u000a`. */
export const oneLine = (name: string): string => {
  if (PLAIN.test(name)) return name;
  // Also what ends a line, turns its direction or is invisible, but not the joiners that belong to the spelling of words
  // and emoji. Made here: V8 reads tables of Unicode for it.
  return name.replaceAll(/(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, toEscapes);
};

const toEscapes = (character: string): string =>
  Array.from({ length: character.length }, (_, i) => {
    const code = character.charCodeAt(i).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');
