// A tool call and its expected answer.
import type { JsonObject } from '@mcp/runtime';
import type { Place } from '../machine.ts';

/** A call whose answer must match `says` and must not be an error unless `fails`. */
export interface Call {
  readonly tool: string;
  readonly args: JsonObject;
  readonly says?: RegExp;
  readonly fails?: boolean;
}

/** The trial of a server. */
export interface Trial {
  /** Creates the data of the server. Returns resources to close afterwards. */
  prepare(place: Place): Promise<AsyncDisposable | undefined> | undefined;
  /** The command line, in addition to `--toolsets` with all toolsets. */
  args(place: Place): readonly string[];
  /** The calls, in order. They must include every listed tool. */
  calls(place: Place): readonly Call[];
}

/** Returns a call whose answer must not be an error. */
export const call = (tool: string, args: JsonObject = {}, says?: RegExp): Call =>
  says === undefined ? { tool, args } : { tool, args, says };
