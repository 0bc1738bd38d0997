// The tokens of SQL text, as far as a gate needs them: what SQLite skips is skipped, what it quotes is quoted.

/** One token. `text` of a word is in upper case; of something quoted it is without quotes. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'symbol';
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
  /** A word as it stands in the text. */
  readonly raw?: string;
}

// White space and comments of SQLite. A comment that is not closed goes to the end.
const SKIPPED = /(?:[ \t\n\f\r\uFEFF]|--[^\n]*(?:\n|$)|\/\*[^]*?(?:\*\/|$))*/y;

// A quote that is not closed goes to the end too: SQLite refuses it, and each text is read once.
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

/** The tokens one after the other. Reads only as much of the text as the caller asks for. */
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

/** A statement as a part of another: up to its semicolon. A comment at its end must not reach what follows. */
export const toPart = (sql: string): string => {
  for (const { kind, text, at } of tokens(sql))
    if (kind === 'symbol' && text === ';') return `${sql.slice(0, at)}\n`;
  return `${sql}\n`;
};

/** The names before a dot in upper case: of schemas, tables and their aliases. */
export const schemasIn = (sql: string): string[] => {
  const all = [...tokens(sql)];
  return all.flatMap(({ kind, text }, at) =>
    kind !== 'symbol' && all[at + 1]?.text === '.' ? text.toUpperCase() : [],
  );
};

/** The word of a token, in upper case; empty for any other token. */
export const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.text : '');
