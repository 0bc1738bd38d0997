// What a call of git_diff compares, as a person says it.

/** Several commits: `HEAD^!`, `HEAD^@`. Two with dots between them are read below. */
const SEVERAL = /\^[@!-]/;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns both sides for the arguments of a call, the older one first: `index ↔ working tree`. */
export const toCompared = (input: { readonly [name: string]: unknown }): string => {
  const isTrue = (...names: readonly string[]): boolean =>
    names.some((name) => input[name] === true || input[name] === 'true');
  const [base, target] = [textOf(input['base']), textOf(input['target'])];
  const [, first, dots, second] = /^([^{}]*?)(\.{2,3})([^{}]*)$/.exec(target ?? '') ?? [];
  if (dots !== undefined) return toSides(first || 'HEAD', second || 'HEAD', dots === '...');
  if (target !== undefined && base === undefined && SEVERAL.test(target)) return target;
  const isStaged = isTrue('staged', 'cached');
  const to = base === undefined ? (isStaged ? 'index' : 'working tree') : (target ?? '');
  const from = base ?? target ?? (isStaged ? 'HEAD' : 'index');
  return toSides(from, to, isTrue('merge_base'));
};

const toSides = (from: string, to: string, isMergeBase: boolean): string =>
  `${isMergeBase ? `merge base with ${from}` : from} ↔ ${to}`;
