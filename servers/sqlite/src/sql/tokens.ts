// The tokens of SQL text, as far as a gate needs them: what SQLite skips is skipped, what it quotes is quoted.

/** One token. `text` of a word is in upper case; of something quoted it is without quotes. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'symbol';
  readonly text: string;
}

// White space and comments of SQLite. A comment that is not closed goes to the end.
const SKIPPED = /(?:[ \t\n\f\r\uFEFF]|--[^\n]*(?:\n|$)|\/\*[^]*?(?:\*\/|$))+/y;
const WORD = /[A-Za-z_\u0080-\u{10FFFF}][\w$\u0080-\u{10FFFF}]*/uy;
const NUMBER = /\d\w*(?:\.\w*)?|\.\d\w*/y;
// What is not closed goes to the end too: SQLite refuses it, and each text is looked at once.
const QUOTED = /"[^"]*(?:""[^"]*)*(?:"|$)|`[^`]*(?:``[^`]*)*(?:`|$)|\[[^\]]*(?:\]|$)/y;
const STRING = /'[^']*(?:''[^']*)*(?:'|$)/y;

const match = (pattern: RegExp, sql: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
};

const tokenAt = (sql: string, at: number): readonly [length: number, token: Token] => {
  const word = match(WORD, sql, at);
  if (word !== undefined) return [word.length, { kind: 'word', text: word.toUpperCase() }];
  const quoted = match(QUOTED, sql, at);
  if (quoted !== undefined) return [quoted.length, { kind: 'quoted', text: quoted.slice(1, -1) }];
  const string = match(STRING, sql, at);
  if (string !== undefined) return [string.length, { kind: 'string', text: string.slice(1, -1) }];
  const number = match(NUMBER, sql, at);
  if (number !== undefined) return [number.length, { kind: 'symbol', text: number }];
  return [1, { kind: 'symbol', text: sql.charAt(at) }];
};

/** The tokens one after the other. Only as much of the text is looked at as is asked for. */
export function* tokens(sql: string): Generator<Token, void> {
  let at = 0;
  while (at < sql.length) {
    at += match(SKIPPED, sql, at)?.length ?? 0;
    if (at >= sql.length) return;
    const [length, token] = tokenAt(sql, at);
    at += length;
    yield token;
  }
}

/** The first tokens, at most `count`. */
export const firstTokens = (sql: string, count: number): Token[] => {
  const first: Token[] = [];
  for (const token of tokens(sql)) {
    first.push(token);
    if (first.length === count) break;
  }
  return first;
};
