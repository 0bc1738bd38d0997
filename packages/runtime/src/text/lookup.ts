// Lookup tables by names that others choose: without what plain objects inherit, so that `toString` is not found in them.
/** A table of these entries and nothing else. */
export function lookup<T>(entries: { readonly [name: string]: T }): {
  readonly [name: string]: T | undefined;
} {
  return Object.assign(Object.create(null) as object, entries);
}
