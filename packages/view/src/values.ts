// Values of a result, each checked for its type.

/** An object of a result. */
export type Members = { readonly [name: string]: unknown };

/** Whether a value of a result is an object. */
export const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;
/** A text of a result; empty when it is something else. */
export const toWord = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A list of a result; empty when it is something else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
