// Lines: where they begin and end in a text, and names that stay on one. A file may be named "a\n[DIR] b", to look like two
// entries of a list.

/** The start of the line that an offset is in. */
export const lineStart = (text: string, offset: number): number =>
  offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;

/** The end of the line that an offset is in, before its line break. */
export const lineEnd = (text: string, offset: number): number => {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
};

/** How many lines end in a part of a text. */
export const countBreaks = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
};

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
