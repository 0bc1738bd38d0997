// What comes of a command: its text, or the error that git says.
import { ToolError } from '@mcp/runtime';
import type { Collected, Ended } from './client.ts';
import { toFailure } from './errors.ts';
import { decode } from './names.ts';
import type { Work } from './work.ts';

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
