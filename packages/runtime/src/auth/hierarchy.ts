// ScopeHierarchy: scopes that include others.
/** Which scopes include which others, over any number of steps. */
export class ScopeHierarchy {
  readonly #implied = new Map<string, ReadonlySet<string>>();

  constructor(implies: { readonly [scope: string]: readonly string[] }) {
    const direct = new Map(Object.entries(implies));
    for (const scope of direct.keys()) {
      const found = new Set<string>();
      const open = [scope];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        for (const implied of direct.get(next) ?? []) {
          if (implied === scope || found.has(implied)) continue;
          found.add(implied);
          open.push(implied);
        }
      }
      this.#implied.set(scope, found);
    }
  }

  /** The scopes with all that they include. */
  expand(scopes: readonly string[]): readonly string[] {
    if (this.#implied.size === 0) return scopes;
    return [...new Set(scopes.flatMap((scope) => [scope, ...(this.#implied.get(scope) ?? [])]))];
  }

  /** The scopes without those that another one of them includes. */
  reduce(scopes: readonly string[]): readonly string[] {
    const kept = new Set(scopes);
    for (const scope of scopes) {
      // Of two that include each other one must stay.
      if ([...kept].some((other) => other !== scope && this.#implied.get(other)?.has(scope) === true))
        kept.delete(scope);
    }
    return [...kept];
  }
}
