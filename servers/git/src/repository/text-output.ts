// The whole output of a command, for those whose output is short.
import { ToolError } from '@mcp/runtime';
import type { Take } from './client.ts';
import { decode } from './names.ts';

/** More than this is no answer that a tool can use whole. */
const MAX_BYTES = 20_000_000;

/** Collects it. */
export class TextOutput {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  readonly take: Take = (chunk) => {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    return this.#bytes <= MAX_BYTES;
  };

  /** @throws {ToolError} when it is not all there. */
  toString(): string {
    if (this.#bytes > MAX_BYTES) throw new ToolError('The answer of git is too large. Ask for less.');
    return decode(Buffer.concat(this.#chunks));
  }
}
