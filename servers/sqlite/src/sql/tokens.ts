// Tokens: splits SQL as SQLite does, as far as the gates need it.

/** A token. `text` of a word is in upper case, `text` of a quoted name is without quotes. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'symbol';
  readonly text: string;
  /** Index in the text. */
  readonly at: number;
  /** A word in its original case. */
  readonly raw?: string;
}

// White space and comments. An unclosed comment extends to the end.
const SKIPPED = /(?:[ \t\n\f\r\uFEFF]|--[^\n]*(?:\n|$)|\/\*[^]*?(?:\*\/|$))*/y;

// An unclosed quote extends to the end, where SQLite refuses it.
const KINDS: readonly (readonly [kind: Token['kind'], pattern: RegExp])[] = [
  ['word', /[A-Za-z_\u0080-\u{10FFFF}][\w$\u0080-\u{10FFFF}]*/uy],
  ['quoted', /"[^"]*(?:""[^"]*)*(?:"|$)|`[^`]*(?:``[^`]*)*(?:`|$)|\[[^\]]*(?:\]|$)/y],
  ['string', /'[^']*(?:''[^']*)*(?:'|$)/y],
  ['symbol', /\d\w*(?:\.\w*)?|\.\d\w*|[^]/y],
];

const match = (pattern: RegExp, sql: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? '';
};

/** Yields tokens. Reads only as much of the text as the caller needs. */
export function* tokens(sql: string): Generator<Token, void> {
  let at = match(SKIPPED, sql, 0).length;
  while (at < sql.length) {
    for (const [kind, pattern] of KINDS) {
      const text = match(pattern, sql, at);
      if (text === '') continue;
      if (kind === 'word') yield { kind, text: text.toUpperCase(), at, raw: text };
      else yield { kind, text: kind === 'symbol' ? text : text.slice(1, -1), at };
      at += text.length;
      break;
    }
    at += match(SKIPPED, sql, at).length;
  }
}

/** Returns a statement without its semicolon, for use within another. The line break ends a comment. */
export const toPart = (sql: string): string => {
  for (const { kind, text, at } of tokens(sql))
    if (kind === 'symbol' && text === ';') return `${sql.slice(0, at)}\n`;
  return `${sql}\n`;
};

/** Returns the names before a dot, in upper case: schemas, tables and their aliases. */
export const schemasIn = (sql: string): string[] => {
  const all = [...tokens(sql)];
  return all.flatMap(({ kind, text }, at) =>
    kind !== 'symbol' && all[at + 1]?.text === '.' ? text.toUpperCase() : [],
  );
};

/** Returns the word of a token in upper case, or an empty string. */
export const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.text : '');
