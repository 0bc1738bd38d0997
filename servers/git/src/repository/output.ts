// What comes of a command: its output, piece by piece or whole, or the error that git says.
import { ToolError } from '@mcp/runtime';
import { toFailure } from './errors.ts';
import { decode } from './names.ts';
import type { Work } from './work.ts';

/** Takes a piece of standard output. False: it is enough, git is stopped. */
export type Take = (chunk: Buffer) => boolean;

/** Collects output, up to a number of bytes. */
export class Collected {
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;
  #count = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  readonly take: Take = (chunk) => {
    if (!this.isCut) this.#chunks.push(chunk);
    this.#count += chunk.length;
    return !this.isCut;
  };

  /** There was more, and git was stopped. */
  get isCut(): boolean {
    return this.#count > this.#maxBytes;
  }

  /** What came, a little more than the number when there was more. */
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** How a process ended. */
export interface Ended {
  /** The exit code; 0 also when the output was enough. */
  readonly code: number;
  readonly errors: string;
}

/** @throws {ToolError} when there is more than a tool can use whole. */
export const toText = (output: Collected): string => {
  if (output.isCut) throw new ToolError('The answer of git is too large. Ask for less.');
  return decode(output.bytes);
};

/** @throws {ToolError} when git refuses. */
export const checked = ({ name, answers = [] }: Work, ended: Ended, text: string): Ended => {
  if (ended.code === 0 || answers.includes(ended.code)) return ended;
  throw toFailure(name, ended.errors.trim() === '' ? text : ended.errors);
};
