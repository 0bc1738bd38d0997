// Which statements destroy a lot at once: what --confirm destructive asks the user about.
import { tokens, type Token } from './tokens.ts';

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'SELECT', 'VALUES']);
const AFTER_CONDITION: ReadonlySet<string> = new Set(['RETURNING', 'ORDER', 'LIMIT']);
const OPERATORS: ReadonlySet<string> = new Set([
  ...['AND', 'OR', 'NOT', 'IS', 'IN', 'BETWEEN', 'LIKE', 'GLOB', 'REGEXP', 'MATCH', 'ESCAPE', 'COLLATE'],
  ...[
    'NULL',
    'ISNULL',
    'NOTNULL',
    'TRUE',
    'FALSE',
    'CASE',
    'WHEN',
    'THEN',
    'ELSE',
    'END',
    'CAST',
    'AS',
    'DISTINCT',
  ],
  ...['FROM', 'CURRENT_DATE', 'CURRENT_TIME', 'CURRENT_TIMESTAMP', 'EXISTS', 'SELECT', 'WHERE'],
]);
/** A type or an alias, a collation, and a table follow them. */
const BEFORE_OTHER_NAMES: ReadonlySet<string> = new Set(['AS', 'COLLATE', 'FROM']);

/** Like `Delete all rows`, or undefined for a statement that loses little. */
export const destruction = (sql: string): string | undefined => {
  const all = [...tokens(sql)];
  const start = isWord(all[0], 'WITH') ? mainStatement(all) : 0;
  const verb = wordAt(all, start);
  if (verb === 'DROP') return `Drop a ${wordAt(all, start + 1).toLowerCase()}`;
  if (verb === 'ALTER') return hasDropColumn(all) ? 'Drop a column' : undefined;
  if (verb !== 'DELETE' && verb !== 'UPDATE') return undefined;
  if (namesColumn(condition(all.slice(start)))) return undefined;
  return verb === 'DELETE' ? 'Delete all rows' : 'Change all rows';
};

const isWord = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'word' && token.text === text;

const wordAt = (all: readonly Token[], at: number): string => {
  const token = all[at];
  return token?.kind === 'word' ? token.text : '';
};

/** Where the statement after WITH begins: behind a parenthesis, because REPLACE can also be the name of a part. */
const mainStatement = (all: readonly Token[]): number =>
  outside(all).find((at) => all[at - 1]?.text === ')' && CHANGES.has(wordAt(all, at))) ?? all.length;

/** The places that are in no parentheses. */
const outside = (all: readonly Token[]): number[] => {
  let depth = 0;
  return all.flatMap(({ kind, text }, at) => {
    if (kind === 'symbol' && text === '(') depth++;
    if (kind === 'symbol' && text === ')') depth--;
    return depth === 0 ? [at] : [];
  });
};

const hasDropColumn = (all: readonly Token[]): boolean => all.some((token) => isWord(token, 'DROP'));

/** What stands after WHERE. */
const condition = (all: readonly Token[]): readonly Token[] => {
  const places = outside(all);
  const from = places.find((at) => isWord(all[at], 'WHERE')) ?? all.length;
  const to = places.find((at) => at > from && AFTER_CONDITION.has(wordAt(all, at)));
  return all.slice(from + 1, to);
};

/** A condition without a column, like `WHERE 1`, holds for all rows or for none. */
const namesColumn = (tested: readonly Token[]): boolean => {
  let isOtherName = false;
  return tested.some((token, at) => {
    const isOperator = token.kind === 'word' && OPERATORS.has(token.text);
    if (isOperator) isOtherName = BEFORE_OTHER_NAMES.has(token.text);
    else isOtherName &&= token.kind === 'word' || token.kind === 'quoted';
    return !isOperator && !isOtherName && isColumn(tested, at);
  });
};

const isColumn = (tested: readonly Token[], at: number): boolean => {
  const token = tested[at];
  if (token?.kind !== 'word') return token?.kind === 'quoted';
  const isParameter = [':', '@', '$'].includes(tested[at - 1]?.text ?? '');
  const next = tested[at + 1];
  const isFunction = next?.kind === 'symbol' && next.text === '(';
  const isBlob = token.text === 'X' && next?.kind === 'string';
  return !isParameter && !isFunction && !isBlob;
};
