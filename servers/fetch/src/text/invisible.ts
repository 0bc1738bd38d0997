// Characters that a reader cannot see but a model reads: the hiding place of instructions.

// Controls except tab and line ends, soft hyphen, fillers, zero-width characters, direction marks, tags (which can
// spell any ASCII text), and the supplement of variation selectors.
const INVISIBLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;

// Joiners belong to the spelling of Arabic, Persian and Indic words and to emoji; elsewhere they hide.
const STRAY_JOINER =
  /(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{M}\p{Extended_Pictographic}\u{1F3FB}-\u{1F3FF}\uFE0F])[\u200C\u200D]|[\u200C\u200D](?![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Lo}\p{Extended_Pictographic}])/gu;

/** The text without them, with line feeds as line ends. */
export const stripInvisible = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(INVISIBLE, '').replaceAll(STRAY_JOINER, '');
