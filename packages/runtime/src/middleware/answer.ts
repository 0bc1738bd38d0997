// Helpers of middleware: numbers for people, sizes, and the key of a caller.
import { isObject } from '../extensions.ts';
import type { MiddlewareRequest } from '../index.ts';

/** A duration for people: `250 ms`, `3 s`, `5 min`. Rounded up. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.ceil(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${Math.ceil(milliseconds / 1000)} s`;
  return `${Math.ceil(milliseconds / 60_000)} min`;
}

/** A count for people: `2,345,678`. */
export function amount(count: number): string {
  // toLocaleString would load the data of all languages, which takes tens of milliseconds.
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

// Quotes, colons, commas and brackets, or a short number.
const CHARS_PER_NODE = 4;

/** Estimates the characters of a JSON value: its names and strings without escapes, and 4 for each value. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return CHARS_PER_NODE + value.length;
  let chars = CHARS_PER_NODE;
  if (Array.isArray(value)) for (const item of value) chars += sizeOf(item);
  // Without an array of the members, because lists have thousands of small objects.
  else if (isObject(value)) for (const name in value) chars += name.length + sizeOf(value[name]);
  return chars;
}

/** The name of the called tool, unchecked. */
export function toolName({ params }: MiddlewareRequest): string {
  return typeof params['name'] === 'string' ? params['name'] : '';
}

/** Identifies the caller whose limits a request counts against and who may read its stored results. */
export type KeyOf = (request: MiddlewareRequest) => string;

/** The sender. Unidentified requests share one key. */
export const defaultKey: KeyOf = ({ sender = 'anybody' }) => sender;
