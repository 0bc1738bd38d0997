// Messages between a pool and its processes. Node.js copies values. Bun and Deno cannot send the port in the first
// message of the pool that way, so they use JSON with serialized values.
const copies = !('Bun' in globalThis || 'Deno' in globalThis);

/** Loaded on first use, because it would add half a millisecond to the start. */
const v8 = () => process.getBuiltinModule('node:v8');

/** For the option `serialization` of the pool. */
export const SERIALIZATION: 'advanced' | 'json' = copies ? 'advanced' : 'json';

/** Encodes a value. */
export const toMessage = (value: unknown): unknown =>
  copies ? value : v8().serialize(value).toString('base64');

/** Decodes a value that `toMessage` encoded. */
export const fromMessage = (message: unknown): unknown =>
  copies ? message : v8().deserialize(Buffer.from(String(message), 'base64'));
