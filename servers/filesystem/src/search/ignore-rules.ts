// .gitignore rules: those of a directory and of its parents, applied like git does.
import ignore, { type Ignore } from 'ignore';

/** Nobody writes a larger file by hand. */
export const MAX_IGNORE_BYTES = 65_536;
const MAX_RULES = 2000;
/** Paths are shorter than this, and regular expressions have a limit. */
const MAX_RULE_LENGTH = 4096;

/** The rules that apply in one directory. Paths are relative to the top directory of the rules. */
export class IgnoreRules {
  readonly #rules: Ignore | undefined;

  constructor(rules?: Ignore) {
    this.#rules = rules;
  }

  /** Returns the rules extended by the .gitignore file of a directory. The last matching rule decides. */
  with(directory: string, text: string): IgnoreRules {
    const all = text.replace(/^\uFEFF/, '').split(/\r?\n/, MAX_RULES);
    const lines = all.filter(({ length }) => length <= MAX_RULE_LENGTH);
    const moved = directory === '' ? lines : lines.flatMap((line) => moveRule(line, directory));
    const rules = moved.map(toBytes);
    const outer = this.#rules === undefined ? [] : [this.#rules];
    return new IgnoreRules(ignore({ ignorecase: false }).add([...outer, ...rules]));
  }

  get isEmpty(): boolean {
    return this.#rules === undefined;
  }

  /** Whether an entry or one of its parents is ignored. */
  ignores(path: string, isDirectory: boolean): boolean {
    return this.#rules?.ignores(toBytes(isDirectory ? `${path}/` : path)) === true;
  }
}

/** Maps each byte to a character, because to git `?` and `[…]` match a byte. */
const toBytes = (text: string): string =>
  /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text).toString('latin1');

/** Converts a rule of a directory to one for paths from the top. */
const moveRule = (line: string, directory: string): string[] => {
  if (line.startsWith('#')) return [];
  const sign = line.startsWith('!') ? '!' : '';
  const pattern = line.slice(sign.length);
  if (/^\/* *$|^\/\//.test(pattern)) return [];
  // A slash at the start or in the middle anchors a rule to its directory.
  const inner = /\/(?! *$)/.test(pattern) ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return [`${sign}${directory.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`)}/${inner}`];
};
