// One call of a tool, and what its answer must say.
import type { JsonObject } from '@mcp/runtime';
import type { Place } from '../machine.ts';

/** Arguments may depend on where the test works. The text of the answer fits `says`; it is no error unless `fails`. */
export interface Call {
  readonly tool: string;
  readonly args: JsonObject;
  readonly says?: RegExp;
  readonly fails?: boolean;
}

/** What a server is tried with. */
export interface Trial {
  /** Makes what the server works on. Returns what has to be closed after it. */
  prepare(place: Place): Promise<AsyncDisposable | undefined> | undefined;
  /** The command line, beside `--toolsets` with all that there are. */
  args(place: Place): readonly string[];
  /** One after the other. Every tool that the server lists must be among them. */
  calls(place: Place): readonly Call[];
}

/** A call without more to say of its answer than that it is none of failure. */
export const call = (tool: string, args: JsonObject = {}, says?: RegExp): Call =>
  says === undefined ? { tool, args } : { tool, args, says };
