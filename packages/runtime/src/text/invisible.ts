// Characters that a person cannot see but a model reads, which can hide instructions.

// Controls except tab and line ends, soft hyphen, fillers, zero-width characters, direction marks, tags (which can
// spell any ASCII text), and the supplement of variation selectors.
const RANGES = [
  String.raw`\u0000-\u0008`,
  String.raw`\u000B`,
  String.raw`\u000C`,
  String.raw`\u000E-\u001F`,
  String.raw`\u007F-\u009F`,
  String.raw`\u00AD`,
  String.raw`\u034F`,
  String.raw`\u061C`,
  String.raw`\u115F`,
  String.raw`\u1160`,
  String.raw`\u17B4`,
  String.raw`\u17B5`,
  String.raw`\u180B-\u180F`,
  String.raw`\u200B`,
  String.raw`\u200E`,
  String.raw`\u200F`,
  String.raw`\u202A-\u202E`,
  String.raw`\u2060-\u206F`,
  String.raw`\u3164`,
  String.raw`\uFEFF`,
  String.raw`\uFFA0`,
  String.raw`\uFFF0-\uFFFB`,
  String.raw`\u{1D173}-\u{1D17A}`,
  String.raw`\u{E0000}-\u{E0FFF}`,
];

// As texts: V8 parses a pattern where it stands, and tables of Unicode take it two milliseconds of each start.
const INVISIBLE = `[${RANGES.join('')}]`;

// Joiners belong to the spelling of Arabic, Persian and Indic words and to emoji; elsewhere they hide.
const SCRIPTS = String.raw`\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}`;
const JOINED_BEFORE = String.raw`\uFE0F|[${SCRIPTS}\p{M}\p{Extended_Pictographic}\u{1F3FB}-\u{1F3FF}]`;
const JOINED_AFTER = String.raw`[${SCRIPTS}\p{Lo}\p{Extended_Pictographic}]`;
const STRAY_JOINER = String.raw`(?<!${JOINED_BEFORE})[\u200C\u200D]|[\u200C\u200D](?!${JOINED_AFTER})`;

// Each can stand for four bits. They choose between the forms of a symbol or an ideograph; behind another letter, or
// several in a row, they choose nothing.
const STRAY_SELECTOR = String.raw`(?<![\p{Emoji}\p{S}\p{Lo}])[\uFE00-\uFE0F]`;

let patterns: readonly RegExp[] | undefined;

/** The text without the characters that a reader cannot see but a model reads, with line feeds as line ends. */
export function stripInvisible(text: string): string {
  patterns ??= [INVISIBLE, STRAY_JOINER, STRAY_SELECTOR].map((pattern) => new RegExp(pattern, 'gu'));
  return patterns.reduce((rest, pattern) => rest.replaceAll(pattern, ''), text.replaceAll(/\r\n?/g, '\n'));
}
