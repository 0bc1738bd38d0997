// toCompared: tells the user what a git_diff call compares.

/** Revisions that mean several commits: `HEAD^!`, `HEAD^@`. Ranges are handled below. */
const SEVERAL = /\^[@!-]/;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns both sides that a call compares, the older one first: `index ↔ working tree`. */
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
