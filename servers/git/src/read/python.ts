// How the official server, which is written in Python, shows some values. Its texts are kept.

const SHORT: { readonly [character: string]: string } = {
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/** A string as Python's `repr` writes it: in single quotes if it can be, with escapes for what has no glyph. */
export const quote = (text: string): string => {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', String.raw`\n`);
  const quoted = mark === "'" ? escaped.replaceAll("'", String.raw`\'`) : escaped;
  return `${mark}${hasOthers(quoted) ? escapeOthers(quoted) : quoted}${mark}`;
};

// Most texts are plain, and to find that out is quick.
const hasOthers = (text: string): boolean => /[^ -~]/.test(text);

const escapeOthers = (text: string): string =>
  text.replaceAll(
    /(?! )[\p{C}\p{Z}]/gu,
    (character) => SHORT[character] ?? escape(character.codePointAt(0) ?? 0),
  );

const escape = (code: number): string => {
  const hex = code.toString(16);
  if (code <= 0xff) return String.raw`\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? String.raw`\u${hex.padStart(4, '0')}` : String.raw`\U${hex.padStart(8, '0')}`;
};

/** A date like `2026-01-31T12:00:00+02:00` as Python prints it. */
export const toPythonDate = (date: string): string => date.replace('T', ' ').replace(/Z$/, '+00:00');
