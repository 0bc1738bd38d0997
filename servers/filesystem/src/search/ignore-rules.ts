// The rules of .gitignore files: those above a directory and its own, as git applies them.
import ignore, { type Ignore } from 'ignore';

/** Nobody writes a larger file by hand. */
export const MAX_IGNORE_BYTES = 65_536;
const MAX_RULES = 2000;
/** No path is longer, and regular expressions have a limit. */
const MAX_RULE_LENGTH = 4096;

/** The rules that apply in one directory. Paths are relative to the directory where the rules begin. */
export class IgnoreRules {
  readonly #rules: Ignore | undefined;

  constructor(rules?: Ignore) {
    this.#rules = rules;
  }

  /** The rules together with those of the .gitignore file of a directory. The last rule that matches decides. */
  with(directory: string, text: string): IgnoreRules {
    const all = text.replace(/^\uFEFF/, '').split(/\r?\n/, MAX_RULES);
    const lines = all.filter(({ length }) => length <= MAX_RULE_LENGTH);
    const moved = directory === '' ? lines : lines.flatMap((line) => moveRule(line, directory));
    const rules = moved.map(toBytes);
    const outer = this.#rules === undefined ? [] : [this.#rules];
    return new IgnoreRules(ignore({ ignorecase: false }).add([...outer, ...rules]));
  }

  /** Whether there is no rule. */
  get isEmpty(): boolean {
    return this.#rules === undefined;
  }

  /** Whether an entry, or a directory above it, is ignored. */
  ignores(path: string, isDirectory: boolean): boolean {
    return this.#rules?.ignores(toBytes(isDirectory ? `${path}/` : path)) === true;
  }
}

/** One character for each byte: to git, `?` and `[…]` are a byte. */
const toBytes = (text: string): string =>
  /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text).toString('latin1');

/** A rule of a .gitignore file in a directory as a rule for paths that begin further up. */
const moveRule = (line: string, directory: string): string[] => {
  if (line.startsWith('#')) return [];
  const sign = line.startsWith('!') ? '!' : '';
  const pattern = line.slice(sign.length);
  if (/^\/* *$|^\/\//.test(pattern)) return [];
  // A slash at the beginning or in the middle ties a rule to its directory.
  const inner = /\/(?! *$)/.test(pattern) ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return [`${sign}${directory.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`)}/${inner}`];
};
