// Odd but legal JSON text, written by hand because `JSON.stringify` cannot write most of it.
import type { Random } from './random.ts';

const STRINGS = [
  '""',
  '"plain"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"\\u2028\\u2029"',
  '"\\ufeff"',
  '"\\n\\r\\t\\b\\f\\/"',
  '"😀é漢\u{10FFFF}"',
  '"\uFFFD"',
  '"\\"}]}"',
  '"{\\"jsonrpc\\":\\"2.0\\"}"',
] as const;
const NUMBERS = [
  '0',
  '-0',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '123456789012345678901234567890',
  '0.1',
  '1E5',
] as const;
const KEYS = [
  '"a"',
  '"__proto__"',
  '"constructor"',
  '"prototype"',
  '"toString"',
  '"hasOwnProperty"',
  '""',
  '"\\ud800"',
  '"then"',
  '"toJSON"',
  '"length"',
  '"0"',
] as const;
const SPACES = ['', '', '', ' ', '\t', '\r', '   '] as const;

/** One JSON value. */
export const jsonText = (random: Random, depth = 4): string => {
  const kind = random.below(depth > 0 ? 8 : 5);
  if (kind <= 1) return random.pick(STRINGS);
  if (kind === 2) return random.pick(NUMBERS);
  if (kind === 3) return random.pick(['true', 'false', 'null']);
  if (kind === 4) return `${random.below(2_000_000) - 1_000_000}`;
  const space = random.pick(SPACES);
  const items = Array.from({ length: random.below(4) }, () => jsonText(random, depth - 1));
  if (kind === 5) return `[${space}${items.join(`${space},`)}]`;
  return `{${space}${items.map((item) => `${random.pick(KEYS)}:${space}${item}`).join(`,${space}`)}}`;
};

/** Arrays in arrays. */
export const deepText = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** What a tool says that writes the value as JSON. */
export const normalised = (text: string): string => JSON.stringify(JSON.parse(text));
