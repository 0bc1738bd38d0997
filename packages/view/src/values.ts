// Values: reads result data of unknown type.

/** An object in a result. */
export type Members = { readonly [name: string]: unknown };

/** Returns whether a value is an object. */
export const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;
/** Returns a string as is, anything else as ''. */
export const toWord = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Returns an array as is, anything else as []. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
