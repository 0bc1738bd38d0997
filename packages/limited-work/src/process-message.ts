// What a pool of processes sends to them and back. Node.js copies values; Bun and Deno refuse the port that the pool
// puts into its first message, so there everything is JSON, with the values as text.
const copies = !('Bun' in globalThis || 'Deno' in globalThis);

/** Loaded where it is used, because it takes half a millisecond at the start. */
const v8 = () => process.getBuiltinModule('node:v8');

/** For the option `serialization` of the pool. */
export const SERIALIZATION: 'advanced' | 'json' = copies ? 'advanced' : 'json';

/** A value as it is sent. */
export const toMessage = (value: unknown): unknown =>
  copies ? value : v8().serialize(value).toString('base64');

/** The value of a message. It is what the other side gave to `toMessage`. */
export const fromMessage = (message: unknown): unknown =>
  copies ? message : v8().deserialize(Buffer.from(String(message), 'base64'));
