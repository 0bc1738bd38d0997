// One call of a tool, and its expected answer.
import type { JsonObject } from '@mcp/runtime';
import type { Place } from '../machine.ts';

/** Arguments may depend on where the test works. The text of the answer fits `says`; it is no error unless `fails`. */
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
  /** One after the other. Every tool that the server lists must be among them. */
  calls(place: Place): readonly Call[];
}

/** A call whose answer only must not be an error. */
export const call = (tool: string, args: JsonObject = {}, says?: RegExp): Call =>
  says === undefined ? { tool, args } : { tool, args, says };
